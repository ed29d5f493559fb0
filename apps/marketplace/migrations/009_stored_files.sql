-- The names of all files that this service has stored. A file that is not here was stored by
-- somebody else, and is never removed. A file without an image is first marked, and removed later.
CREATE TABLE stored_files (
  file_name TEXT PRIMARY KEY,
  stored_at BIGINT NOT NULL,
  unused_since BIGINT
);
CREATE INDEX stored_files_by_unused ON stored_files (unused_since);
INSERT INTO stored_files (file_name, stored_at) SELECT file_name, created_at FROM attachments;
