-- Null while the user is not suspended.
ALTER TABLE users ADD COLUMN suspended_at BIGINT;
