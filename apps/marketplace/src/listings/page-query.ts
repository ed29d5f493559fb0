import { type Bindings, bindings, type SqlValue } from "../storage/sql-client.ts";
import type { ListingSelection } from "./listing-repository.ts";

/** A query with its values. */
export interface PageQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * Writes the query for a page of listings. Each branch walks one index in descending order and
 * stops at the limit, so that every page costs the same.
 */
export function pageQuery(selection: ListingSelection): PageQuery {
  const query = bindings();
  const branches = visibleParts(selection, query).map((part) => branch(part, selection, query));
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return { text: only, values: query.values };
  if (only === undefined) {
    return { text: "SELECT * FROM listings WHERE 1 = 0", values: query.values };
  }
  const parts = branches.map((text, at) => `SELECT * FROM (${text}) AS part${at}`);
  const limit = query.bind(selection.limit);
  return {
    text: `${parts.join(" UNION ALL ")} ORDER BY id DESC LIMIT ${limit}`,
    values: query.values,
  };
}

/** The listings of others that all callers, and moderators, can see: a state and a condition. */
const SHOWN: readonly (readonly [state: string, condition: string])[] = [["publish", "1 = 1"]];
const SHOWN_TO_MODERATORS: typeof SHOWN = [...SHOWN, ["pending", "1 = 1"], ["hidden", "held = 1"]];

/** Splits what the viewer may see into disjoint, non-empty parts. */
function visibleParts(selection: ListingSelection, query: Bindings): readonly string[] {
  const { viewerId, userId, status, moderates = false } = selection;
  if (viewerId === undefined) return ["1 = 1"];
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
  const { userId, status, beforeId, limit } = selection;
  const conditions = [part];
  if (userId !== undefined) conditions.push(`user_id = ${query.bind(userId)}`);
  if (status !== undefined) conditions.push(`status = ${query.bind(status)}`);
  if (beforeId !== undefined) conditions.push(`id < ${query.bind(beforeId)}`);
  const where = conditions.join(" AND ");
  return `SELECT * FROM listings WHERE ${where} ORDER BY id DESC LIMIT ${query.bind(limit)}`;
}
