import {
  type Bindings,
  bindings,
  type SqlEngine,
  type SqlValue,
} from "@specwright/service/database";
import { listingColumns } from "./listing-columns.ts";
import { type ListingSelection, NOBODY } from "./listing-search.ts";

/** A query with its values. */
export interface PageQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * Writes the query for a page of listings. Each branch walks one index in descending order, and the
 * engine merges the branches until it has a page, so that every page costs the same.
 */
export function pageQuery(selection: ListingSelection, engine: SqlEngine): PageQuery {
  const query = bindings();
  const branches = visibleParts(selection, query).map((part) => branch(part, selection, query));
  if (branches.length === 0) {
    return { text: `SELECT ${listingColumns} FROM listings WHERE 1 = 0`, values: query.values };
  }
  const limit = query.bind(selection.limit);
  // PostgreSQL walks the indexes only if each branch has a limit of its own. SQLite would copy and
  // sort the rows of such a branch, which doubles its time.
  const parts =
    engine === "postgres" && branches.length > 1
      ? branches.map((text, at) => `SELECT * FROM (${text} ${newest(limit)}) AS part${at}`)
      : branches;
  return { text: `${parts.join(" UNION ALL ")} ${newest(limit)}`, values: query.values };
}

/** Returns the end of a query for the newest listings. */
function newest(limit: string): string {
  return `ORDER BY id DESC LIMIT ${limit}`;
}

/**
 * The listings of others that all callers can see, and those that only moderators can see: a state
 * and a condition.
 */
const SHOWN: readonly (readonly [state: string, condition: string])[] = [["publish", "1 = 1"]];
const SHOWN_TO_MODERATORS: typeof SHOWN = [...SHOWN, ["pending", "1 = 1"], ["hidden", "held = 1"]];

/** Splits what the viewer may see into disjoint, non-empty parts. */
export function visibleParts(
  selection: Pick<ListingSelection, "viewerId" | "userId" | "status" | "moderates">,
  query: Bindings,
): readonly string[] {
  const { viewerId, userId, status, moderates = false } = selection;
  if (viewerId === undefined) return ["1 = 1"];
  if (viewerId === NOBODY) {
    return SHOWN.filter(([state]) => status === undefined || status === state).map(
      ([state, condition]) => `status = '${state}' AND ${condition}`,
    );
  }
  const parts: string[] = [];
  if (userId !== viewerId) {
    for (const [state, condition] of moderates ? SHOWN_TO_MODERATORS : SHOWN) {
      if (status !== undefined && status !== state) continue;
      parts.push(`status = '${state}' AND ${condition} AND user_id <> ${query.bind(viewerId)}`);
    }
  }
  if (userId === undefined || userId === viewerId) {
    const own = `user_id = ${query.bind(viewerId)}`;
    parts.push(status === "trash" ? own : `${own} AND status <> 'trash'`);
  }
  return parts;
}

function branch(part: string, selection: ListingSelection, query: Bindings): string {
  const { userId, status, beforeId } = selection;
  const conditions = [part];
  if (userId !== undefined) conditions.push(`user_id = ${query.bind(userId)}`);
  if (status !== undefined) conditions.push(`status = ${query.bind(status)}`);
  if (beforeId !== undefined) conditions.push(`id < ${query.bind(beforeId)}`);
  return `SELECT ${listingColumns} FROM listings WHERE ${conditions.join(" AND ")}`;
}
