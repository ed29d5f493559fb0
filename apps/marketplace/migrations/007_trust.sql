-- What a moderator hides is held; what is in the trash is purged after a while.

ALTER TABLE listings ADD COLUMN held BIGINT NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN trashed_at BIGINT;
-- What is there already has all the time that what comes has.
{{#sqlite}}
UPDATE listings SET trashed_at = unixepoch() * 1000 WHERE status = 'trash';
{{/sqlite}}
{{#postgres}}
UPDATE listings SET trashed_at = floor(extract(epoch FROM now()) * 1000) WHERE status = 'trash';
{{/postgres}}
CREATE INDEX listings_by_trashed ON listings (trashed_at);

-- Names of moderators and administrators who are gone. Nobody takes them.
CREATE TABLE retired_names (
  username_key TEXT PRIMARY KEY,
  retired_at BIGINT NOT NULL
);

-- What moderators and administrators did to what is not theirs. Users are named as they were, and
-- rows outlive them.
CREATE TABLE audit_entries (
  id {{identity}},
  happened_at BIGINT NOT NULL,
  -- Absent: the operator, by a command.
  actor_id BIGINT,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_id BIGINT NOT NULL,
  details TEXT NOT NULL
);

-- Reports keep what they name as it was, and outlive it.
{{#sqlite}}
CREATE TABLE new_reports (
  id {{identity}},
  listing_id BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  details TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  listing_title TEXT NOT NULL,
  owner_id BIGINT NOT NULL,
  owner_username TEXT NOT NULL,
  reporter_username TEXT NOT NULL,
  assignee_id BIGINT,
  assignee_username TEXT,
  resolution TEXT,
  closed_at BIGINT,
  UNIQUE (listing_id, user_id)
);
INSERT INTO new_reports
  (id, listing_id, user_id, details, created_at, listing_title, owner_id, owner_username,
   reporter_username)
  SELECT reports.id, listing_id, reports.user_id, details, reports.created_at, title,
    owners.id, owners.username, reporters.username
  FROM reports
  JOIN listings ON listings.id = listing_id
  JOIN users AS owners ON owners.id = listings.user_id
  JOIN users AS reporters ON reporters.id = reports.user_id;
DELETE FROM sqlite_sequence WHERE name = 'new_reports';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'new_reports', seq FROM sqlite_sequence WHERE name = 'reports';
DROP TABLE reports;
ALTER TABLE new_reports RENAME TO reports;
CREATE INDEX reports_by_user ON reports (user_id);
{{/sqlite}}
{{#postgres}}
ALTER TABLE reports
  DROP CONSTRAINT reports_listing_id_fkey,
  DROP CONSTRAINT reports_user_id_fkey,
  ADD COLUMN listing_title TEXT NOT NULL DEFAULT '',
  ADD COLUMN owner_id BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN owner_username TEXT NOT NULL DEFAULT '',
  ADD COLUMN reporter_username TEXT NOT NULL DEFAULT '',
  ADD COLUMN assignee_id BIGINT,
  ADD COLUMN assignee_username TEXT,
  ADD COLUMN resolution TEXT,
  ADD COLUMN closed_at BIGINT;
UPDATE reports SET
  listing_title = listings.title,
  owner_id = owners.id,
  owner_username = owners.username,
  reporter_username = reporters.username
FROM listings, users AS owners, users AS reporters
WHERE listings.id = listing_id AND owners.id = listings.user_id AND reporters.id = reports.user_id;
ALTER TABLE reports
  ALTER COLUMN listing_title DROP DEFAULT,
  ALTER COLUMN owner_id DROP DEFAULT,
  ALTER COLUMN owner_username DROP DEFAULT,
  ALTER COLUMN reporter_username DROP DEFAULT;
{{/postgres}}
