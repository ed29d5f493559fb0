import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { Remember } from "./idempotency.ts";

/** The id, the head and the sender of a request. */
export interface RequestMeta {
  /**
   * The unique id of the request. The answer has the id in `X-Request-Id`, and a 500 also in `instance`.
   */
  readonly requestId: string;
  readonly operation: OperationDescriptor;
  readonly method: string;
  /** The request target as received. It may contain secrets: do not log it. */
  readonly url: string;
  /** Header names are lowercase. */
  readonly headers: IncomingHttpHeaders;
  /** The address of the connection, or of the client if `trustProxy` is set. */
  readonly ip: string;
}

/**
 * The context that a handler receives in addition to the request. `Framework` is the type of the
 * framework's request, such as the `Context` of Hono or the `Request` of Express.
 */
export interface RequestContext<Principal = unknown, Framework = unknown> extends RequestMeta {
  /** The authenticated principal; `undefined` for a public operation without credentials. */
  readonly principal: Principal | undefined;
  /**
   * The request of Node, Express or Fastify, or the value that was passed to `fetchHandler`, such
   * as the context of Hono.
   */
  readonly framework: Framework;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /**
   * Stores the answer of a request with an `Idempotency-Key`. If the store belongs to the handler's
   * transaction, the work and the answer are committed together or not at all. The handler must return the
   * same object. Without a key, `remember` does nothing. Rejects with `ProblemError` (409) if the request
   * took so long that a repetition has replaced it. The transaction must then be rolled back.
   */
  readonly remember: Remember;
}
