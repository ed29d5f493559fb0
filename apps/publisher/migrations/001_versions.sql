-- Interfaces, who may publish to them, and their versions.

CREATE TABLE interfaces (
  name TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  home_page_url TEXT,
  -- The number of the next version to be published. Numbers are never given twice.
  next_number BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE tokens (
  -- The first characters of the token, by which it is found and listed.
  prefix TEXT PRIMARY KEY,
  -- SHA-256 of the whole token in hex. The token itself is not stored.
  hash TEXT NOT NULL,
  -- What the operator calls it.
  label TEXT NOT NULL,
  rights TEXT NOT NULL CHECK (rights IN ('read', 'publish', 'admin')),
  -- Null if the token is for all interfaces.
  interface TEXT REFERENCES interfaces (name),
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);

-- The texts of documents, each stored once.
CREATE TABLE files (
  sha256 TEXT PRIMARY KEY,
  size BIGINT NOT NULL,
  -- Compressed by gzip.
  content {{bytes}} NOT NULL
);

CREATE TABLE versions (
  id TEXT PRIMARY KEY,
  -- The order in which versions were accepted.
  position BIGINT NOT NULL UNIQUE,
  interface TEXT NOT NULL REFERENCES interfaces (name),
  branch TEXT NOT NULL,
  -- Null until it is published.
  number BIGINT,
  state TEXT NOT NULL CHECK (state IN ('processing', 'published', 'rejected', 'failed')),
  -- SHA-256 over the paths and contents of all files.
  digest TEXT NOT NULL,
  path TEXT NOT NULL,
  -- The format that the publisher claims, if any.
  format TEXT,
  commit_id TEXT,
  previous_id TEXT REFERENCES versions (id),
  release_title TEXT,
  release_notes TEXT,
  -- An instant or a day; null if nobody knows, or until it is published if that is the time.
  released_at TEXT,
  is_released_when_published BIGINT NOT NULL,
  -- What the document says of itself and how it differs from the previous version, as JSON.
  facts TEXT,
  -- The faults of a rejected document, as JSON.
  diagnostics TEXT,
  -- Why it failed, in words.
  failure TEXT,
  accepted_at BIGINT NOT NULL,
  published_at BIGINT,
  revised_at BIGINT,
  UNIQUE (interface, number)
);

CREATE INDEX versions_by_branch ON versions (interface, branch, position);
CREATE INDEX versions_by_commit ON versions (commit_id);

-- Comparisons with a version: of a document that is not published, or of another version.
CREATE TABLE diffs (
  id TEXT PRIMARY KEY,
  interface TEXT NOT NULL REFERENCES interfaces (name),
  branch TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('processing', 'done', 'rejected', 'failed')),
  -- Null if the branch has no version yet.
  base_id TEXT REFERENCES versions (id),
  -- Null if it is a document that is not published.
  head_id TEXT REFERENCES versions (id),
  path TEXT,
  format TEXT,
  facts TEXT,
  diagnostics TEXT,
  failure TEXT,
  accepted_at BIGINT NOT NULL,
  -- When it is forgotten.
  expires_at BIGINT NOT NULL
);

CREATE INDEX diffs_by_expiry ON diffs (expires_at);
CREATE UNIQUE INDEX diffs_of_versions ON diffs (base_id, head_id) WHERE head_id IS NOT NULL;

-- The files of a version, or of a document that is compared.
CREATE TABLE document_files (
  owner_id TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES files (sha256),
  PRIMARY KEY (owner_id, path)
);

CREATE INDEX document_files_by_file ON document_files (sha256);

-- The changes of a version since the previous one, or of a comparison, the worst first.
CREATE TABLE changes (
  owner_id TEXT NOT NULL,
  position BIGINT NOT NULL,
  class TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  -- What a search finds it by, in small letters.
  words TEXT NOT NULL,
  -- The change as JSON, without what it affects.
  content TEXT NOT NULL,
  affected_digest TEXT NOT NULL,
  PRIMARY KEY (owner_id, position)
);

CREATE INDEX changes_by_class ON changes (owner_id, class);
CREATE INDEX changes_by_fingerprint ON changes (owner_id, fingerprint);

-- What changes affect, as JSON. One schema may be used by all operations of a document and have
-- thousands of changes, so that each list is stored once.
CREATE TABLE affected_lists (
  owner_id TEXT NOT NULL,
  -- SHA-256 of the content in hex.
  digest TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (owner_id, digest)
);
