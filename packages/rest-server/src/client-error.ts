// Requests that Node's parser gives up on: there is no request object, only a socket.

import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { problem, stringifyJson } from "@specwright/runtime";

const STATUSES: ReadonlyMap<string, readonly [status: number, code: string]> = new Map([
  ["HPE_HEADER_OVERFLOW", [431, "headers_too_large"]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "payload_too_large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "request_timeout"]],
]);

/** Answers a request that is not HTTP, too slow or too large with a problem, and closes. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] = STATUSES.get(error.code ?? "") ?? [400, "malformed_request"];
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
