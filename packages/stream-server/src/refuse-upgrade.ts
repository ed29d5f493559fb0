import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Problem, stringifyJson } from "@specwright/runtime";

/** Answers an upgrade with an HTTP error and ends the socket. */
export function refuseUpgrade(
  transport: Duplex,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = stringifyJson(problem);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? "Error"}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  transport.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
