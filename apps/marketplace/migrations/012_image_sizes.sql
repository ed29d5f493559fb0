-- Whether the smaller copies of an image have been made. They are stored beside the image, under its
-- name with their width.
ALTER TABLE attachments ADD COLUMN sized BIGINT NOT NULL DEFAULT 0;
CREATE INDEX attachments_without_sizes ON attachments (id) WHERE sized = 0;
