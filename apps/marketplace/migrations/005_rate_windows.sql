-- How often what was asked for, where several processes count together. The id is a digest: what
-- somebody typed as a name may be a password.

CREATE TABLE rate_windows (
  id TEXT PRIMARY KEY,
  count BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);

CREATE INDEX rate_windows_by_end ON rate_windows (ends_at);
