-- Pages. What they contain is stored once, however many versions it is the same in.

CREATE TABLE fragments (
  digest TEXT PRIMARY KEY,
  -- Compressed by gzip.
  content {{bytes}} NOT NULL
);

CREATE TABLE pages (
  version_id TEXT NOT NULL REFERENCES versions (id),
  path TEXT NOT NULL,
  position BIGINT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  html_digest TEXT NOT NULL REFERENCES fragments (digest),
  markdown_digest TEXT NOT NULL REFERENCES fragments (digest),
  search_digest TEXT NOT NULL,
  PRIMARY KEY (version_id, path)
);

-- What a search finds in a page, and the same in small letters to search in.
CREATE TABLE search_entries (
  digest TEXT PRIMARY KEY,
  entries TEXT NOT NULL,
  words TEXT NOT NULL
);
