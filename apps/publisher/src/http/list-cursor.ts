// Cursors of lists. A cursor is opaque, and valid only for the selection of its list.

import { createHash } from "node:crypto";
import { ProblemError } from "@specwright/rest/server";

/**
 * Writes the cursor of the page that follows a place in the list. A place is a position or a name.
 */
export function writeCursor(place: string, selection: object): string {
  return Buffer.from(`${selectionMark(selection)} ${place}`).toString("base64url");
}

/**
 * Reads a cursor and returns the place.
 *
 * @throws ProblemError 400 if the cursor is invalid or belongs to a different selection.
 */
export function readCursor(cursor: string, selection: object): string {
  const text = Buffer.from(cursor, "base64url").toString();
  const place = text.slice(text.indexOf(" ") + 1);
  // Each place has exactly one cursor, so encoding the place again must produce the same cursor.
  if (place !== "" && writeCursor(place, selection) === cursor) return place;
  throw badCursor();
}

/**
 * Reads a cursor whose place is a number.
 *
 * @throws ProblemError 400
 */
export function readNumberCursor(cursor: string, selection: object): number {
  const place = readCursor(cursor, selection);
  if (/^(?:0|[1-9]\d{0,15})$/.test(place)) return Number(place);
  throw badCursor();
}

function badCursor(): ProblemError {
  const message = "Is not a cursor that this list returned for the same parameters.";
  const error = { in: "query" as const, pointer: "/cursor", code: "cursor", message };
  const detail = "The request violates its schema; see errors.";
  return new ProblemError(400, "validation_failed", detail, { members: { errors: [error] } });
}

/** Returns a short digest of a selection, without its undefined members. */
function selectionMark(selection: object): string {
  const entries = Object.entries(selection)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 8);
}
