-- {{identity}} is the engine's way to number rows by itself, never reusing a number.
-- Times are milliseconds since the epoch; JSON is kept as text; keys are folded to lower case.

CREATE TABLE users (
  id {{identity}},
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
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

CREATE TABLE sessions (
  id {{identity}},
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (user_id);

-- A user has one password reset key at most; a new one takes the place of the one before.
CREATE TABLE password_resets (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  key_hash TEXT NOT NULL,
  guesses BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
