import { approveListing, hideListing, rejectListing } from "@specwright/marketplace-api/client";
import type { Listing, Problem } from "@specwright/marketplace-api/types";
import { callOrLost, type Lost } from "../attempt.ts";
import type { Desk } from "../desk.ts";
import type { ReasonQuestion } from "../parts/reason-dialog.ts";

/** The response to a decision about a listing. */
export type ListingAnswer =
  | { readonly status: 200; readonly body: { readonly data: Listing } }
  | { readonly status: number; readonly body?: Problem }
  | Lost;

/** A decision about a listing that the current user may make. */
export interface ListingAction {
  readonly label: string;
  readonly look: "main" | "bad" | "";
  /** The message that is shown after the decision succeeded. */
  readonly done: string;
  /** If set, the page asks for a reason before it sends the decision. */
  readonly question?: ReasonQuestion;
  run(reason: string): Promise<ListingAnswer>;
}

/**
 * Returns the decisions about a listing that the current user may make. Each decision applies to
 * the shown version. If the listing has changed since then, the service responds with 412.
 */
export function listingActions(desk: Desk, listing: Listing): readonly ListingAction[] {
  const { transport, me, isAdmin } = desk;
  const { id, title, status, held } = listing;
  // Only administrators may decide about their own listings.
  if (listing.user_id === me.id && !isAdmin) return [];
  const headers = { "If-Match": `"${listing.version}"` };
  const path = { listing_id: id };
  const question = (verb: string): ReasonQuestion => ({
    title: `${verb} “${title}”?`,
    label: "Reason",
    hint: "The reason is mailed to the owner.",
    submit: verb,
    draft: `${verb} ${id}`,
  });
  if (status === "pending") {
    return [
      {
        ...{ label: "Approve", look: "main", done: "Approved" },
        run: () => callOrLost(approveListing(transport, { path, headers })),
      },
      {
        ...{ label: "Reject", look: "bad", done: "Rejected", question: question("Reject") },
        run: (reason) => callOrLost(rejectListing(transport, { path, headers, body: { reason } })),
      },
    ];
  }
  if (status === "publish") {
    return [
      {
        ...{ label: "Hide", look: "bad", done: "Hidden", question: question("Hide") },
        run: (reason) =>
          callOrLost(hideListing(transport, { path, headers, body: { hidden: true, reason } })),
      },
    ];
  }
  if (status === "hidden" && held) {
    return [
      {
        ...{ label: "Publish again", look: "", done: "Published again" },
        run: () => callOrLost(hideListing(transport, { path, headers, body: { hidden: false } })),
      },
    ];
  }
  return [];
}

/** The states of listings in words. */
export function statusText({ status, held }: Listing): string {
  if (status === "publish") return "published";
  return status === "hidden" && held ? "hidden by a moderator" : status;
}
