-- An address belongs to one account once that has verified it; until then several may hold it. Who
-- loses it to another has none. What is there already was unique, and counts as verified.
{{#sqlite}}
CREATE TABLE new_users (
  id {{identity}},
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,
  email TEXT,
  email_key TEXT,
  email_verified BIGINT NOT NULL,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  first_name TEXT,
  last_name TEXT,
  description TEXT,
  custom_fields TEXT NOT NULL,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
INSERT INTO new_users
  SELECT id, username, username_key, email, email_key, 1, password_hash, role, first_name,
    last_name, description, custom_fields, version, created_at, updated_at
  FROM users;
DELETE FROM sqlite_sequence WHERE name = 'new_users';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'new_users', seq FROM sqlite_sequence WHERE name = 'users';
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;
{{/sqlite}}
{{#postgres}}
ALTER TABLE users
  DROP CONSTRAINT users_email_key_key,
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN email_key DROP NOT NULL,
  ADD COLUMN email_verified BIGINT NOT NULL DEFAULT 1;
ALTER TABLE users ALTER COLUMN email_verified DROP DEFAULT;
{{/postgres}}
CREATE UNIQUE INDEX users_by_verified_email ON users (email_key) WHERE email_verified = 1;
CREATE INDEX users_by_email ON users (email_key);

-- A user has one key of a kind at most; a new one takes the place of the one before.
CREATE TABLE mailed_keys (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, kind)
);
CREATE INDEX mailed_keys_by_hash ON mailed_keys (key_hash);
INSERT INTO mailed_keys (user_id, kind, key_hash, expires_at)
  SELECT user_id, 'password_reset', key_hash, expires_at FROM password_resets;
DROP TABLE password_resets;
