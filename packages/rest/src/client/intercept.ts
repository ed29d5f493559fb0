import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { BuiltRequest } from "./build-request.ts";
import type { InterceptedCall, Interceptor } from "./interceptor.ts";

/** The interceptors of one call. */
export interface Interception {
  /**
   * Passes a request to the interceptors. In the step `request`, it has no credentials yet; in the step
   * `sign`, it has them.
   */
  request(request: BuiltRequest, step?: "request" | "sign"): Promise<BuiltRequest | Response>;
  response(response: Response): Promise<Response>;
  /** Resolves with the error to throw. */
  error(error: unknown): Promise<unknown>;
}

/** Creates the interception of one call. */
export function createInterception(
  operation: OperationDescriptor,
  interceptors: readonly Interceptor[],
  signal: AbortSignal,
): Interception {
  const call = { operation, attempt: 0, signal };

  /**
   * Calls a function of each interceptor, from the last to the first. Each call receives the result of the
   * previous call.
   */
  async function passBackwards<T>(
    value: T,
    replace: (interceptor: Interceptor, value: T, call: InterceptedCall) => unknown,
  ): Promise<T> {
    let current = value;
    for (const each of [...interceptors].reverse()) {
      current = ((await replace(each, current, call)) as T | undefined) ?? current;
    }
    return current;
  }

  return {
    async request(built, step = "request") {
      if (step === "request") call.attempt += 1;
      let request = { ...built, headers: new Headers(built.headers) };
      for (const each of interceptors) {
        const replaced = await each[step]?.(request, call);
        if (replaced instanceof Response) return replaced;
        request = { ...request, ...replaced };
      }
      return request;
    },
    response: (response) => passBackwards(response, (each, value) => each.response?.(value, call)),
    error: (error) => passBackwards(error, (each, value) => each.error?.(value, call)),
  };
}
