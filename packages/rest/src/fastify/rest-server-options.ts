import type { FastifyBaseLogger } from "fastify";
import type {
  Handlers,
  RestHandlerLimits,
  RestHandlerOptions,
} from "../server/rest-handler-options.ts";

/** Limits on the work that a client can cause. */
export interface RestServerLimits extends RestHandlerLimits {
  /** The interval at which the progress of a body is checked, in milliseconds. Default 10,000. */
  readonly bodyGraceMs?: number;
  /**
   * The minimum average speed of a body in each interval, in bytes per second. Slower bodies get 408.
   * Default 8 KiB.
   */
  readonly bodyBytesPerSecond?: number;
  /** The time for the request's headers to arrive, in milliseconds. Default 10,000. */
  readonly headersTimeoutMs?: number;
  /**
   * The maximum number of connections from one address; for IPv6, from one /64. Ignored if a proxy is
   * trusted. Default 100.
   */
  readonly connectionsPerAddress?: number;
}

/** Options for `createRestServer`. */
export interface RestServerOptions<Principal, Table extends Handlers<Table, Principal>>
  extends Omit<RestHandlerOptions<Principal, Table>, "logger" | "limits"> {
  /**
   * Receives log entries. By default, errors become process warnings, and all other entries are
   * dropped.
   */
  readonly logger?: FastifyBaseLogger;
  /** The target and the headers of a request together are limited to 16 KiB. */
  readonly limits?: RestServerLimits;
  /**
   * The proxies whose `X-Forwarded-For` is trusted, as in Fastify. The addresses in the header may
   * have ports. Default none.
   */
  readonly trustProxy?: boolean | string | readonly string[];
}
