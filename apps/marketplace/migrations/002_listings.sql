CREATE TABLE listings (
  id {{identity}},
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'publish', 'hidden', 'trash')),
  title TEXT NOT NULL,
  description TEXT,
  custom_fields TEXT NOT NULL,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- A page of listings is read from the newest down, of one state or of one user.
CREATE INDEX listings_by_status ON listings (status, id);
CREATE INDEX listings_by_user ON listings (user_id, id);

CREATE TABLE reports (
  id {{identity}},
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  details TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (listing_id, user_id)
);

CREATE INDEX reports_by_user ON reports (user_id);

-- Images of listings. Those of a listing have the places 0, 1, 2 and so on, without gaps; whoever
-- changes them holds the row of the listing. The bytes are elsewhere, under the name.
CREATE TABLE attachments (
  id {{identity}},
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL UNIQUE,
  sort_order BIGINT NOT NULL,
  media_type TEXT NOT NULL,
  byte_size BIGINT NOT NULL,
  sha256 TEXT NOT NULL,
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE INDEX attachments_of_listing ON attachments (listing_id, sort_order);

-- Keys that the processes of a service share.
CREATE TABLE service_keys (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
