-- Mail that is to leave. A row is written with what it tells of, and outlives a crash. While a
-- process sends it, it is due again at the time when that process counts as gone.

CREATE TABLE outbox (
  id {{identity}},
  message_id TEXT NOT NULL UNIQUE,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  due_at BIGINT,
  claimed BIGINT NOT NULL,
  sent_at BIGINT
);

CREATE INDEX outbox_due ON outbox (due_at);
