import type { ResponseParts } from "./operation.ts";

/** The responses of a union whose status is a 2xx or the range `2XX`. */
type With2xx<Response extends ResponseParts> = Response extends unknown
  ? `${Response["status"]}` extends `2${string}`
    ? Response
    : never
  : never;

/**
 * The responses that `orThrow` returns: those with a 2xx status. Includes `default` only if the contract
 * documents no 2xx status.
 */
export type SuccessOf<Response extends ResponseParts> = [With2xx<Response>] extends [never]
  ? Extract<Response, { readonly status: "default" }>
  : With2xx<Response>;

/** The responses of an operation for which `orThrow` throws an `AnswerError`. */
export type FailureOf<Response extends ResponseParts> = Exclude<Response, With2xx<Response>>;
