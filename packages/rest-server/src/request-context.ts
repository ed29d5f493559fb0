import type { IncomingHttpHeaders } from "node:http";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { Remember } from "./idempotency.ts";

/** A logger for problems; pino and the loggers of Fastify fit. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Says who sent a request, and from where. */
export interface RequestMeta {
  /** Unique; `X-Request-Id` of the answer, and `instance` of a 500. */
  readonly requestId: string;
  readonly operation: OperationDescriptor;
  readonly method: string;
  /** The request target as it came. It may hold secrets: do not log it. */
  readonly url: string;
  /** Names are in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The peer's address; that of the client when `trustProxy` is set. */
  readonly ip: string;
}

/** What a handler gets in addition to the request. */
export interface RequestContext<Principal = unknown> extends RequestMeta {
  /** Who the request is from; `undefined` for a public operation without credentials. */
  readonly principal: Principal | undefined;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /**
   * Keeps the answer of a request with an `Idempotency-Key` in a store that is of the handler's own
   * transaction, so that what was done and what is answered are there together, or not at all. The
   * handler answers with the same object then. Without a key it does nothing. Rejects with
   * `ProblemError` (409) when the request was given up for dead and another does it: the
   * transaction must be undone.
   */
  readonly remember: Remember;
}
