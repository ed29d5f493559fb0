export { mailFolder } from "@specwright/service/mail";
export { createMarketplace, type Marketplace } from "./create-marketplace.ts";
export { fileFolder } from "./files/file-folder.ts";
export { type MailTemplates, readMailTemplates } from "./mail/mail-templates.ts";
export type { MarketplaceOptions } from "./marketplace-options.ts";
