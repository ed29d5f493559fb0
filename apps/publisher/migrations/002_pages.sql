-- Pages. What they contain is stored once, however many versions it is the same in.

CREATE TABLE fragments (
  digest TEXT PRIMARY KEY,
  -- Compressed by gzip.
  content {{bytes}} NOT NULL
);

-- What a search finds in a page, and the same in small letters to search in.
CREATE TABLE search_entries (
  digest TEXT PRIMARY KEY,
  entries TEXT NOT NULL,
  words TEXT NOT NULL
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
  search_digest TEXT NOT NULL REFERENCES search_entries (digest),
  PRIMARY KEY (version_id, path)
);

CREATE INDEX pages_by_html ON pages (html_digest);
CREATE INDEX pages_by_markdown ON pages (markdown_digest);
CREATE INDEX pages_by_search ON pages (search_digest);

-- The fragments of a version or a comparison besides those of pages: reports about its changes, and
-- what its pages need beside their content.
CREATE TABLE fragment_uses (
  owner_id TEXT NOT NULL,
  digest TEXT NOT NULL REFERENCES fragments (digest),
  PRIMARY KEY (owner_id, digest)
);

CREATE INDEX fragment_uses_by_fragment ON fragment_uses (digest);
