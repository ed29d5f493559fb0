import type { Answered, Logger, RateLimiter, RestServerLimits } from "@specwright/rest-server";
import type { Clock } from "@specwright/runtime";
import type { CustomFieldDeclarations } from "./custom-fields/custom-fields.ts";
import type { FileStore } from "./files/file-store.ts";
import type { MailTransport } from "./mail/mail-transport.ts";
import type { RatePolicyName } from "./rate-limits/rate-policies.ts";
import type { RandomBytes } from "./sessions/session-token.ts";
import type { DatabaseLocation } from "./storage/open-storage.ts";
import type { PasswordOptions } from "./users/passwords.ts";

/** Configures `createMarketplace`. */
export interface MarketplaceOptions {
  readonly database: DatabaseLocation;
  /** Where reports are mailed to: one address. */
  readonly adminEmail: string;
  /** Keeps the bytes of images: `fileFolder` or `s3Files`. */
  readonly files: FileStore;
  /** Where clients find the service, prefix included. Default: where it listens. */
  readonly publicUrl?: string;
  /** Carries mail away. Without one it waits in the outbox. */
  readonly mail?: MailTransport;
  /** The sender of mail. Default `marketplace@localhost`. */
  readonly mailFrom?: string;
  /**
   * How long a mail is a process's once it has taken it from the outbox, in milliseconds: that long
   * a mail waits when the process dies over it and others share the database. Default 120,000.
   */
  readonly mailClaimMs?: number;
  /**
   * The page where users set a new password, linked in the mail with the key: the key goes behind
   * its `#`. Default: the mail has the key alone.
   */
  readonly passwordResetPage?: string;
  /** The page where users verify an address, linked in the mail with the key in the same way. */
  readonly emailVerificationPage?: string;
  /** Custom fields of users and listings (M8). Default none. */
  readonly customFields?: {
    readonly users?: CustomFieldDeclarations;
    readonly listings?: CustomFieldDeclarations;
  };
  /** Whether a moderator looks at what changed before others see it (M5). Default false. */
  readonly moderation?: boolean;
  /** Whether new users may register. Default `open`. */
  readonly registration?: "open" | "closed";
  readonly sessions?: {
    /** How long a session lives without use, in milliseconds. Default 7 days. */
    readonly idleMs?: number;
    /** How long it lives in all, in milliseconds. Default 30 days. */
    readonly lifetimeMs?: number;
  };
  /** What hashing a password costs, and how many may be hashed at once. */
  readonly passwords?: PasswordOptions;
  /**
   * How often what may be asked for: quotas by the name of the limit, and who counts. Default:
   * the quotas of the README, counted in memory, or in the database on PostgreSQL. `off`: as often
   * as one likes.
   */
  readonly rateLimits?:
    | "off"
    | {
        readonly limiter?: RateLimiter;
        readonly quotas?: Readonly<Partial<Record<RatePolicyName, number>>>;
      };
  /** Goes before every path. Default `/v1`. */
  readonly prefix?: string;
  /** Origins whose pages may call the service, such as `https://shop.example.com`. Default none. */
  readonly allowedOrigins?: readonly string[];
  /** Bounds of requests. Default: those of the REST server. */
  readonly limits?: RestServerLimits;
  /** Whose `X-Forwarded-For` to believe. Default nobody's. */
  readonly trustProxy?: boolean | string | readonly string[];
  /** Called with each answer after it was sent. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Default: the machine's. */
  readonly random?: RandomBytes;
  /** Ends the wait for a database that is away when the service starts. */
  readonly signal?: AbortSignal;
  /** Default: none. It gets no passwords, tokens, addresses or bodies. */
  readonly logger?: Logger;
}
