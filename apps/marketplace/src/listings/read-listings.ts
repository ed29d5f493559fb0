import { listingRefusal } from "../access/listing-access.ts";
import type { Caller, Handlers } from "../caller.ts";
import { badCursor, pageOf, readCursor } from "../page-cursor.ts";
import { listingAnswer, presentListing } from "../present/present-listing.ts";
import { notFound } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ListingSelection } from "../storage/listing-repository.ts";

const DEFAULT_LIMIT = 20;
/** Ids start at 1, so a caller without a session owns nothing. */
const NOBODY = 0;

/** Serves `GET /listings/{listing_id}`. */
export function getListing({ storage, listingView }: Services): Handlers["getListing"] {
  return async ({ path }, context) => {
    const caller = context.principal;
    const listing = await storage.committed.listings.byId(path.listing_id);
    if (listing === undefined) return notFound();
    if (listingRefusal("getListing", caller, listing) !== undefined) return notFound();
    return listingAnswer(listing, listingView, caller);
  };
}

/** Serves `GET /listings`: newest first, in pages without gaps even if others write. */
export function listListings({ storage, listingView }: Services): Handlers["listListings"] {
  return async ({ query = {} }, context) => {
    const { limit = DEFAULT_LIMIT, cursor } = query;
    const beforeId = cursor === undefined ? undefined : readCursor(cursor, query);
    if (cursor !== undefined && beforeId === undefined) return badCursor();
    const selection: ListingSelection = {
      ...viewerOf(context.principal),
      ...(query.user_id === undefined ? {} : { userId: query.user_id }),
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(beforeId === undefined ? {} : { beforeId }),
      // One more than requested shows whether another page follows.
      limit: limit + 1,
    };
    const found = await storage.committed.listings.page(selection);
    const { items, next } = pageOf(found, limit, query);
    const data = items.map((listing) => presentListing(listing, listingView, context.principal));
    return { status: 200, body: { data, next_cursor: next } };
  };
}

function viewerOf(caller: Caller | undefined): Pick<ListingSelection, "viewerId" | "moderates"> {
  if (caller === undefined) return { viewerId: NOBODY };
  const { role, userId } = caller;
  return role === "admin" ? {} : { viewerId: userId, moderates: role === "moderator" };
}
