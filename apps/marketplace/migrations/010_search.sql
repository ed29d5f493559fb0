-- The columns that a search uses. A price is in minor units of its currency. A place is stored as degrees
-- and as a point of a sphere of radius 1, because the square of the distance of two points is exact
-- arithmetic that both engines do alike. The words are those of title and description, folded by the
-- service; null until it has done so.
ALTER TABLE listings ADD COLUMN category TEXT;
ALTER TABLE listings ADD COLUMN price_amount BIGINT;
ALTER TABLE listings ADD COLUMN price_currency TEXT;
ALTER TABLE listings ADD COLUMN latitude DOUBLE PRECISION;
ALTER TABLE listings ADD COLUMN longitude DOUBLE PRECISION;
ALTER TABLE listings ADD COLUMN place_x DOUBLE PRECISION;
ALTER TABLE listings ADD COLUMN place_y DOUBLE PRECISION;
ALTER TABLE listings ADD COLUMN place_z DOUBLE PRECISION;
ALTER TABLE listings ADD COLUMN words TEXT;

CREATE INDEX listings_by_category ON listings (status, category, id);
CREATE INDEX listings_by_price ON listings (status, price_currency, price_amount, id);
CREATE INDEX listings_by_latitude ON listings (status, latitude);
CREATE INDEX listings_by_creation ON listings (status, created_at, id);
CREATE INDEX listings_without_words ON listings (id) WHERE words IS NULL;

-- The values of custom fields that are texts, numbers or booleans.
CREATE TABLE listing_fields (
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  number DOUBLE PRECISION,
  PRIMARY KEY (listing_id, name)
);
CREATE INDEX listing_fields_by_value ON listing_fields (name, value, listing_id);
CREATE INDEX listing_fields_by_number ON listing_fields (name, number, listing_id);

{{#sqlite}}
CREATE VIRTUAL TABLE listing_words USING fts5 (
  words, content = 'listings', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0',
  prefix = '2 3'
);
CREATE TRIGGER listing_words_insert AFTER INSERT ON listings WHEN new.words IS NOT NULL BEGIN
  INSERT INTO listing_words (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER listing_words_delete AFTER DELETE ON listings WHEN old.words IS NOT NULL BEGIN
  INSERT INTO listing_words (listing_words, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER listing_words_update AFTER UPDATE OF words ON listings
  WHEN old.words IS NOT new.words
BEGIN
  INSERT INTO listing_words (listing_words, rowid, words)
    SELECT 'delete', old.id, old.words WHERE old.words IS NOT NULL;
  INSERT INTO listing_words (rowid, words) SELECT new.id, new.words WHERE new.words IS NOT NULL;
END;
{{/sqlite}}
{{#postgres}}
ALTER TABLE listings ADD COLUMN word_vector tsvector
  GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED;
CREATE INDEX listings_by_words ON listings USING gin (word_vector);
{{/postgres}}
