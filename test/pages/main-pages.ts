/** The most used kinds of pages, each with an example from the published history. */
export const mainPages = {
  index: "/",
  signIn: "/sign-in.html",
  overview: "/marketplace/",
  operation: "/marketplace/operations/create-listing.html",
  channel: "/streams/channels/market-data.html",
  schema: "/marketplace/schemas/listing.html",
  changelog: "/marketplace/changes.html",
  versions: "/marketplace/versions.html",
  version: "/marketplace/versions/4/changes.html",
  change: "/marketplace/versions/4/changes/3f070fa30d49.html",
  older: "/marketplace/versions/4/operations/update-listing.html",
  comparison: "/marketplace/compare/3...4.html",
  search: "/marketplace/search.html?q=listing_id",
} as const;
