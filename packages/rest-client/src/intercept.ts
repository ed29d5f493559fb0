import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { BuiltRequest } from "./build-request.ts";
import type { Interceptor } from "./interceptor.ts";

/** The interceptors of one call. */
export interface Interception {
  /** Changes a request without credentials, or with them if the step is `sign`. */
  request(request: BuiltRequest, step?: "request" | "sign"): Promise<BuiltRequest | Response>;
  response(response: Response): Promise<Response>;
  /** Resolves with the error to throw. */
  error(error: unknown): Promise<unknown>;
  /** Runs a function of the caller. What it throws is neither retried nor wrapped. */
  own<T>(run: () => T | Promise<T>): Promise<T>;
  /** Reports whether such a function has thrown. */
  hasFailed(): boolean;
}

/** Prepares the interceptors of one call. */
export function intercept(
  operation: OperationDescriptor,
  interceptors: readonly Interceptor[],
  signal: AbortSignal,
): Interception {
  const call = { operation, attempt: 0, signal };
  const reversed = interceptors.toReversed();
  let hasFailed = false;

  async function own<T>(run: () => T | Promise<T>): Promise<T> {
    hasFailed = true;
    const result = await run();
    hasFailed = false;
    return result;
  }

  return {
    own,
    hasFailed: () => hasFailed,
    async request(built, step = "request") {
      if (step === "request") call.attempt += 1;
      let request = { ...built, headers: new Headers(built.headers) };
      for (const each of interceptors) {
        const replaced = await own(() => each[step]?.(request, call));
        if (replaced instanceof Response) return replaced;
        request = { ...request, ...replaced };
      }
      return request;
    },
    async response(response) {
      let current = response;
      for (const each of reversed) {
        current = (await own(() => each.response?.(current, call))) ?? current;
      }
      return current;
    },
    async error(error) {
      let current = error;
      for (const each of reversed) current = (await each.error?.(current, call)) ?? current;
      return current;
    },
  };
}
