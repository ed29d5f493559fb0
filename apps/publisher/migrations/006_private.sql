-- Interfaces and branches that only those who have a token may read.

ALTER TABLE interfaces ADD COLUMN is_private BIGINT NOT NULL DEFAULT 0;
-- As JSON: names of branches, or the beginnings of names before a `*`.
ALTER TABLE interfaces ADD COLUMN private_branches TEXT NOT NULL DEFAULT '[]';
-- Follows from the interface and the branch; what everybody reads is selected by it.
ALTER TABLE versions ADD COLUMN is_private BIGINT NOT NULL DEFAULT 0;

-- The secrets of links to the feeds of a branch.
CREATE TABLE feed_keys (
  interface TEXT NOT NULL REFERENCES interfaces (name),
  branch TEXT NOT NULL,
  -- SHA-256 of the secret in hex.
  hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (interface, branch)
);
