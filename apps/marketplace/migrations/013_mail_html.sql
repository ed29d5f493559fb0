-- The HTML part of a letter; null if it has none.
ALTER TABLE outbox ADD COLUMN html TEXT;
