// Answers errors of handlers, of the framework and of the HTTP parser. The answer is a problem (RFC 9457),
// or has the form that the contract documents.

import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import type { Socket } from "node:net";
import {
  NotImplementedError,
  type Problem,
  problem,
  stringifyJson,
  UnavailableError,
} from "@specwright/runtime";
import type { EncodedResponse } from "@specwright/runtime/transport";
import type { ErrorRenderer, ServerProblem } from "./error-renderer.ts";
import type { HeaderSink } from "./exchange.ts";
import { ProblemError } from "./problem-error.ts";
import { problemInstance } from "./request-id.ts";

/** A problem with its headers. */
interface ProblemAnswer extends ServerProblem {
  /** Set if the server is at fault: the error is logged with its cause. */
  readonly isInternal: boolean;
}

/** The problem codes for statuses that the HTTP layer returns. */
const STATUS_CODES: Readonly<Record<number, string>> = {
  400: "malformed_request",
  404: "not_found",
  405: "method_not_allowed",
  408: "request_timeout",
  413: "payload_too_large",
  414: "uri_too_long",
  415: "unsupported_media_type",
  431: "headers_too_large",
  503: "unavailable",
};

/** Converts an error to an answer. An error that is not meant for the client becomes a 500 without details. */
export function problemOf(error: unknown, requestId: string): ProblemAnswer {
  if (error instanceof ProblemError) {
    const isInternal = error.problem.status >= 500;
    return { problem: error.problem, headers: error.headers, isInternal };
  }
  if (error instanceof NotImplementedError) {
    return problemAnswer(
      501,
      "not_implemented",
      "This operation is in the contract but not implemented yet.",
    );
  }
  if (error instanceof UnavailableError) {
    const { retryAfterSec } = error;
    const detail = `Try again in ${retryAfterSec} seconds.`;
    return { ...statusProblem(503, detail), headers: { "retry-after": `${retryAfterSec}` } };
  }
  const status = frameworkStatus(error);
  if (status !== undefined) return statusProblem(status);
  return {
    problem: problem(500, "internal_error", problemInstance(requestId)),
    headers: {},
    isInternal: true,
  };
}

/** Builds the response for a status of the HTTP layer. */
function statusProblem(status: number, detail?: string): ProblemAnswer {
  return problemAnswer(status, STATUS_CODES[status] ?? STATUS_CODES[400] ?? "", detail);
}

function problemAnswer(status: number, code: string, detail?: string): ProblemAnswer {
  const made = problem(status, code, detail === undefined ? {} : { detail });
  return { problem: made, headers: {}, isInternal: false };
}

/**
 * Returns the status of an error of the framework itself. Other errors may have a `statusCode` too, for
 * example the status of a foreign server that a handler has called. That status must not become the status
 * of the answer.
 */
function frameworkStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("statusCode" in error)) return undefined;
  const { code, statusCode } = error;
  if (typeof code !== "string" || !code.startsWith("FST_ERR_")) return undefined;
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode > 499) return undefined;
  return statusCode;
}

/** One year, in seconds. The header is sent only over TLS. */
const HSTS = "max-age=31536000";

/** Adds the headers that every answer has. */
export function commonHeaders(sink: HeaderSink, requestId: string, isSecure: boolean): void {
  sink.header("x-request-id", requestId);
  sink.header("x-content-type-options", "nosniff");
  sink.header("referrer-policy", "no-referrer");
  if (isSecure) sink.header("strict-transport-security", HSTS);
}

/** The answers to errors of Node's HTTP parser. */
const PARSER_ERRORS: ReadonlyMap<string, readonly [status: number, code: string]> = new Map([
  ["HPE_HEADER_OVERFLOW", [431, "headers_too_large"]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "payload_too_large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "request_timeout"]],
]);

/** Matches a valid request line with any method. */
const FIRST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) \S+ HTTP\/1\.[01]\r?\n/;

/**
 * Creates the function that answers a request which the HTTP parser refused, and closes its connection.
 * Such a request has a socket, but no request object.
 */
export function clientErrorAnswerer(
  render: ErrorRenderer,
): (error: ClientError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, code] = statusOfParser(error);
    const requestId = randomUUID();
    const { title, ...rest } = problem(status, code);
    const answer = { title, ...rest, request_id: requestId };
    const { headers, body } = renderBare(answer, requestId) ?? {
      headers: [["content-type", "application/problem+json"]],
      body: stringifyJson(answer),
    };
    const text = typeof body === "string" ? body : "";
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(text)}`,
      `x-request-id: ${requestId}`,
      "x-content-type-options: nosniff",
      "referrer-policy: no-referrer",
      "cache-control: no-store",
      "connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
  };

  function renderBare(problem: Problem, requestId: string): EncodedResponse | undefined {
    try {
      return render({ problem, headers: {} }, { operation: undefined, requestId });
    } catch {
      return undefined;
    }
  }
}

/** An error of the HTTP parser, with the bytes that it could not parse. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
}

function statusOfParser({
  code = "",
  rawPacket,
}: ClientError): readonly [status: number, code: string] {
  // The server does not know the method, so no resource supports it: RFC 9110, section 15.6.2.
  const text = rawPacket instanceof Buffer ? rawPacket.toString("latin1") : "";
  const [, method] = (code === "HPE_INVALID_METHOD" && FIRST_LINE.exec(text)) || [];
  // If the method is known, the fault is in the bytes after the request line.
  if (method !== undefined && !METHODS.includes(method)) return [501, "not_implemented"];
  return PARSER_ERRORS.get(code) ?? [400, "malformed_request"];
}
