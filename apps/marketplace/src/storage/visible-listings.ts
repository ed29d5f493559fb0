import type { Bindings } from "@specwright/service/database";
import { type ListingSearch, NOBODY } from "./listing-search.ts";

/**
 * The listings of others that all callers can see, and those that only moderators can see: a state
 * and a condition.
 */
const SHOWN: readonly (readonly [state: string, condition: string])[] = [["publish", "1 = 1"]];
const SHOWN_TO_MODERATORS: typeof SHOWN = [...SHOWN, ["pending", "1 = 1"], ["hidden", "held = 1"]];

/** Splits what the viewer may see into disjoint, non-empty parts. */
export function visibleParts(
  search: Pick<ListingSearch, "viewerId" | "userId" | "status" | "moderates">,
  query: Bindings,
): readonly string[] {
  const { viewerId, userId, status, moderates = false } = search;
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
