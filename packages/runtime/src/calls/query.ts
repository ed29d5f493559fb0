// Parts of generated options for TanStack Query.

import type { CallOptions, ResponseParts, RestTransport } from "../codegen/operation.ts";
import type { SuccessOf } from "../codegen/success-of.ts";
import { orThrow } from "./or-throw.ts";

/** The body of the successful answers of an operation; null for answers without a body. */
export type BodyOf<Response extends ResponseParts> =
  SuccessOf<Response> extends infer Answer
    ? Answer extends { readonly body: infer Body }
      ? Body
      : null
    : never;

/**
 * Calls an operation through its generated function, and returns the body of the answer. Returns null for
 * an answer without a body, because TanStack Query rejects `undefined`.
 *
 * @throws AnswerError for a response that is not a success, and the errors of the call.
 */
export async function fetchBody<Request, Response extends ResponseParts>(
  call: (transport: RestTransport, request: Request, options?: CallOptions) => Promise<Response>,
  transport: RestTransport,
  request: NoInfer<Request>,
  options?: CallOptions,
): Promise<BodyOf<Response>> {
  const { body = null } = await orThrow(call)(transport, request, options);
  // The codecs have checked the body against the schema from which its type was generated.
  return body as BodyOf<Response>;
}

/**
 * Returns the key of a query. The key consists of a name, a request, and additional values that distinguish
 * queries with the same request. Without a request, the key is a prefix of the keys of all requests.
 * TanStack Query converts keys to JSON, which has no bigints. Each bigint therefore becomes an object, so
 * that 1n and "1" differ.
 */
export function queryKey<Key extends readonly unknown[]>(
  name: string,
  request?: unknown,
  ...more: readonly string[]
): Key {
  const key = request === undefined ? [name] : [name, withoutBigints(request), ...more];
  // The type of a key includes the type of the query's data. That part exists only at compile time.
  return key as readonly unknown[] as Key;
}

function withoutBigints(value: unknown): unknown {
  if (typeof value === "bigint") return { bigint: String(value) };
  if (Array.isArray(value)) return value.map(withoutBigints);
  // Objects of classes, such as dates, have a `toJSON` method.
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutBigints(member)]);
  return Object.fromEntries(members);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
