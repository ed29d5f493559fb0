import type { ResponseParts, RestTransport } from "../codegen/operation.ts";
import type { SuccessOf } from "../codegen/success-of.ts";
import { requireSuccess } from "./require-success.ts";

/**
 * Converts a generated function to a function that resolves only with documented responses of 2xx statuses
 * and throws an `AnswerError` for other responses, like the methods `orThrow` of a client.
 * `isAnswerOf(error, getListing)` narrows the type of the error.
 *
 * @example
 * ```ts
 * const { body } = await orThrow(getListing)(transport, { path: { listing_id: 1 } });
 * ```
 */
export function orThrow<Rest extends readonly unknown[], Response extends ResponseParts>(
  call: (transport: RestTransport, ...rest: Rest) => Promise<Response>,
): (transport: RestTransport, ...rest: Rest) => Promise<SuccessOf<Response>> {
  return async (transport, ...rest) => {
    const checking: RestTransport = {
      async call(operation, request, options) {
        const response = await transport.call(operation, request, options);
        requireSuccess(operation, response, call);
        return response;
      },
    };
    // For every other response, the transport `checking` has already thrown.
    return (await call(checking, ...rest)) as SuccessOf<Response>;
  };
}
