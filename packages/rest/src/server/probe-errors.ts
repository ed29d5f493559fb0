// When the server is created, renders the server's own errors for every operation. This finds errors that
// the contract does not document before a client receives them.

import { type Problem, type ProblemIssue, problem } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { findHandler } from "./call-handler.ts";
import { documentedKey } from "./documented-key.ts";
import { checkProblem, type ErrorRenderer, type ServerProblem } from "./error-renderer.ts";
import { idempotencyHeaderOf } from "./idempotency.ts";
import { RestServerError } from "./problem-error.ts";
import type { Handlers, RestHandlerOptions } from "./rest-handler-options.ts";

/** The features of a server that can answer with additional errors. */
export interface ErrorFeatures {
  readonly limitsRates: boolean;
  readonly hasIdempotency: boolean;
  readonly verifies: boolean;
  /** Whether an operation has a handler. */
  readonly isHandled: (operation: OperationDescriptor) => boolean;
}

/** Returns the features that the options of a server enable. */
export function errorFeatures<Principal, Table extends Handlers<Table, Principal>>({
  rateLimits,
  slots,
  idempotency,
  verify,
  handlers,
}: Pick<
  RestHandlerOptions<Principal, Table>,
  "rateLimits" | "slots" | "idempotency" | "verify" | "handlers"
>): ErrorFeatures {
  return {
    limitsRates: rateLimits !== undefined || slots !== undefined,
    hasIdempotency: idempotency !== undefined,
    verifies: verify !== undefined,
    isHandled: (operation) => findHandler(handlers, operation) !== undefined,
  };
}

/**
 * Renders a sample of every error with which the server itself may answer an operation.
 *
 * @throws RestServerError if an error does not fit its documented response.
 */
export function probeErrors(
  operations: readonly OperationDescriptor[],
  render: ErrorRenderer,
  features: ErrorFeatures,
): void {
  for (const operation of operations) {
    for (const sample of samplesFor(operation, features)) probeOperation(operation, sample, render);
  }
  for (const sample of [
    sampleProblem(404, "not_found"),
    sampleProblem(405, "method_not_allowed"),
  ]) {
    render(sample, { operation: undefined, requestId: SAMPLE_ID });
  }
}

function probeOperation(
  operation: OperationDescriptor,
  sample: ServerProblem,
  render: ErrorRenderer,
): void {
  const { status } = sample.problem;
  try {
    const rendered = render(sample, { operation, requestId: SAMPLE_ID });
    if (rendered === undefined) checkProblem(sample.problem, operation);
  } catch (cause) {
    const key = documentedKey(operation.responses, status);
    const types = Object.keys((key && operation.responses[key]?.content) || {}).join(", ");
    const reason = cause instanceof Error ? cause.message : String(cause);
    const documented = types === "" ? "" : `, documented as ${types}`;
    throw new RestServerError(
      "undocumented_error",
      `${operation.id}: error ${status}${documented} cannot be sent in the default form (${reason}); let renderProblem return the documented form`,
      { cause },
    );
  }
}

// A fixed id, because Workers refuse random numbers while a module loads.
const SAMPLE_ID = "00000000-0000-4000-8000-000000000000";
const SAMPLE_ISSUE: ProblemIssue = {
  in: "query",
  pointer: "/sample",
  code: "unknown_key",
  message: "is not a parameter of this operation",
  expected: "nothing",
  received: "string",
};

/** Returns a sample of each error with which the server may answer an operation. */
function samplesFor(
  operation: OperationDescriptor,
  { limitsRates, hasIdempotency, verifies, isHandled }: ErrorFeatures,
): readonly ServerProblem[] {
  const { body, security } = operation;
  const samplesIf = (applies: boolean, ...samples: ServerProblem[]): readonly ServerProblem[] =>
    applies ? samples : [];
  return [
    sampleProblem(400, "malformed_request", { errors: [{ ...SAMPLE_ISSUE, in: "body" }] }),
    sampleProblem(400, "validation_failed", { errors: [SAMPLE_ISSUE] }),
    ...samplesIf(
      verifies || security.flat().length > 0,
      sampleProblem(401, "unauthorized", {}, ["www-authenticate"]),
    ),
    ...samplesIf(
      body !== undefined,
      sampleProblem(408, "request_timeout"),
      sampleProblem(413, "payload_too_large"),
      sampleProblem(415, "unsupported_media_type"),
    ),
    ...samplesIf(
      hasIdempotency && idempotencyHeaderOf(operation) !== undefined,
      sampleProblem(409, "idempotency_in_flight", {}, ["retry-after"]),
      sampleProblem(422, "idempotency_key_reused"),
    ),
    ...samplesIf(limitsRates, sampleProblem(429, "too_many_requests", {}, ["retry-after"])),
    sampleProblem(500, "internal_error", { instance: `urn:uuid:${SAMPLE_ID}` }),
    ...samplesIf(!isHandled(operation), sampleProblem(501, "not_implemented")),
    sampleProblem(503, "unavailable", {}, ["retry-after"]),
  ];
}

function sampleProblem(
  status: number,
  code: string,
  members: Partial<Problem> = {},
  headers: readonly string[] = [],
): ServerProblem {
  return {
    problem: problem(status, code, { detail: "A sample.", ...members, request_id: SAMPLE_ID }),
    headers: Object.fromEntries(headers.map((name) => [name, "1"])),
  };
}
