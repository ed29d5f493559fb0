-- Subscriptions to the changelog of an interface by mail.

CREATE TABLE subscribers (
  -- A UUID, by which logs name it.
  id TEXT PRIMARY KEY,
  interface TEXT NOT NULL REFERENCES interfaces (name),
  -- As it was typed.
  address TEXT NOT NULL,
  -- In lower case: two spellings of an address are one subscriber.
  address_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- Null until the owner of the address has confirmed it.
  confirmed_at BIGINT,
  -- How many times in a row the server of the address has said that it does not exist.
  refusals BIGINT NOT NULL,
  UNIQUE (interface, address_key)
);

CREATE INDEX subscribers_by_address ON subscribers (address_key);
CREATE INDEX subscribers_by_confirmation ON subscribers (confirmed_at, created_at);

-- The tokens of links in mails, each of which confirms or ends a subscription. Every mail has another
-- one, and those of old mails stay valid as long as the subscription.
CREATE TABLE subscriber_tokens (
  -- SHA-256 of the token in hex. The token itself is not stored.
  hash TEXT PRIMARY KEY,
  subscriber_id TEXT NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE
);

CREATE INDEX subscriber_tokens_by_subscriber ON subscriber_tokens (subscriber_id);

-- What is yet to be mailed. The mail is written when it is sent.
CREATE TABLE mails (
  id {{identity}},
  -- `requested`: somebody has entered an address, and nothing was looked up yet.
  event TEXT NOT NULL CHECK (event IN ('requested', 'published', 'withdrawn')),
  -- Of `requested`.
  interface TEXT REFERENCES interfaces (name),
  address TEXT,
  -- Of the others.
  subscriber_id TEXT REFERENCES subscribers (id) ON DELETE CASCADE,
  version_id TEXT REFERENCES versions (id),
  -- How many further versions were withdrawn with it.
  others BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  -- While a process sends it, when that process counts as gone.
  due_at BIGINT NOT NULL,
  claimed BIGINT NOT NULL
);

CREATE INDEX mails_due ON mails (due_at);
CREATE INDEX mails_by_subscriber ON mails (subscriber_id, id);

-- How often what was asked for, over all processes. The id is a digest, since it stands for an address.
CREATE TABLE rate_windows (
  id TEXT PRIMARY KEY,
  count BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);

CREATE INDEX rate_windows_by_end ON rate_windows (ends_at);
