// An operation that is answered by an interceptor of requests, such as Mock Service Worker.

import { encodeResponse } from "../answers/encode-response.ts";
import type { OperationDescriptor, RequestParts, ResponseParts } from "../codegen/operation.ts";
import { CodecError } from "../errors/codec-error.ts";
import { problem } from "../errors/problem.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { type PathTemplate, pathTemplate } from "../parameters/path-template.ts";
import { followingPage } from "./following-page.ts";
import { readMockedRequest } from "./read-mocked-request.ts";
import { decodeAnswer, type SampledAnswer } from "./sampled-answer.ts";

/** An answer, or a function that returns one for a request. */
export type MockAnswer<Parts extends RequestParts, Answer extends ResponseParts> =
  | Answer
  | ((parts: Parts, request: Request) => Answer | Promise<Answer>);

/** Options for `mockOperation`. */
export interface MockOptions {
  /**
   * The prefix of the contract's paths. A URL such as `https://api.example/v1` matches only at its origin;
   * a path such as `/v1` matches at any origin. Default: no prefix, at any origin.
   */
  readonly baseUrl?: string | readonly string[];
}

/**
 * Two functions for an interceptor of requests. The first tests whether a request is for the operation; the
 * second responds to it.
 */
export type MockedOperation = readonly [
  matches: (intercepted: { readonly request: Request }) => boolean,
  respond: (intercepted: { readonly request: Request }) => Promise<Response>,
];

/**
 * Creates the mock of an operation. It answers with a sample, if there is one, or with the given answer,
 * which is checked like the answer of a server's handler. A function receives the request as a handler
 * does; an invalid request is answered with 400 instead. If only an empty page ends a list, the sample is
 * the first page, and all other pages are empty.
 *
 * @example
 * ```ts
 * http.all(...mockOperation(descriptors.getOrder, samples.getOrder));
 * ```
 *
 * The second function rejects with `CodecError` or `UndocumentedResponse` if an answer breaks the
 * contract.
 */
export function mockOperation<Parts extends RequestParts, Answer extends ResponseParts>(
  // Client and server types differ if the contract has defaults. These are the server types.
  operation: OperationDescriptor,
  sample: SampledAnswer | undefined,
  answer?: MockAnswer<Parts, Answer>,
  { baseUrl = "" }: MockOptions = {},
): MockedOperation {
  const template = pathTemplate(operation.path.replace(/\?.*/s, ""));
  const bases = typeof baseUrl === "string" ? [baseUrl] : baseUrl;
  return [
    ({ request }) =>
      request.method === operation.method && matchPath(template, bases, request.url) !== undefined,
    async ({ request }) => {
      if (typeof answer !== "function") {
        return encodedResponse(
          operation,
          answer ?? sampleFor(operation, sample ?? NONE, request.url),
        );
      }
      const path = matchPath(template, bases, request.url) ?? new Map<string, string>();
      const read = await readMockedRequest(operation, request, path);
      if ("issues" in read) return invalidRequest(read.issues);
      return encodedResponse(operation, await answer(read.parts as Parts, request));
    },
  ];
}

/** A sampled answer for operations without samples. */
const NONE: SampledAnswer = { status: "none" };

function sampleFor(
  operation: OperationDescriptor,
  sample: SampledAnswer,
  url: string,
): ResponseParts {
  const { searchParams } = new URL(url);
  const following = followingPage(operation, sample, (name) => searchParams.get(name));
  if (following !== undefined) {
    try {
      return decodeAnswer(operation, following);
    } catch (error) {
      // If the contract does not allow an empty page, the sample is returned.
      if (!(error instanceof CodecError)) throw error;
    }
  }
  return decodeAnswer(operation, sample);
}

function matchPath(
  template: PathTemplate,
  bases: readonly string[],
  url: string,
): ReadonlyMap<string, string> | undefined {
  const { origin, pathname } = new URL(url);
  for (const base of bases) {
    const prefix = base.replace(/\/$/, "");
    const whole = /^[a-z]+:/i.test(prefix) ? origin + pathname : pathname;
    const match = whole.startsWith(prefix) ? template.match(whole.slice(prefix.length)) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}

function encodedResponse(operation: OperationDescriptor, answer: ResponseParts): Response {
  const { status, headers: given, body } = encodeResponse(operation, answer);
  const headers = new Headers();
  for (const [name, value] of given) headers.append(name, value);
  const isEmpty = operation.method === "HEAD" || [204, 205, 304].includes(status);
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
  return new Response(isEmpty ? null : (sent ?? null), { status, headers });
}

function invalidRequest(issues: CodecError["issues"]): Response {
  const detail = "The request violates its schema; see errors.";
  const body = problem(400, "validation_failed", { detail, errors: [...issues] });
  return new Response(stringifyJson(body), {
    status: body.status,
    headers: { "content-type": "application/problem+json" },
  });
}
