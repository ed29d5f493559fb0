// Represents a request by its head and its bytes.

import type { RequestHead } from "./authenticator.ts";
import type { KeyedRequest } from "./idempotency.ts";
import type { RawRequest } from "./read-request.ts";
import type { MatchedTarget } from "./route-table.ts";

/** Converts a received request to its raw parts. `queryKeys` are the parameters that carry credentials. */
export function rawRequest(
  head: RequestHead,
  bytes: Uint8Array<ArrayBuffer>,
  { path, query }: MatchedTarget,
  queryKeys: readonly string[],
): RawRequest {
  const { rawHeaders, headers } = head;
  return {
    path,
    query,
    rawHeaders,
    cookie: headers.cookie ?? "",
    body: {
      bytes,
      contentType: headers["content-type"] ?? "",
      contentEncoding: headers["content-encoding"],
    },
    queryKeys,
  };
}

/** Returns the parts of a request with a key from which repetitions of the request are recognized. */
export function keyedRequest(
  { body }: RawRequest,
  { method, url }: RequestHead,
): Pick<KeyedRequest<never>, "method" | "target" | "contentType" | "body"> {
  return { method, target: url, contentType: body.contentType, body: body.bytes };
}
