import {
  forUpdate,
  integer,
  integerOrNull,
  onlyRow,
  type Row,
  type SqlClient,
  text,
  textOrNull,
} from "@specwright/service/database";
import { readCustomValues, writeCustomValues } from "../custom-fields/custom-fields.ts";
import type { AttachmentRecord } from "./attachment-repository.ts";
import type { ListingRecord, ListingRepository } from "./listing-repository.ts";
import { type ListingStatus, listingStatuses } from "./listing-status.ts";
import { pageQuery } from "./page-query.ts";
import { attachmentsOf } from "./sql-attachments.ts";

/** Stores listings in SQL tables. */
export function sqlListings(client: SqlClient): ListingRepository {
  async function find(query: string, id: number): Promise<ListingRecord | undefined> {
    const [row] = await client.query(query, [id]);
    return row && readListing(row, await attachmentsOf(client, [id]));
  }

  async function withImages(rows: readonly Row[]): Promise<readonly ListingRecord[]> {
    const ids = rows.map((row) => integer(row, "id"));
    const images = await attachmentsOf(client, ids);
    return rows.map((row, at) =>
      readListing(row, images.length === 0 ? images : imagesOf(images, ids[at])),
    );
  }

  const byId = "SELECT * FROM listings WHERE id = $1";
  const lock = `${byId} ${forUpdate(client)}`;
  return {
    byId: (id) => find(byId, id),
    lock: (id) => find(lock, id),
    async page(selection) {
      const { text: query, values } = pageQuery(selection, client.engine);
      return await withImages(await client.query(query, values));
    },
    async insert(listing) {
      const rows = await client.query(
        `INSERT INTO listings
           (user_id, status, title, description, custom_fields, version, created_at, updated_at,
            trashed_at)
         VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8) RETURNING *`,
        [
          listing.userId,
          listing.status,
          listing.title,
          listing.description,
          writeCustomValues(listing.customFields),
          listing.createdAt,
          listing.updatedAt,
          listing.status === "trash" ? listing.updatedAt : null,
        ],
      );
      return readListing(onlyRow(rows), []);
    },
    async update(listing) {
      const rows = await client.query(
        `UPDATE listings
         SET status = $2, title = $3, description = $4, custom_fields = $5, updated_at = $6,
           held = $7, trashed_at = $8, version = version + 1
         WHERE id = $1 RETURNING *`,
        [
          listing.id,
          listing.status,
          listing.title,
          listing.description,
          writeCustomValues(listing.customFields),
          listing.updatedAt,
          Number(listing.held),
          listing.trashedAt,
        ],
      );
      return readListing(onlyRow(rows), listing.images);
    },
    async purge(trashedBy) {
      const query = "DELETE FROM listings WHERE status = 'trash' AND trashed_at <= $1 RETURNING id";
      return (await client.query(query, [trashedBy])).length;
    },
  };
}

function imagesOf(
  images: readonly AttachmentRecord[],
  id: number | undefined,
): readonly AttachmentRecord[] {
  return images.filter(({ listingId }) => listingId === id);
}

const STATUSES: ReadonlyMap<string, ListingStatus> = new Map(
  listingStatuses.map((status) => [status, status]),
);

function readListing(row: Row, images: readonly AttachmentRecord[]): ListingRecord {
  const status = STATUSES.get(text(row, "status"));
  if (status === undefined) throw new TypeError("column status holds no listing status");
  return {
    id: integer(row, "id"),
    userId: integer(row, "user_id"),
    status,
    held: integer(row, "held") === 1,
    trashedAt: integerOrNull(row, "trashed_at"),
    title: text(row, "title"),
    description: textOrNull(row, "description"),
    customFields: readCustomValues(text(row, "custom_fields")),
    images,
    version: integer(row, "version"),
    createdAt: integer(row, "created_at"),
    updatedAt: integer(row, "updated_at"),
  };
}
