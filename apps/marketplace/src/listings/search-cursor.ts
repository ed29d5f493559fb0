import { createHash } from "node:crypto";
import { parseJson, stringifyJson } from "@specwright/runtime";
import { readCursor, writeCursor } from "../page-cursor.ts";
import type { SearchPosition } from "../storage/listing-search.ts";
import type { ListingQuery } from "./read-search.ts";

/**
 * Writes the cursor of the page that follows a position. If the query lists the newest listings and
 * filters only by owner and state, the cursor also works with more such filters. Every other cursor
 * works only with the same filters and order.
 */
export function writePosition(position: SearchPosition, query: ListingQuery): string {
  if (isPlain(query)) return writeCursor(position.id, query);
  const text = stringifyJson({ ...position, of: selectionDigest(query) });
  return Buffer.from(text).toString("base64url");
}

/** Reads a cursor. Returns undefined if the cursor is invalid or belongs to a different query. */
export function readPosition(cursor: string, query: ListingQuery): SearchPosition | undefined {
  if (isPlain(query)) {
    const id = readCursor(cursor, query);
    return id === undefined ? undefined : { id };
  }
  const { id, rank } = parseCursor(cursor);
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return undefined;
  if (rank !== undefined && typeof rank !== "number") return undefined;
  const position = { id, ...(rank !== undefined && { rank }) };
  // Each position has exactly one cursor, so encoding the position again must produce the same
  // cursor.
  return writePosition(position, query) === cursor ? position : undefined;
}

/** Reports whether a query lists the newest listings and has no filters except owner and state. */
function isPlain({ sort, ...query }: ListingQuery): boolean {
  const { user_id: _u, status: _s, limit: _l, cursor: _c, count: _n, ...filters } = query;
  const isNewest = sort === undefined || sort === "newest";
  return isNewest && Object.values(filters).every((value) => value === undefined);
}

function parseCursor(cursor: string): { readonly id?: unknown; readonly rank?: unknown } {
  try {
    return Object(parseJson(Buffer.from(cursor, "base64url").toString()));
  } catch {
    return {};
  }
}

function selectionDigest({ limit: _l, cursor: _c, count: _n, ...selection }: ListingQuery): string {
  const parts = Object.entries(selection).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
