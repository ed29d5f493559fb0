/** The eight kinds of pages that readers see most, each by an example of the published history. */
export const mainPages = {
  index: "/",
  overview: "/marketplace/",
  operation: "/marketplace/operations/create-listing.html",
  channel: "/streams/channels/market-data.html",
  schema: "/marketplace/schemas/listing.html",
  changelog: "/marketplace/changes.html",
  version: "/marketplace/versions/5/changes.html",
  comparison: "/marketplace/compare/4...5.html",
  search: "/marketplace/search.html?q=listing_id",
} as const;
