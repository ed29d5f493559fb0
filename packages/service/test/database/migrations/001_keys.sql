CREATE TABLE service_keys (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE sessions (
  id {{identity}},
  key_name TEXT NOT NULL REFERENCES service_keys (name)
);

CREATE TABLE blobs (
  id {{identity}},
  content {{bytes}} NOT NULL
);
