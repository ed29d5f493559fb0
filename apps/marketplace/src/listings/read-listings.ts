import { listingRefusal } from "../access/listing-access.ts";
import type { Caller, Handlers } from "../caller.ts";
import { badCursor } from "../page-cursor.ts";
import { listingAnswer, presentListing } from "../present/present-listing.ts";
import { listHeaders, readCaching } from "../present/read-caching.ts";
import { notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { type ListingSearch, NOBODY } from "../storage/listing-search.ts";
import { readSearch } from "./read-search.ts";
import { readPosition, writePosition } from "./search-cursor.ts";

const DEFAULT_LIMIT = 20;
/** The maximum number of search results that are counted. */
const MOST_COUNTED = 10_000;

/** Serves `GET /listings/{listing_id}`. */
export function getListing({ storage, listingView }: Services): Handlers["getListing"] {
  return async ({ path }, context) => {
    const caller = context.principal;
    const listing = await storage.committed.listings.byId(path.listing_id);
    if (listing === undefined) return notFound();
    if (listingRefusal("getListing", caller, listing) !== undefined) return notFound();
    const answer = listingAnswer(listing, listingView, caller);
    return { ...answer, headers: { ...answer.headers, ...readCaching(caller) } };
  };
}

/** Serves `GET /categories`. */
export function listCategories({ categories }: Services): Handlers["listCategories"] {
  const body = { data: [...categories.tree] };
  return (_request, { principal }) => ({
    status: 200,
    headers: listHeaders(body, principal),
    body,
  });
}

/**
 * Serves `GET /listings`. A listing that changes between two pages does not cause gaps in the
 * pages.
 */
export function listListings(services: Services): Handlers["listListings"] {
  const { storage, categories, listingView } = services;
  const fields = services.customFields.listings;
  return async ({ query = {} }, { principal: caller }) => {
    const { limit = DEFAULT_LIMIT, cursor, user_id: userId, status } = query;
    const read = readSearch(query, { categories, fields, caller });
    if ("errors" in read) {
      return problemAnswer(400, "validation_failed", { errors: [...read.errors] });
    }
    const after = cursor === undefined ? undefined : readPosition(cursor, query);
    if (cursor !== undefined && after === undefined) return badCursor();
    const search: ListingSearch = {
      ...searchViewer(caller),
      ...read.filters,
      ...(userId === undefined ? {} : { userId }),
      ...(status === undefined ? {} : { status }),
      ...(after === undefined ? {} : { after }),
      order: query.sort ?? "newest",
      // One extra listing is read, to find out whether a next page exists.
      limit: limit + 1,
    };
    const { listings } = storage.committed;
    const [found, total] = await Promise.all([
      listings.search(search),
      query.count === true ? listings.count(search, MOST_COUNTED) : undefined,
    ]);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const next =
      last === undefined ? null : writePosition({ id: last.listing.id, rank: last.rank }, query);
    const data = page.map(({ listing }) => presentListing(listing, listingView, caller));
    const body = { data, next_cursor: next, ...(total !== undefined && { total }) };
    return { status: 200, headers: listHeaders(body, caller), body };
  };
}

function searchViewer(caller: Caller | undefined): Pick<ListingSearch, "viewerId" | "moderates"> {
  if (caller === undefined) return { viewerId: NOBODY };
  const { role, userId } = caller;
  return role === "admin" ? {} : { viewerId: userId, moderates: role === "moderator" };
}
