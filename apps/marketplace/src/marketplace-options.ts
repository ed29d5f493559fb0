import type { RestServerLimits } from "@specwright/rest/fastify";
import type { Answered, RateLimiter } from "@specwright/rest/server";
import type { Clock, Logger } from "@specwright/runtime";
import type { DatabaseLocation } from "@specwright/service/database";
import type { MailTransport } from "@specwright/service/mail";
import type { CustomFieldDeclarations } from "./custom-fields/custom-fields.ts";
import type { FileStore } from "./files/file-store.ts";
import type { MailTemplates } from "./mail/mail-templates.ts";
import type { RatePolicyName } from "./rate-limits/rate-policies.ts";
import type { CategoryDeclaration } from "./search/categories.ts";
import type { PasswordOptions } from "./secrets/passwords.ts";
import type { RandomBytes } from "./secrets/session-token.ts";

/** Options for `createMarketplace`. */
export interface MarketplaceOptions {
  readonly database: DatabaseLocation;
  /** The mail address to which reports are sent. */
  readonly adminEmail: string;
  /** The store for image files: `fileFolder` or `s3Files`. */
  readonly files: FileStore;
  /**
   * How long a file that belongs to no image is kept after a sweep has marked it, in milliseconds.
   * Default 24 hours.
   */
  readonly unusedFilesMs?: number;
  /**
   * The URL under which clients reach the service, including the prefix. Default: the URL where it
   * listens.
   */
  readonly publicUrl?: string;
  /** The transport for mail. If undefined, mail waits in the outbox. */
  readonly mail?: MailTransport;
  /** The sender of mail, with a name or without. Default `Marketplace <marketplace@localhost>`. */
  readonly mailFrom?: string;
  /**
   * How long the claim of a process on a mail is valid, in milliseconds. If the process crashes, a
   * different process sends the mail when the claim has expired. Default 120,000.
   */
  readonly mailClaimMs?: number;
  /** The templates of mails, from `readMailTemplates`. Default: the built-in English templates. */
  readonly mailTemplates?: MailTemplates;
  /**
   * The URL of the page where users set a new password. Mails contain it as a link. If the URL
   * contains `{key}` or `{username}`, the link contains the values instead. If the URL does not
   * contain `{key}`, the link contains both values after `#`. If undefined, the mail contains only
   * the key.
   */
  readonly passwordResetPage?: string;
  /**
   * The URL of the page where users verify an address. Mails contain it as a link, in the same way
   * as `passwordResetPage`.
   */
  readonly emailVerificationPage?: string;
  /** Custom fields of users and listings. Default none. */
  readonly customFields?: {
    readonly users?: CustomFieldDeclarations;
    readonly listings?: CustomFieldDeclarations;
  };
  /** The categories of listings, as a tree. Default none. */
  readonly categories?: readonly CategoryDeclaration[];
  /** Whether a moderator reviews changes before other users see them. Default false. */
  readonly moderation?: boolean;
  /**
   * Whether the service serves the page for moderators, at `/moderation/` below the prefix. Default
   * true.
   */
  readonly moderationPage?: boolean;
  /** Whether new users may register. Default `open`. */
  readonly registration?: "open" | "closed";
  readonly sessions?: {
    /** How long an unused session is valid, in milliseconds. Default 7 days. */
    readonly idleMs?: number;
    /** How long a session is valid at most, in milliseconds. Default 30 days. */
    readonly lifetimeMs?: number;
  };
  /** The cost of hashing a password, and how many may be hashed at once. */
  readonly passwords?: PasswordOptions;
  /**
   * The rate limits: a quota for each limit, and the limiter that counts. Default: the quotas in
   * the README, counted in memory, or on PostgreSQL in the database. `off` disables all limits.
   */
  readonly rateLimits?:
    | "off"
    | {
        readonly limiter?: RateLimiter;
        readonly quotas?: Readonly<Partial<Record<RatePolicyName, number>>>;
      };
  /** The prefix of every path. Default `/v1`. */
  readonly prefix?: string;
  /**
   * Origins whose pages may call the service (CORS), such as `https://shop.example.com`. Default
   * none.
   */
  readonly allowedOrigins?: readonly string[];
  /** The limits for requests. Default: the limits of the REST server. */
  readonly limits?: RestServerLimits;
  /** The proxies whose `X-Forwarded-For` is trusted. Default none. */
  readonly trustProxy?: boolean | string | readonly string[];
  /** Called after each response was sent. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Default: the random source of the machine. */
  readonly random?: RandomBytes;
  /** Aborts the wait for an unavailable database when the service starts. */
  readonly signal?: AbortSignal;
  /**
   * Receives log entries, which contain no passwords, tokens, addresses or bodies. Default: none.
   */
  readonly logger?: Logger;
}
