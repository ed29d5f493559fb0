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
   * How long the claim of a process on a mail is valid, in milliseconds. If the process crashes, a
   * different process sends the mail when the claim has expired. Default 120,000.
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
  /**
   * The URL of the pages, without a trailing slash. Default: the URL where the service listens.
   */
  readonly publicUrl?: string;
  /** The prefix of the API. Default `/v1`. */
  readonly prefix?: string;
  /**
   * A domain, and a date on which the operator owned the domain (RFC 4151), such as
   * `example.com,2026`. All ids in feeds contain both, so this option must never change. Default:
   * the host of `publicUrl`, and 2026.
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
   * How many documents are processed at once. If this number is two or more, one slot is always
   * reserved for documents of other tokens, so that the heavy documents of one token cannot block
   * all others. Default 2.
   */
  readonly concurrency?: number;
  /** How many documents sent with one token may wait to be processed. Default 100. */
  readonly waitingPerToken?: number;
  /**
   * How long the claim of a process on a document is valid if it is not renewed, in milliseconds.
   * If the process crashes, a different process can claim the document when the claim has expired.
   * Default 15,000.
   */
  readonly leaseMs?: number;
  /**
   * The limits for processing one document. Default: 120 seconds of processor time, a heap of 640
   * MB.
   */
  readonly processLimits?: Partial<ProcessLimits>;
  /**
   * Processes a document. Default: starts a new process for each document, with `processLimits`.
   */
  readonly process?: ProcessDocument;
  /** The maximum size of cached pages, in bytes. Default 64 MiB. */
  readonly pageCacheBytes?: number;
  /**
   * The file that configures the consoles of the interfaces; see `@specwright/site/console`.
   * Default none.
   */
  readonly consolesFile?: string;
  /**
   * Which URLs webhooks may have. `public` allows `https` URLs at public addresses. `any` also
   * allows `http` URLs and private addresses. Default `public`.
   */
  readonly webhookTargets?: WebhookTargets;
  /**
   * How to send mail. If undefined, the pages do not offer mail subscriptions. Requires
   * `publicUrl`.
   */
  readonly mail?: PublisherMailOptions;
  /** The limits for requests. Default: the limits of the REST server. */
  readonly limits?: RestServerLimits;
  /** The proxies whose `X-Forwarded-For` is trusted. Default none. */
  readonly trustProxy?: boolean | string | readonly string[];
  /** Called after each response was sent. The operation of page requests is `page`. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Default: the random source of the machine. */
  readonly random?: RandomBytes;
  /** Aborts the wait for an unavailable database when the service starts. */
  readonly signal?: AbortSignal;
  /** Receives log entries, which never contain tokens or documents. Default none. */
  readonly logger?: Logger;
}
