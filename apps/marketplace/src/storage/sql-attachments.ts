import {
  createBindings,
  onlyRow,
  type Row,
  readInteger,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { AttachmentRecord, AttachmentRepository, ImageType } from "./attachment-repository.ts";
import { imageNameOf } from "./image-sizes.ts";

/** Stores images in a SQL table. */
export function sqlAttachments(client: SqlClient): AttachmentRepository {
  return {
    async byId(id) {
      const [row] = await client.query("SELECT * FROM attachments WHERE id = $1", [id]);
      return row && readAttachment(row);
    },
    ofListing: (listingId) => attachmentsOf(client, [listingId]),
    async exists() {
      return (await client.query("SELECT id FROM attachments LIMIT 1")).length > 0;
    },
    async nextUnsized(after) {
      const [row] = await client.query(
        "SELECT * FROM attachments WHERE sized = 0 AND id > $1 ORDER BY id LIMIT 1",
        [after],
      );
      return row && readAttachment(row);
    },
    async knownFiles(names) {
      const query = createBindings();
      const places = [...new Set(names.map(imageNameOf))].map(query.bind).join(", ");
      const rows =
        names.length === 0
          ? []
          : await client.query(
              `SELECT file_name FROM attachments WHERE file_name IN (${places})`,
              query.values,
            );
      const images = new Set(rows.map((row) => readText(row, "file_name")));
      return new Set(names.filter((name) => images.has(imageNameOf(name))));
    },
    async insert(image) {
      const rows = await client.query(
        `INSERT INTO attachments
           (listing_id, file_name, sort_order, media_type, byte_size, sha256, width, height, sized,
            version, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10) RETURNING *`,
        [
          image.listingId,
          image.fileName,
          image.sortOrder,
          image.mediaType,
          image.byteSize,
          image.sha256,
          image.width,
          image.height,
          Number(image.isSized),
          image.createdAt,
        ],
      );
      return readAttachment(onlyRow(rows));
    },
    async setSized(id) {
      await client.query("UPDATE attachments SET sized = 1 WHERE id = $1", [id]);
    },
    async place(id, sortOrder) {
      await client.query(
        "UPDATE attachments SET sort_order = $2, version = version + 1 WHERE id = $1",
        [id, sortOrder],
      );
    },
    async delete(id) {
      await client.query("DELETE FROM attachments WHERE id = $1", [id]);
    },
  };
}

/** Reads the images of these listings. The images of each listing are ordered by position. */
export async function attachmentsOf(
  client: SqlClient,
  listingIds: readonly number[],
): Promise<readonly AttachmentRecord[]> {
  if (listingIds.length === 0) return [];
  return (await client.query(queryOf(listingIds.length), listingIds)).map(readAttachment);
}

const queries = new Map<number, string>();

/** Returns the query for the images of `count` listings. */
function queryOf(count: number): string {
  const known = queries.get(count);
  if (known !== undefined) return known;
  const places = Array.from({ length: count }, (_, at) => `$${at + 1}`).join(", ");
  const query = `SELECT * FROM attachments WHERE listing_id IN (${places})
     ORDER BY listing_id, sort_order`;
  queries.set(count, query);
  return query;
}

const TYPES: ReadonlyMap<string, ImageType> = new Map(
  (["image/jpeg", "image/png"] as const).map((type) => [type, type]),
);

function readAttachment(row: Row): AttachmentRecord {
  const mediaType = TYPES.get(readText(row, "media_type"));
  if (mediaType === undefined) throw new TypeError("unknown image type in column `media_type`");
  return {
    id: readInteger(row, "id"),
    listingId: readInteger(row, "listing_id"),
    fileName: readText(row, "file_name"),
    sortOrder: readInteger(row, "sort_order"),
    mediaType,
    byteSize: readInteger(row, "byte_size"),
    sha256: readText(row, "sha256"),
    width: readInteger(row, "width"),
    height: readInteger(row, "height"),
    isSized: readInteger(row, "sized") === 1,
    version: readInteger(row, "version"),
    createdAt: readInteger(row, "created_at"),
  };
}
