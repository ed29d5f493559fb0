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
