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
  /**
   * How long a claim of a mail lasts, in milliseconds. After a crash, a different process sends the
   * mail after this time. Default 120,000.
   */
  readonly claimMs?: number;
}

/** Options for `createPublisher`. */
export interface PublisherOptions {
  readonly database: DatabaseLocation;
  /** The title of the site. Default: "API contracts". */
  readonly title?: string;
  /**
   * The file with the logo, colours and fonts of the pages, and the introduction of the first page.
   * Default none.
   */
  readonly brandFile?: string;
  /** The URL of the pages, without a trailing slash. Default: the address of the service. */
  readonly publicUrl?: string;
  /** The prefix of the API. Default `/v1`. */
  readonly prefix?: string;
  /**
   * A domain and a date when the operator owned it (RFC 4151), such as `example.com,2026`. It is
   * part of all ids in feeds, so
   * it must never change. Default: the host of `publicUrl`, and 2026.
   */
  readonly authority?: string;
  /** Other quotas, a limiter for several processes, or `false` for no limits. */
  readonly rateLimits?:
    | "off"
    | {
        readonly limiter?: RateLimiter;
        readonly quotas?: Readonly<Partial<Record<RatePolicyName, number>>>;
      };
  /**
   * How many documents are processed at once. If there are two or more slots, one token cannot use all of
   * them, so that its heavy documents do not block others. Default 2.
   */
  readonly concurrency?: number;
  /** How many documents of a token may wait to be processed. Default 100. */
  readonly waitingPerToken?: number;
  /**
   * How long a process owns a document without renewing its claim, in milliseconds. After a crash,
   * a different process can take the document after this time. Default 15,000.
   */
  readonly leaseMs?: number;
  /**
   * The limits of processing a document. Default: 120 seconds of processor time, a heap of 640 MB.
   */
  readonly processLimits?: Partial<ProcessLimits>;
  /** Works on a document. Default: a new process for each document, with these limits. */
  readonly process?: ProcessDocument;
  /** The maximum size of cached pages, in bytes. Default 64 MiB. */
  readonly pageCacheBytes?: number;
  /**
   * The file that configures the consoles of the interfaces; see `@specwright/site/console`.
   * Default none.
   */
  readonly consolesFile?: string;
  /**
   * The allowed URLs of webhooks: `public` for `https` URLs at public addresses, `any` also for
   * `http` and private addresses.
   * Default `public`.
   */
  readonly webhookTargets?: WebhookTargets;
  /** How mail is sent. Without it, pages do not offer mail subscriptions. Requires `publicUrl`. */
  readonly mail?: PublisherMailOptions;
  /** The limits of requests. Default: the limits of the REST server. */
  readonly limits?: RestServerLimits;
  /** The proxies whose `X-Forwarded-For` is trusted. Default none. */
  readonly trustProxy?: boolean | string | readonly string[];
  /** Called after each response was sent. Pages have the operation `page`. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Default: the random source of the machine. */
  readonly random?: RandomBytes;
  /** Ends the wait for an unavailable database at the start. */
  readonly signal?: AbortSignal;
  /** Receives log entries, which never contain tokens or documents. Default none. */
  readonly logger?: Logger;
}
