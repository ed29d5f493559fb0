import { type Row, readInteger, readTextOrNull, type SqlValue } from "@specwright/service/database";
import { foldedWords } from "../search/fold-words.ts";
import { toPoint } from "../search/point.ts";
import type { ListingRecord } from "./listing-repository.ts";

/**
 * The columns that the service reads to show a listing. The username of the owner is read from a
 * different table. The other columns are only for searches.
 */
export const listingColumns: string =
  "id, user_id, status, held, trashed_at, title, description, category, price_amount, " +
  "price_currency, latitude, longitude, custom_fields, version, created_at, updated_at, " +
  "(SELECT username FROM users WHERE users.id = listings.user_id) AS seller";

/** The fields of a listing from which the columns for searches are computed. */
export type FoundBy = Pick<
  ListingRecord,
  "title" | "description" | "category" | "price" | "location"
>;

/** The columns for searches. */
export const foundByColumns = [
  "category",
  "price_amount",
  "price_currency",
  "latitude",
  "longitude",
  "place_x",
  "place_y",
  "place_z",
  "words",
] as const;

/** Returns the values of `foundByColumns`. */
export function foundByValues({
  title,
  description,
  category,
  price,
  location,
}: FoundBy): readonly SqlValue[] {
  const place =
    location === null
      ? [null, null, null, null, null]
      : [location.latitude, location.longitude, ...toPoint(location)];
  const words = foldedWords(title, description);
  return [category, price?.amount ?? null, price?.currency ?? null, ...place, words];
}

/** Reads the category, the price and the location of a listing. */
export function readFoundBy(row: Row): Pick<ListingRecord, "category" | "price" | "location"> {
  const currency = readTextOrNull(row, "price_currency");
  const [latitude, longitude] = [realOrNull(row, "latitude"), realOrNull(row, "longitude")];
  return {
    category: readTextOrNull(row, "category"),
    price: currency === null ? null : { amount: readInteger(row, "price_amount"), currency },
    location: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

function realOrNull(row: Row, column: string): number | null {
  const value = row[column];
  if (value === null || typeof value === "number") return value;
  throw new TypeError(`column ${column} is not a number`);
}
