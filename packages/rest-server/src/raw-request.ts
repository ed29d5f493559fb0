// A request of the framework as its head and its bytes.

import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { FastifyRequest } from "fastify";
import type { RequestHead } from "./authenticator.ts";
import type { KeyedRequest } from "./idempotency.ts";
import type { RawRequest } from "./read-request.ts";

const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(0);

/** Returns the path of a request as received, without the query. */
export function pathOf(request: FastifyRequest): string {
  const { url = "" } = request.raw;
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

/** Returns the head of a request, as authenticators and handlers see it. */
export function headOf(operation: OperationDescriptor, request: FastifyRequest): RequestHead {
  return {
    requestId: request.id,
    operation,
    method: request.method,
    url: request.raw.url ?? "",
    headers: request.raw.headers,
    rawHeaders: request.raw.rawHeaders,
    ip: request.ip,
  };
}

/** Returns a request as it is received. `queryKeys` are the parameters that carry credentials. */
export function rawRequest(
  request: FastifyRequest,
  path: ReadonlyMap<string, string>,
  queryKeys: readonly string[],
): RawRequest {
  const { url = "", rawHeaders, headers } = request.raw;
  const { body } = request;
  return {
    path,
    query: url.slice(pathOf(request).length + 1),
    rawHeaders,
    cookie: headers.cookie ?? "",
    body: {
      bytes: bytesOf(body),
      contentType: headers["content-type"] ?? "",
      contentEncoding: headers["content-encoding"],
    },
    queryKeys,
  };
}

/** Returns a body as bytes, without copying it. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) return NOTHING;
  const { buffer, byteOffset, byteLength } = body;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : NOTHING;
}

/** Returns the parts of a request with a key that identify repetitions. */
export function keyedRequest(
  { body }: RawRequest,
  { method, url }: RequestHead,
): Pick<KeyedRequest<never>, "method" | "target" | "contentType" | "body"> {
  return { method, target: url, contentType: body.contentType, body: body.bytes };
}
