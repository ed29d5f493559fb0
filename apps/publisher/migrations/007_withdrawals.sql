-- What was published can be taken back. Its number stays taken.

ALTER TABLE interfaces ADD COLUMN withdrawn_at BIGINT;
-- Null unless it was taken back; then it has no content any more.
ALTER TABLE versions ADD COLUMN withdrawn_at BIGINT;
ALTER TABLE versions ADD COLUMN withdrawal_reason TEXT;
-- Whether it may have the version of one that was taken back, with another content.
ALTER TABLE versions ADD COLUMN replaces_withdrawn BIGINT NOT NULL DEFAULT 0;
