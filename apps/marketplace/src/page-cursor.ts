import { type ProblemAnswer, problemAnswer } from "./problem-answer.ts";

/** The position where a page ended, with the parameter names of the API. */
interface CursorText {
  readonly id: number;
  readonly user_id?: number;
  readonly status?: string;
}

/** What of a query a cursor is bound to. */
interface Selection {
  readonly user_id?: number | undefined;
  readonly status?: string | undefined;
}

/** Writes the cursor of the page that follows what has a number, bound to the selection. */
function writeCursor(afterId: number, query: Selection): string {
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
export function readCursor(cursor: string, query: Selection): number | undefined {
  const value = parse(Buffer.from(cursor, "base64url").toString());
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const { id } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return undefined;
  const selection: Selection = {
    ...("user_id" in value ? { user_id: query.user_id } : {}),
    ...("status" in value ? { status: query.status } : {}),
  };
  // Written again it must be the same: one form for each place.
  return writeCursor(id, selection) === cursor ? id : undefined;
}

/** Builds the answer to a cursor that is none of ours, or of another selection. */
export function badCursor(): ProblemAnswer<400> {
  const message = "Is not a cursor that this list answered for the same selection.";
  const error = { in: "query", pointer: "/cursor", code: "cursor", message } as const;
  return problemAnswer(400, "validation_failed", { errors: [error] });
}

/** Holds what was found to a page, and tells what follows; one more than a page was asked for. */
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
