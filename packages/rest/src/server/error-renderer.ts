// Converts errors of the server itself to the form that the contract documents for them.

import { type Problem, stringifyJson } from "@specwright/runtime";
import type { OperationDescriptor, ResponseDescriptor } from "@specwright/runtime/codegen";
import { type EncodedResponse, encodeResponse, findMediaType } from "@specwright/runtime/transport";
import { documentedKey } from "./documented-key.ts";
import type { ProblemSource, RenderedProblem, RenderProblem } from "./render-problem.ts";

const PROBLEM = "application/problem+json";

/** The headers that the server adds to errors by itself. */
const OWN_HEADERS = [
  "cache-control",
  "ratelimit",
  "ratelimit-policy",
  "referrer-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-request-id",
];

/** An error of the server: a problem, and the headers of its response. */
export interface ServerProblem {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders an error in its documented form. Returns undefined if the error is sent as a problem.
 *
 * @throws Error if the error does not fit its documented response.
 */
export type ErrorRenderer = (
  error: ServerProblem,
  source: ProblemSource,
) => EncodedResponse | undefined;

/** Creates the renderer of a server; `false` sends every error as a problem. */
export function errorRenderer(render: RenderProblem | false | undefined): ErrorRenderer {
  if (render === false) return () => undefined;
  return (error, source) => {
    const rendered = render?.(error.problem, source);
    return rendered === undefined
      ? asProblem(error, source.operation)
      : encodeRendered(rendered, error, source.operation);
  };
}

/**
 * Encodes an error that the hook `renderProblem` has rendered, according to the documented response for its
 * status.
 */
function encodeRendered(
  rendered: RenderedProblem,
  { headers }: ServerProblem,
  operation: OperationDescriptor | undefined,
): EncodedResponse {
  const { status } = rendered;
  const key = operation && documentedKey(operation.responses, status);
  if (operation === undefined || key === undefined) return undocumentedError(rendered);
  if (Object.keys(operation.responses[key]?.content ?? {}).length === 0) {
    return undocumentedError(rendered);
  }
  const isExact = key === `${status}`;
  const parts = { ...rendered, ...(isExact ? {} : { status: key, statusCode: status }) };
  return encodeResponse(withoutHeaders(operation, key, headers), parts);
}

/**
 * Encodes an error whose body is not documented: as text if the body is a string and the media type is not
 * JSON, otherwise as JSON.
 */
function undocumentedError({
  status,
  headers = {},
  contentType = "application/json",
  body,
}: RenderedProblem): EncodedResponse {
  const given = Object.entries(headers).map(([name, value]) => [name, `${value}`] as const);
  if (body === undefined) return { status, headers: given, body: undefined };
  const text = typeof body === "string" && !isJson(contentType) ? body : stringifyJson(body);
  return { status, headers: [...given, ["content-type", contentType]], body: text };
}

/**
 * Encodes a problem as the JSON that the contract documents for its status. Returns undefined if the
 * contract documents no body for the status, or a body of the problem type.
 */
function asProblem(
  { problem, headers }: ServerProblem,
  operation: OperationDescriptor | undefined,
): EncodedResponse | undefined {
  const key = operation && documentedKey(operation.responses, problem.status);
  if (operation === undefined || key === undefined) return undefined;
  const { content = {} } = operation.responses[key] ?? {};
  const types = Object.keys(content);
  if (types.length === 0 || findMediaType(content, PROBLEM) !== undefined) return undefined;
  const contentType = types.find((type) => content[type]?.kind === "json") ?? types[0] ?? "";
  return encodeRendered(
    { status: problem.status, body: problem, ...(types.length > 1 ? { contentType } : {}) },
    { problem, headers },
    operation,
  );
}

/**
 * Checks that a plain problem matches the documented response for its status. Called once when the server
 * is created, not for each problem.
 *
 * @throws Error
 */
export function checkProblem(problem: Problem, { responses }: OperationDescriptor): void {
  const key = documentedKey(responses, problem.status);
  const { content = {} } = (key === undefined ? undefined : responses[key]) ?? {};
  const picked = findMediaType(content, PROBLEM)?.media;
  if (picked?.kind === "json") picked.codec.encode(problem);
}

/** Returns the operation without the documented headers that the server adds by itself. */
function withoutHeaders(
  operation: OperationDescriptor,
  key: string,
  added: ServerProblem["headers"],
): OperationDescriptor {
  const response: ResponseDescriptor = operation.responses[key] ?? {};
  if (response.headers === undefined) return operation;
  const own = new Set([...OWN_HEADERS, ...Object.keys(added).map((name) => name.toLowerCase())]);
  const headers = response.headers.filter(({ name }) => !own.has(name.toLowerCase()));
  return { ...operation, responses: { ...operation.responses, [key]: { ...response, headers } } };
}

function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}
