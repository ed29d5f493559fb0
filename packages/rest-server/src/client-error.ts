// Requests that Node's parser gives up on: there is no request object, only a socket.

import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import type { Socket } from "node:net";
import { problem, stringifyJson } from "@specwright/runtime";

const STATUSES: ReadonlyMap<string, readonly [status: number, code: string]> = new Map([
  ["HPE_HEADER_OVERFLOW", [431, "headers_too_large"]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "payload_too_large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "request_timeout"]],
]);

/** A first line that is right, whatever its method. */
const FIRST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) \S+ HTTP\/1\.[01]\r?\n/;

/** Answers a request that is not HTTP, too slow or too large with a problem, and closes. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] = statusOf(error);
  const { title, ...rest } = problem(status, code);
  const requestId = randomUUID();
  const body = stringifyJson({ title, ...rest, request_id: requestId });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "x-content-type-options: nosniff",
    "referrer-policy: no-referrer",
    "cache-control: no-store",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/** What the parser gave up on, with the bytes that it was at. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
}

function statusOf({ code = "", rawPacket }: ClientError): readonly [status: number, code: string] {
  // No resource has such a method: RFC 9110, section 15.6.2.
  const text = rawPacket instanceof Buffer ? rawPacket.toString("latin1") : "";
  const [, method] = (code === "HPE_INVALID_METHOD" && FIRST_LINE.exec(text)) || [];
  // With a known one, what cannot be read comes behind the request.
  if (method !== undefined && !METHODS.includes(method)) return [501, "not_implemented"];
  return STATUSES.get(code) ?? [400, "malformed_request"];
}
