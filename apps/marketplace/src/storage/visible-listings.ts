import type { Bindings } from "@specwright/service/database";
import { type ListingSearch, NOBODY } from "./listing-search.ts";
import { type ListingStatus, listingStatuses } from "./listing-status.ts";

/** Selects a part of the listings that a viewer may see. */
export interface VisiblePart {
  readonly condition: string;
  /**
   * The column that the condition compares with a value: the owner or the state. `nothing` if there is no
   * such column. The query selects an index by this member.
   */
  readonly by: "owner" | "status" | "nothing";
}

/**
 * For each state in which all viewers see a listing, the condition on its row. The other constant
 * also contains the states in which only moderators see a listing.
 */
const SHOWN: readonly (readonly [state: string, condition: string])[] = [["publish", "1 = 1"]];
const SHOWN_TO_MODERATORS: typeof SHOWN = [...SHOWN, ["pending", "1 = 1"], ["hidden", "held = 1"]];
/** Divides the listings that the viewer may see into parts that do not overlap. */
export function visibleParts(
  search: Pick<ListingSearch, "viewerId" | "userId" | "status" | "moderates">,
  query: Bindings,
): readonly VisiblePart[] {
  const { viewerId, userId, status, moderates = false } = search;
  if (viewerId === undefined) return [{ condition: "1 = 1", by: "nothing" }];
  if (viewerId === NOBODY) return visiblePartsIn(SHOWN, status);
  const parts: VisiblePart[] = [];
  if (userId !== viewerId) {
    for (const { condition, by } of visiblePartsIn(
      moderates ? SHOWN_TO_MODERATORS : SHOWN,
      status,
    )) {
      parts.push({ condition: `${condition} AND user_id <> ${query.bind(viewerId)}`, by });
    }
  }
  if (userId === undefined || userId === viewerId) {
    const own = `user_id = ${query.bind(viewerId)}`;
    const condition = status === "trash" ? own : `${own} AND status <> 'trash'`;
    parts.push({ condition, by: "owner" });
  }
  return parts;
}

/** Divides all listings by state. */
export function partsByStatus(status: ListingStatus | undefined): readonly VisiblePart[] {
  return visiblePartsIn(
    listingStatuses.map((state) => [state, "1 = 1"]),
    status,
  );
}

function visiblePartsIn(
  states: typeof SHOWN,
  status: ListingStatus | undefined,
): readonly VisiblePart[] {
  return states
    .filter(([state]) => status === undefined || status === state)
    .map(([state, condition]) => ({
      condition: `status = '${state}' AND ${condition}`,
      by: "status",
    }));
}
