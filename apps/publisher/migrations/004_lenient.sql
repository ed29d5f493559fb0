-- Whether faults of the document that have only one reading are repaired.
ALTER TABLE versions ADD COLUMN is_lenient BIGINT NOT NULL DEFAULT 0;
