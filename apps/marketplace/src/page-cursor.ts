import { type ProblemAnswer, problemAnswer } from "./problem-answer.ts";

/**
 * The content of a cursor: the id of the last item of a page, and the selection with its API names.
 */
interface CursorText {
  readonly id: number;
  readonly user_id?: number;
  readonly status?: string;
}

/** The part of a query that a cursor belongs to. */
interface Selection {
  readonly user_id?: number | undefined;
  readonly status?: string | undefined;
}

/** Creates the cursor of the page that starts after an id. The cursor contains the selection. */
export function writeCursor(afterId: number, query: Selection): string {
  const text: CursorText = {
    id: afterId,
    ...(query.user_id === undefined ? {} : { user_id: query.user_id }),
    ...(query.status === undefined ? {} : { status: query.status }),
  };
  return Buffer.from(JSON.stringify(text)).toString("base64url");
}

/**
 * Reads a cursor and returns its id. Returns undefined if the cursor is invalid, or if `query` does
 * not have the `user_id` and `status` that the cursor contains.
 */
export function readCursor(cursor: string, query: Selection): number | undefined {
  const value = parseCursor(Buffer.from(cursor, "base64url").toString());
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const { id } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return undefined;
  const selection: Selection = {
    ...("user_id" in value ? { user_id: query.user_id } : {}),
    ...("status" in value ? { status: query.status } : {}),
  };
  // Each position has exactly one cursor, so encoding the position again must produce the same
  // cursor.
  return writeCursor(id, selection) === cursor ? id : undefined;
}

/** Builds the response to an invalid cursor. */
export function badCursor(): ProblemAnswer<400> {
  const message = "Is not a cursor that this list returned for the same parameters.";
  const error = { in: "query", pointer: "/cursor", code: "cursor", message } as const;
  return problemAnswer(400, "validation_failed", { errors: [error] });
}

/**
 * Returns the items of a page, and the cursor of the next page. The search must return one item
 * more than the page if a next page exists.
 */
export function pageOf<Item extends { readonly id: number }>(
  found: readonly Item[],
  limit: number,
  query: Selection,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const next = found.length > limit && last !== undefined ? writeCursor(last.id, query) : null;
  return { items, next };
}

function parseCursor(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
