export { createMarketplace, type Marketplace } from "./create-marketplace.ts";
export type {
  CustomFieldDeclaration,
  CustomFieldDeclarations,
} from "./custom-fields/custom-fields.ts";
export { type MarketplaceEnvironment, readEnvironment } from "./environment/read-environment.ts";
export { type MarketplaceSettings, readSettings } from "./environment/read-settings.ts";
export { fileFolder } from "./files/file-folder.ts";
export type { FileStore, StoredFile } from "./files/file-store.ts";
export { s3Files } from "./files/s3-files.ts";
export { readS3Url, type S3Location } from "./files/s3-location.ts";
export { mailFolder } from "./mail/mail-folder.ts";
export { isMailAddress, type MailMessage, type MailTransport } from "./mail/mail-transport.ts";
export { smtpTransport } from "./mail/smtp-transport.ts";
export {
  MarketplaceError,
  type MarketplaceErrorCode,
  marketplaceErrorCodes,
} from "./marketplace-error.ts";
export type { MarketplaceOptions } from "./marketplace-options.ts";
export type { RatePolicyName } from "./rate-limits/rate-policies.ts";
export type { MarketplaceSeed, Seeded, SeedListing, SeedUser } from "./seed-marketplace.ts";
export type { RandomBytes } from "./sessions/session-token.ts";
export type {
  MarketplaceStorage,
  Readers,
  Repositories,
} from "./storage/marketplace-storage.ts";
export type { PasswordOptions } from "./users/passwords.ts";
