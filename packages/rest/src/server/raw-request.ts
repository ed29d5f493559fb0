// A request as its head and its bytes.

import type { RequestHead } from "./authenticator.ts";
import type { KeyedRequest } from "./idempotency.ts";
import type { RawRequest } from "./read-request.ts";

/** Returns the path of a request as received, without the query. */
export function pathOf({ url }: { readonly url: string }): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

/** Returns a request as it is received. `queryKeys` are the parameters that carry credentials. */
export function rawRequest(
  head: RequestHead,
  bytes: Uint8Array<ArrayBuffer>,
  path: ReadonlyMap<string, string>,
  queryKeys: readonly string[],
): RawRequest {
  const { url, rawHeaders, headers } = head;
  return {
    path,
    query: url.slice(pathOf(head).length + 1),
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

/** Returns the parts of a request with a key that identify repetitions. */
export function keyedRequest(
  { body }: RawRequest,
  { method, url }: RequestHead,
): Pick<KeyedRequest<never>, "method" | "target" | "contentType" | "body"> {
  return { method, target: url, contentType: body.contentType, body: body.bytes };
}
