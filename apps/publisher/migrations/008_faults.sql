-- Whether a document is published in spite of its faults, which are listed among its facts.
ALTER TABLE versions ADD COLUMN accepts_faults BIGINT NOT NULL DEFAULT 0;
-- Whether a document that is not published is compared in spite of its faults.
ALTER TABLE diffs ADD COLUMN accepts_faults BIGINT NOT NULL DEFAULT 0;
