import { listingRefusal } from "../access/listing-access.ts";
import type { Caller, Handlers } from "../caller.ts";
import { notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { readListingCursor, writeListingCursor } from "./listing-cursor.ts";
import type { ListingSelection } from "./listing-repository.ts";
import { listingAnswer, presentListing } from "./present-listing.ts";

const DEFAULT_LIMIT = 20;
/** Numbers start at 1: whoever has no session owns nothing. */
const NOBODY = 0;

/** Serves `GET /listings/{listing_id}`. */
export function getListing({ storage, listingView }: Services): Handlers["getListing"] {
  return async ({ path }, context) => {
    const caller = context.principal;
    const listing = await storage.committed.listings.byId(path.listing_id);
    if (listing === undefined) return notFound();
    if (listingRefusal("getListing", caller, listing) !== undefined) return notFound();
    return listingAnswer(listing, listingView);
  };
}

/** Serves `GET /listings`: newest first, page by page, without gaps while others write. */
export function listListings({ storage, listingView }: Services): Handlers["listListings"] {
  return async ({ query = {} }, context) => {
    const { limit = DEFAULT_LIMIT, cursor } = query;
    const beforeId = cursor === undefined ? undefined : readListingCursor(cursor, query);
    if (cursor !== undefined && beforeId === undefined) {
      const message = "Is not a cursor that this list answered for the same selection.";
      const error = { in: "query", pointer: "/cursor", code: "cursor", message } as const;
      return problemAnswer(400, "validation_failed", { errors: [error] });
    }
    const selection: ListingSelection = {
      ...viewerOf(context.principal),
      ...(query.user_id === undefined ? {} : { userId: query.user_id }),
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(beforeId === undefined ? {} : { beforeId }),
      // One more tells whether a page follows.
      limit: limit + 1,
    };
    const found = await storage.committed.listings.page(selection);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      status: 200,
      body: {
        data: page.map((listing) => presentListing(listing, listingView)),
        next_cursor: hasMore ? writeListingCursor(last.id, query) : null,
      },
    };
  };
}

function viewerOf(caller: Caller | undefined): Pick<ListingSelection, "viewerId" | "seesPending"> {
  if (caller === undefined) return { viewerId: NOBODY };
  const { role, userId } = caller;
  return role === "admin" ? {} : { viewerId: userId, seesPending: role === "moderator" };
}
