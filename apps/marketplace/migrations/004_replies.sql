-- Answers of requests that may be sent twice, sealed. Without one the first is still at work.

CREATE TABLE replies (
  id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  reply TEXT,
  expires_at BIGINT NOT NULL
);

CREATE INDEX replies_by_expiry ON replies (expires_at);
