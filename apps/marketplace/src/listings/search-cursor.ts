import { createHash } from "node:crypto";
import { parseJson, stringifyJson } from "@specwright/runtime";
import type { SearchPosition } from "../storage/listing-search.ts";
import type { ListingQuery } from "./read-search.ts";

/** Writes the cursor of the page after a position, bound to what the query selects and its order. */
export function writeSearchCursor(position: SearchPosition, query: ListingQuery): string {
  const text = stringifyJson({ ...position, of: digestOf(query) });
  return Buffer.from(text).toString("base64url");
}

/** Reads a cursor; returns undefined if it is not one of ours, or belongs to another query. */
export function readSearchCursor(cursor: string, query: ListingQuery): SearchPosition | undefined {
  const { id, rank } = parse(cursor);
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return undefined;
  if (rank !== undefined && typeof rank !== "number") return undefined;
  const position = { id, ...(rank !== undefined && { rank }) };
  // Encoding it again must produce the same text, so that each position has one form.
  return writeSearchCursor(position, query) === cursor ? position : undefined;
}

function parse(cursor: string): { readonly id?: unknown; readonly rank?: unknown } {
  try {
    return Object(parseJson(Buffer.from(cursor, "base64url").toString()));
  } catch {
    return {};
  }
}

function digestOf({ limit: _l, cursor: _c, count: _n, ...selection }: ListingQuery): string {
  const parts = Object.entries(selection).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
