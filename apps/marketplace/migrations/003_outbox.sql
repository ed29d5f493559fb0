-- Mail that is to leave. A row is written with what it tells of, and outlives a crash; it goes when
-- the mail has left. While a process sends it, it is due again at the time when that process counts
-- as gone. One that was given up is never due again.

CREATE TABLE outbox (
  id {{identity}},
  message_id TEXT NOT NULL UNIQUE,
  -- Of a letter, that is all of it. Of a password_request, the body is the name that was given:
  -- whether it is somebody's is looked up when the mail is about to leave.
  kind TEXT NOT NULL CHECK (kind IN ('letter', 'password_request')),
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  due_at BIGINT,
  claimed BIGINT NOT NULL
);

CREATE INDEX outbox_due ON outbox (due_at);
