-- Searches that walk through the listings of a state read nothing but this index to filter them.
-- PostgreSQL would have to write it whenever one of the columns changes.
{{#sqlite}}
DROP INDEX listings_by_status;
CREATE INDEX listings_by_status ON listings (
  status, id, user_id, held, category, price_currency, price_amount, created_at, latitude, place_x,
  place_y, place_z
);
{{/sqlite}}
