-- Keys are in no row but as their hash: the letter with one is written when it is sent. What is
-- between {{#engine}} and {{/engine}} is for that engine alone.

ALTER TABLE password_resets DROP COLUMN guesses;

-- Of a letter, a row is all of it. Of any other kind, it says what the letter is to be about, and to
-- whom it goes is looked up when it is sent.
{{#sqlite}}
CREATE TABLE new_outbox (
  id {{identity}},
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  due_at BIGINT,
  claimed BIGINT NOT NULL
);
INSERT INTO new_outbox
  SELECT id, message_id, kind, recipient, subject, body, created_at, attempts, due_at, claimed
  FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'new_outbox';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'new_outbox', seq FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (due_at);
{{/sqlite}}
{{#postgres}}
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
{{/postgres}}

-- Letters of a former version that have a key and are yet to leave.
UPDATE outbox SET kind = 'password_request', body = recipient, recipient = '', subject = ''
WHERE kind = 'letter' AND subject = 'Your password reset key';
