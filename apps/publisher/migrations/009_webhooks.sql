-- Subscriptions to the changelog of a branch by webhook.

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  interface TEXT NOT NULL REFERENCES interfaces (name),
  branch TEXT NOT NULL,
  url TEXT NOT NULL,
  -- The key of signatures, which cannot be a hash. Nobody is shown it again.
  secret TEXT NOT NULL,
  -- The token that created it, with which it ends; null if the operator did.
  token TEXT REFERENCES tokens (prefix),
  created_at BIGINT NOT NULL,
  -- The first failure after the last success; null if there was none.
  failing_since BIGINT,
  disabled_at BIGINT,
  -- Until then, a process is sending it a message, and no other process does.
  busy_until BIGINT NOT NULL
);

CREATE INDEX webhooks_by_branch ON webhooks (interface, branch);

-- What is yet to be sent, written with what it is about. The message is made when it is sent.
CREATE TABLE webhook_deliveries (
  id {{identity}},
  webhook_id TEXT NOT NULL REFERENCES webhooks (id),
  version_id TEXT NOT NULL REFERENCES versions (id),
  event TEXT NOT NULL CHECK (event IN ('published', 'withdrawn')),
  created_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  due_at BIGINT NOT NULL
);

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, due_at);
