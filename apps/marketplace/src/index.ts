export { createMarketplace, type Marketplace } from "./create-marketplace.ts";
export { fileFolder } from "./files/file-folder.ts";
export { mailFolder } from "./mail/mail-folder.ts";
export type { MarketplaceOptions } from "./marketplace-options.ts";
