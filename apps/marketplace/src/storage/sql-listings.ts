import { isDeepStrictEqual } from "node:util";
import {
  createBindings,
  forUpdate,
  insertRows,
  onlyRow,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
  type SqlValue,
} from "@specwright/service/database";
import {
  type CustomValues,
  readCustomValues,
  writeCustomValues,
} from "../custom-fields/custom-fields.ts";
import type { AttachmentRecord } from "./attachment-repository.ts";
import { foundByColumns, foundByValues, listingColumns, readFoundBy } from "./listing-columns.ts";
import type { ListingRecord, ListingRepository } from "./listing-repository.ts";
import type { ListingSearch } from "./listing-search.ts";
import { type ListingStatus, listingStatuses } from "./listing-status.ts";
import { breadthQueries, type Driver } from "./search-plan.ts";
import { countQuery, searchQuery } from "./search-query.ts";
import { attachmentsOf } from "./sql-attachments.ts";

/** Limits for selecting the filter that drives a search on SQLite, as numbers of listings. */
export interface Breadth {
  /**
   * A filter that selects this many listings or more does not drive a search. The database then
   * reads the listings in the order of the results and checks the filter for each.
   */
  readonly broad: number;
  /**
   * A filter that selects fewer listings than this drives the search, and no other filters are
   * counted.
   */
  readonly narrow: number;
}

/** Reading `broad` rows takes about as long as finding a page by reading all listings in order. */
const BREADTH: Breadth = { broad: 4_000, narrow: 100 };

/** Stores listings in SQL tables. */
export function sqlListings(client: SqlClient, breadth: Breadth = BREADTH): ListingRepository {
  async function findListing(query: string, id: number): Promise<ListingRecord | undefined> {
    // Both queries are sent without waiting in between, because PostgreSQL can pipeline them.
    const [[row], images] = await Promise.all([
      client.query(query, [id]),
      attachmentsOf(client, [id]),
    ]);
    return row && readListing(row, images);
  }

  async function withImages(rows: readonly Row[]): Promise<readonly ListingRecord[]> {
    const ids = rows.map((row) => readInteger(row, "id"));
    const images = await attachmentsOf(client, ids);
    return rows.map((row, at) =>
      readListing(row, images.length === 0 ? images : imagesOf(images, ids[at])),
    );
  }

  /** Stores the values of custom fields that filters can find. */
  async function indexFields(id: number, fields: CustomValues): Promise<void> {
    const rows = Object.entries(fields).flatMap(([name, value]) => {
      const found = fieldRow(value);
      return found === undefined ? [] : [[id, name, ...found]];
    });
    const columns = ["listing_id", "name", "value", "number"];
    await insertRows(client, { table: "listing_fields", columns, rows });
  }

  /**
   * Reports whether a search may read most listings if none of its filters selects few of them.
   */
  function mayWalkMost({ userId }: ListingSearch): boolean {
    // PostgreSQL selects an index by its statistics, and one owner has only few listings.
    return client.engine === "sqlite" && userId === undefined;
  }

  /**
   * Returns the filter that selects the fewest listings; undefined if every filter selects many.
   */
  async function findNarrowest(search: ListingSearch): Promise<Driver | undefined> {
    if (!mayWalkMost(search)) return undefined;
    let found: Driver | undefined;
    let fewest = breadth.broad;
    for (const { driver, text: query, values } of breadthQueries(search)) {
      const total = readInteger(onlyRow(await client.query(query, [...values, fewest])), "total");
      if (total < fewest) [found, fewest] = [driver, total];
      if (fewest < breadth.narrow) break;
    }
    return found;
  }

  async function findPage(search: ListingSearch, narrow?: Driver): Promise<readonly Row[]> {
    const { text: query, values } = searchQuery(search, client.engine, narrow);
    return client.query(query, values);
  }

  /**
   * Finds the nearest listings in circles of increasing size. If a small circle contains enough
   * listings for the page, all other listings are further away and need not be read.
   */
  async function findNearest(search: ListingSearch): Promise<readonly Row[]> {
    const { near } = search;
    if (near === undefined) return findPage(search);
    for (const part of CIRCLES) {
      const circle = { ...near, radiusKm: near.radiusKm * part };
      const rows = await findPage({ ...search, near: circle });
      if (rows.length === search.limit) return rows;
    }
    return findPage(search);
  }

  async function changeListing(
    query: string,
    listing: ListingRecord,
    foundBy: readonly SqlValue[],
  ): Promise<ListingRecord> {
    const rows = await client.query(query, [
      listing.id,
      listing.status,
      listing.title,
      listing.description,
      writeCustomValues(listing.customFields),
      listing.updatedAt,
      Number(listing.held),
      listing.trashedAt,
      ...foundBy,
    ]);
    return readListing(onlyRow(rows), listing.images);
  }

  const byId = `SELECT ${listingColumns} FROM listings WHERE id = $1`;
  const lock = `${byId} ${forUpdate(client)}`;
  return {
    byId: (id) => findListing(byId, id),
    lock: (id) => findListing(lock, id),
    async search(search) {
      const narrow = await findNarrowest(search);
      const searchesInCircles =
        search.order === "nearest" && mayWalkMost(search) && narrow === undefined;
      const rows = searchesInCircles ? await findNearest(search) : await findPage(search, narrow);
      const listings = await withImages(rows);
      return listings.map((listing, at) => ({ listing, rank: Number(rows[at]?.["rank"]) }));
    },
    async count(search, most) {
      const narrow = await findNarrowest(search);
      const { text: query, values } = countQuery(search, client.engine, most, narrow);
      return readInteger(onlyRow(await client.query(query, values)), "total");
    },
    async insert(listing) {
      const rows = await client.query(
        `INSERT INTO listings
           (user_id, status, title, description, custom_fields, version, created_at, updated_at,
            trashed_at, ${foundByColumns.join(", ")})
         VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, ${foundByPlaces.join(", ")})
         RETURNING ${listingColumns}`,
        [
          listing.userId,
          listing.status,
          listing.title,
          listing.description,
          writeCustomValues(listing.customFields),
          listing.createdAt,
          listing.updatedAt,
          listing.status === "trash" ? listing.updatedAt : null,
          ...foundByValues(listing),
        ],
      );
      const inserted = readListing(onlyRow(rows), []);
      await indexFields(inserted.id, listing.customFields);
      return inserted;
    },
    update: (listing) => changeListing(UPDATE, listing, []),
    async updateContent(listing, before) {
      const updated = await changeListing(UPDATE_CONTENT, listing, foundByValues(listing));
      if (isDeepStrictEqual(listing.customFields, before.customFields)) return updated;
      await client.query("DELETE FROM listing_fields WHERE listing_id = $1", [listing.id]);
      await indexFields(listing.id, listing.customFields);
      return updated;
    },
    async indexOld(limit) {
      const query = `SELECT ${listingColumns} FROM listings WHERE words IS NULL LIMIT $1`;
      const rows = await client.query(`${query} ${forUpdate(client)}`, [limit]);
      for (const row of rows) {
        const listing = readListing(row, []);
        const { values, bind } = createBindings();
        const columns = foundByValues(listing).map((value, at) => {
          return `${foundByColumns[at]} = ${bind(value)}`;
        });
        const id = bind(listing.id);
        await client.query(`UPDATE listings SET ${columns.join(", ")} WHERE id = ${id}`, values);
        await indexFields(listing.id, listing.customFields);
      }
      return rows.length;
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

/**
 * The radii of the first two circles in a search for the nearest listings, as fractions of the
 * requested radius.
 */
const CIRCLES = [1 / 64, 1 / 8] as const;

/**
 * The placeholders for the values of `foundByColumns`. Eight other placeholders come before them.
 */
const foundByPlaces = foundByColumns.map((_, at) => `$${at + 9}`);

function updateQuery(columns: readonly string[]): string {
  const also = columns.map((column, at) => `, ${column} = ${foundByPlaces[at]}`).join("");
  return `UPDATE listings
    SET status = $2, title = $3, description = $4, custom_fields = $5, updated_at = $6,
      held = $7, trashed_at = $8, version = version + 1${also}
    WHERE id = $1 RETURNING ${listingColumns}`;
}

const UPDATE = updateQuery([]);
const UPDATE_CONTENT = updateQuery(foundByColumns);

/** The maximum length of a text that filters can find. */
const MAX_FIELD = 256;

/**
 * Returns the text and the number that are stored for a value, so that filters can find it. Returns
 * undefined if filters cannot find the value.
 */
function fieldRow(value: unknown): readonly [value: string, number: number | null] | undefined {
  if (typeof value === "string") return value.length > MAX_FIELD ? undefined : [value, null];
  if (typeof value === "number" || typeof value === "bigint") return [`${value}`, Number(value)];
  return typeof value === "boolean" ? [`${value}`, null] : undefined;
}

const STATUSES: ReadonlyMap<string, ListingStatus> = new Map(
  listingStatuses.map((status) => [status, status]),
);

function readListing(row: Row, images: readonly AttachmentRecord[]): ListingRecord {
  const status = STATUSES.get(readText(row, "status"));
  if (status === undefined) throw new TypeError("unknown listing status in column `status`");
  return {
    id: readInteger(row, "id"),
    userId: readInteger(row, "user_id"),
    seller: readText(row, "seller"),
    status,
    held: readInteger(row, "held") === 1,
    trashedAt: readIntegerOrNull(row, "trashed_at"),
    title: readText(row, "title"),
    description: readTextOrNull(row, "description"),
    ...readFoundBy(row),
    customFields: readCustomValues(readText(row, "custom_fields")),
    images,
    version: readInteger(row, "version"),
    createdAt: readInteger(row, "created_at"),
    updatedAt: readInteger(row, "updated_at"),
  };
}
