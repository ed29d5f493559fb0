import type { RateLimiter } from "@specwright/rest/server";
import type { Clock } from "@specwright/runtime";
import type { CustomFields } from "./custom-fields/compile-custom-fields.ts";
import type { FileLinks } from "./files/file-links.ts";
import type { FileStore } from "./files/file-store.ts";
import type { MailTemplates } from "./mail/mail-templates.ts";
import type { ListingView } from "./present/present-listing.ts";
import type { Categories } from "./search/categories.ts";
import type { Passwords } from "./secrets/passwords.ts";
import type { RandomBytes } from "./secrets/session-token.ts";
import type { MarketplaceStorage } from "./storage/marketplace-storage.ts";
import type { WorkQueue } from "./work-queue.ts";

/** The services that handlers use. */
export interface Services {
  readonly storage: MarketplaceStorage;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly passwords: Passwords;
  readonly limiter: RateLimiter;
  readonly customFields: { readonly users: CustomFields; readonly listings: CustomFields };
  readonly categories: Categories;
  readonly listingView: ListingView;
  readonly files: FileStore;
  readonly fileLinks: FileLinks;
  /** The queue of images to encode. */
  readonly imageQueue: WorkQueue;
  readonly sessions: {
    /** How long an unused session is valid, in milliseconds. */
    readonly idleMs: number;
    /** How long a session is valid at most, in milliseconds. */
    readonly lifetimeMs: number;
  };
  /** Whether new users may register. */
  readonly isRegistrationOpen: boolean;
  /** Whether a moderator reviews changes before other users see them. */
  readonly isModerated: boolean;
  /**
   * The path under which clients reach the service, such as `/v1`. Paths in responses start with
   * it.
   */
  readonly publicPath: string;
  /** The mail address to which reports are sent. */
  readonly adminEmail: string;
  readonly mailTemplates: MailTemplates;
  /** The URL of the page where users set a new password. Mails with a key link to it. */
  readonly passwordResetPage: string | undefined;
  /** The URL of the page where users verify an address. Mails with a key link to it. */
  readonly emailVerificationPage: string | undefined;
  /** Must be called after each transaction that added mail to the outbox. */
  readonly onMail: () => void;
}
