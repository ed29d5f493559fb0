// The build bundles this file for the console of the marketplace.

export { createMarketplaceClient as createClient } from "@specwright/marketplace-api/client";
export { restTransport } from "@specwright/rest/client";
