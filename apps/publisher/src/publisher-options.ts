import type { RestServerLimits } from "@specwright/rest/fastify";
import type { Answered, RateLimiter } from "@specwright/rest/server";
import type { Clock, Logger } from "@specwright/runtime";
import type { DatabaseLocation } from "@specwright/service/database";
import type { RatePolicyName } from "./access/rate-policies.ts";
import type { WebhookTargets } from "./outgoing/webhook-target.ts";
import type { ProcessDocument, ProcessLimits } from "./processing/protocol.ts";
import type { RandomBytes } from "./tokens/token-text.ts";

/** How mail to subscribers is sent. */
export interface PublisherMailOptions {
  /** The server: `smtp://user:password@host:port` or `smtps://`. */
  readonly smtpUrl: string;
  /** The sender, with a name or without, as in `Contracts <contracts@example.com>`. */
  readonly from: string;
  /** The folder of templates that replace built-in ones. */
  readonly templatesFolder?: string;
  /** After how long another process sends the mail of one that was killed, in ms. Default 120,000. */
  readonly claimMs?: number;
}

/** Options for `createPublisher`. */
export interface PublisherOptions {
  readonly database: DatabaseLocation;
  /** The title of the site; "API contracts" by default. */
  readonly title?: string;
  /**
   * The file that declares the logo, the colours and the fonts of the pages, and what the first one
   * says above the list of interfaces. Default none.
   */
  readonly brandFile?: string;
  /** The URL of the pages, without a slash at its end. Default: where the service listens. */
  readonly publicUrl?: string;
  /** The prefix of the API. Default `/v1`. */
  readonly prefix?: string;
  /**
   * A domain and a date at which it was the operator's, such as `example.com,2026`. It is a part of
   * every id in feeds, and must never change. Default: the host of `publicUrl`, and 2026.
   */
  readonly authority?: string;
  /** Other quotas, a limiter for several processes, or none. */
  readonly rateLimits?:
    | "off"
    | {
        readonly limiter?: RateLimiter;
        readonly quotas?: Readonly<Partial<Record<RatePolicyName, number>>>;
      };
  /**
   * How many documents are processed at once. Of several, one is always of another token, so that
   * heavy ones do not hold up those of others. Default 2.
   */
  readonly concurrency?: number;
  /** How many documents of a token may wait to be processed. Default 100. */
  readonly waitingPerToken?: number;
  /**
   * How long a process keeps a document without renewing its claim, in milliseconds. It renews it
   * while it works; another process takes over the documents of one that was killed after so long.
   * Default 15,000.
   */
  readonly leaseMs?: number;
  /** What a document may take. Default: 120 seconds of processor time, a heap of 640 MB. */
  readonly processLimits?: Partial<ProcessLimits>;
  /** Works on a document. Default: a process of its own for each, with these limits. */
  readonly process?: ProcessDocument;
  /** How much finished pages may take in memory, in bytes. Default 64 MiB. */
  readonly pageCacheBytes?: number;
  /**
   * The file that declares where interfaces can be tried, described with `@specwright/site/console`.
   * Default none.
   */
  readonly consolesFile?: string;
  /**
   * Where webhooks may be: `public` for `https` URLs at public addresses, `any` also for `http` and for
   * private addresses. Default `public`.
   */
  readonly webhookTargets?: WebhookTargets;
  /** How mail is sent. Without it, the pages do not offer subscriptions by mail. Needs `publicUrl`. */
  readonly mail?: PublisherMailOptions;
  /** The limits of requests. Default: those of the REST server. */
  readonly limits?: RestServerLimits;
  /** The proxies whose `X-Forwarded-For` is trusted. Default none. */
  readonly trustProxy?: boolean | string | readonly string[];
  /** Called with each answer after it was sent; pages have the operation `page`. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Default: the random source of the machine. */
  readonly random?: RandomBytes;
  /** Ends the wait for an unavailable database at the start. */
  readonly signal?: AbortSignal;
  /** Default: none. It receives no tokens and no documents. */
  readonly logger?: Logger;
}
