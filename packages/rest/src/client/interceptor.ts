import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedBody } from "@specwright/runtime/transport";

/** A request that is about to be sent. Its headers may be changed in place. */
export interface InterceptedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** The body in the form that fetch accepts: a string for JSON. */
  readonly body?: EncodedBody["body"] | undefined;
}

/**
 * A call of an operation. All interceptors receive the same object, from the start of the call to its end.
 */
export interface InterceptedCall {
  /** The descriptor of the operation, with its `id` and its `path` with placeholders. */
  readonly operation: OperationDescriptor;
  /** The number of the attempt. The first attempt is 1, and each retry adds 1. 0 if nothing was sent. */
  readonly attempt: number;
  /** Aborts when the caller aborts or the call times out. */
  readonly signal: AbortSignal;
}

/**
 * Receives a request. Returns nothing, the parts of the request to replace, or a `Response`. A `Response`
 * becomes the response to the caller, and the request is not sent.
 */
export type InterceptRequest = (
  request: InterceptedRequest,
  call: InterceptedCall,
) => ReplacedRequest | Promise<ReplacedRequest>;

// biome-ignore lint/suspicious/noConfusingVoidType: most interceptors return nothing.
type ReplacedRequest = void | Partial<Omit<InterceptedRequest, "method">> | Response;

/**
 * Functions that read and may replace the requests and responses of a transport. Errors that they throw are
 * not retried and reach the caller unchanged.
 *
 * @example
 * ```ts
 * const logging: Interceptor = {
 *   request: ({ method, url }, { operation }) => console.info(operation.id, method, url),
 *   response: ({ status }, { operation, attempt }) => console.info(operation.id, attempt, status),
 * };
 * ```
 */
export interface Interceptor {
  /**
   * Called before each attempt, in the order of the list. The request has no credentials yet, so
   * that no secret is logged by accident.
   */
  readonly request?: InterceptRequest;
  /**
   * Called with the complete request, including its credentials, after all `request` functions. Called
   * again for each redirect. Sign requests here.
   */
  readonly sign?: InterceptRequest;
  /**
   * Called with the response to each attempt, in the reverse order of the list. The transport has not
   * checked the response yet, and has not decided whether to retry. Read the body from a `clone()`.
   */
  readonly response?: (
    response: Response,
    call: InterceptedCall,
    // biome-ignore lint/suspicious/noConfusingVoidType: most interceptors return nothing.
  ) => void | Response | Promise<void | Response>;
  /**
   * Called once with the error that ends a call, in the reverse order of the list. If it returns a value,
   * the value replaces the error. It has no time limit.
   */
  readonly error?: (error: unknown, call: InterceptedCall) => unknown;
}
