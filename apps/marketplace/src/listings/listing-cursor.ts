import type { ListListingsQuery } from "@specwright/marketplace-api/types";

/** Is the place where a page ended, in the words of the wire. */
interface CursorText {
  readonly id: number;
  readonly user_id?: number;
  readonly status?: string;
}

/** What of a query a cursor is bound to. */
interface Selection {
  readonly user_id?: ListListingsQuery["user_id"] | undefined;
  readonly status?: ListListingsQuery["status"] | undefined;
}

/** Writes the cursor of the page that follows a listing, bound to the selection. */
export function writeListingCursor(afterId: number, query: Selection): string {
  const text: CursorText = {
    id: afterId,
    ...(query.user_id === undefined ? {} : { user_id: query.user_id }),
    ...(query.status === undefined ? {} : { status: query.status }),
  };
  return Buffer.from(JSON.stringify(text)).toString("base64url");
}

/**
 * Reads a cursor; nothing when it is not one of ours or belongs to a selection that this one is
 * no part of.
 */
export function readListingCursor(cursor: string, query: Selection): number | undefined {
  const value = parse(Buffer.from(cursor, "base64url").toString());
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const { id } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return undefined;
  const selection: Selection = {
    ...("user_id" in value ? { user_id: query.user_id } : {}),
    ...("status" in value ? { status: query.status } : {}),
  };
  // Written again it must be the same: one form for each place.
  return writeListingCursor(id, selection) === cursor ? id : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
