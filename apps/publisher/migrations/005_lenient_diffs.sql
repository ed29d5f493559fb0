-- Whether faults of a document that is not published are repaired.
ALTER TABLE diffs ADD COLUMN is_lenient BIGINT NOT NULL DEFAULT 0;
