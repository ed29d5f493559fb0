import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, type Problem, problem, stringifyJson } from "@specwright/runtime";

/** The inputs of a refusal. */
export interface RefuseUpgradeOptions {
  readonly clock: Clock;
  /** After the answer, the client must disconnect within this number of milliseconds. */
  readonly graceMs: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Returns the JSON body of a refusal. Default: the problem in the form of RFC 9457. */
  readonly bodyOf?: (problem: Problem) => object;
}

/** Answers an upgrade with an HTTP error and ends the socket. */
export function refuseUpgrade(
  transport: Duplex,
  problem: Problem,
  { clock, graceMs, headers = {}, bodyOf }: RefuseUpgradeOptions,
): void {
  const body = stringifyJson(bodyOf?.(problem) ?? problem);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? "Error"}`,
    `Date: ${new Date(clock.now()).toUTCString()}`,
    `Content-Type: application/${bodyOf === undefined ? "problem+json" : "json"}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  transport.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  // The socket stays open, because the client might not receive the answer if it were cut at once. Node
  // notices that the client has disconnected only if the remaining data is read.
  transport.resume();
  const cancel = clock.setTimer(graceMs, () => transport.destroy());
  transport.once("close", cancel);
}

const UNREADABLE: ReadonlyMap<string, readonly [status: number, code: string]> = new Map([
  ["HPE_HEADER_OVERFLOW", [431, "headers_too_large"]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "payload_too_large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "request_timeout"]],
]);

/**
 * Answers a request that the HTTP parser could not read, if the client is still connected. Returns the
 * refusal.
 */
export function refuseUnreadable(
  error: Error,
  transport: Duplex,
  options: RefuseUpgradeOptions,
): Problem | undefined {
  const known = "code" in error ? String(error.code) : "";
  if (known === "ECONNRESET" || !transport.writable) {
    transport.destroy();
    return undefined;
  }
  const [status, code] = UNREADABLE.get(known) ?? [400, "malformed_request"];
  const refusal = problem(status, code);
  refuseUpgrade(transport, refusal, options);
  return refusal;
}
