// Serves the operations of a document with samples. Checks requests as strictly as a real server.

import type { HttpOperation } from "@specwright/contract";
import { createRestHandler, ProblemError, type RestHandler } from "@specwright/rest/server";
import {
  CodecError,
  isSpecwrightError,
  memberOf,
  type ResponseParts,
  silentLogger,
} from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { decodeAnswer, followingPage, type SampledAnswer } from "@specwright/runtime/mocking";
import { encodeResponse } from "@specwright/runtime/transport";
import { type AnswerSample, sampleAnswer } from "@specwright/schemas";
import { acceptedTypes } from "./accept.ts";
import { anyCredential } from "./any-credential.ts";
import type { MockedDocument } from "./mocked-document.ts";
import { type Preference, readPrefer } from "./prefer.ts";
import { queryTexts, uncheckedOperation } from "./unchecked.ts";

/** The maximum size of a request target, in bytes. Some APIs have long filters in the query. */
const TARGET_BYTES = 16 * 1024;

/** A sample in two forms: as the sampler created it, and as the server sends it. */
interface KnownAnswer {
  readonly sample: AnswerSample;
  readonly made: ResponseParts;
}

/** The facts about a request that a handler receives. */
interface Received {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly url: string;
  /** The request object of Node. */
  readonly framework: unknown;
}

/** The parts of a request that affect the response. */
interface Asked {
  readonly query: object;
  /** The `Accept` header. Empty if it is missing. */
  readonly accept: string;
}

export interface MockOperationsOptions {
  readonly seed: number | undefined;
  /** Whether to check requests. */
  readonly checks: boolean;
  /**
   * Returns the status of the fault to inject into a request. Returns undefined if the request has no
   * fault.
   */
  readonly faultOf: (request: unknown) => number | undefined;
}

/** Creates the handler for all operations of a document. */
export function mockOperations(
  document: MockedDocument,
  { seed, checks, faultOf }: MockOperationsOptions,
): RestHandler {
  const { contract } = document;
  const described = routableOperations(document.operations);
  const operations = checks ? described : described.map(uncheckedOperation);
  const byId = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const known = new Map<string, KnownAnswer>();

  function answerRequest(
    descriptor: OperationDescriptor,
    preference: Preference,
    { query, accept }: Asked,
  ): ResponseParts {
    const operation = byId.get(descriptor.id);
    if (operation === undefined) throw new Error(`no operation ${descriptor.id}`);
    const types = operation.responses.flatMap(({ content }) =>
      content.map((each) => each.mediaType),
    );
    const accepted = acceptedTypes(accept, types);
    const key = JSON.stringify([descriptor.id, preference.code, preference.example, ...accepted]);
    let found = known.get(key);
    if (found === undefined) {
      const choices = { accept: accepted, asListed: true, ...(seed !== undefined && { seed }) };
      const options = { ...preference, ...choices };
      const sampled = sampleAnswer(operation, contract, options);
      const { answer: sample, unsampled } = sampled;
      if (sample === undefined) {
        if ("offered" in sampled) throw notAcceptable(accept, sampled.offered);
        throw unsampled === undefined
          ? undocumentedError(operation, preference)
          : noAnswer(
              `There is no sample of ${unsampled.what}. See the first lines that the mock printed, or \`specwright lint\`.`,
            );
      }
      found = { sample, made: sendableSample(descriptor, sample) };
      known.set(key, found);
    }
    const following = followingPage(descriptor, found.sample, (name) => memberOf(query, name));
    if (following === undefined || preference.example !== undefined) return found.made;
    try {
      return sendableSample(descriptor, following);
    } catch (error) {
      // The server rejects the page after the last one if the list must not be empty. Send the first page
      // instead.
      if (!(error instanceof ProblemError)) throw error;
      return found.made;
    }
  }

  function handle(
    descriptor: OperationDescriptor,
    request: object,
    { headers, url, framework }: Received,
  ): ResponseParts {
    const { preference, problem } = readPrefer(headers["prefer"]);
    if (problem !== undefined) throw wrongPreference(problem);
    const accept = [headers["accept"] ?? ""].flat().join(",");
    const query = checks ? Object(memberOf(request, "query")) : queryTexts(url);
    const fault = faultOf(framework);
    if (fault !== undefined) {
      try {
        return answerRequest(descriptor, { code: fault }, { query, accept });
      } catch {
        // The document does not describe a response with this status.
        throw injectedFault(fault);
      }
    }
    return answerRequest(descriptor, preference, { query, accept });
  }

  const handlers = Object.fromEntries(
    operations.map((operation) => [
      operation.name ?? operation.id,
      (request: object, received: Received) => handle(operation, request, received),
    ]),
  );
  return createRestHandler<typeof handlers, string>({
    operations,
    handlers,
    authenticate: anyCredential(operations),
    ignoreQueryOf: checks ? [] : operations.map(({ id }) => id),
    renderProblem: false,
    logger: silentLogger,
    limits: { targetBytes: TARGET_BYTES },
  });
}

/**
 * Lists the operations that get a route. Operations may have the same method and path, apart from a
 * fragment. Only the first of them gets a route.
 */
function routableOperations(
  operations: readonly OperationDescriptor[],
): readonly OperationDescriptor[] {
  const routes = operations.toReversed().map((operation) => {
    const shape = operation.path.replaceAll(/\{[^{}]*\}/g, "{}");
    return [`${operation.method} ${shape}`, operation] as const;
  });
  return [...new Map(routes).values()];
}

/**
 * Returns a sample in the form that a handler returns. If the server cannot send the sample with its
 * headers, leaves out the headers.
 */
function sendableSample(descriptor: OperationDescriptor, sample: SampledAnswer): ResponseParts {
  const { headers: _left, ...bare } = sample;
  let failure: unknown;
  for (const each of [sample, bare]) {
    try {
      const decoded = decodeAnswer(descriptor, each);
      encodeResponse(descriptor, decoded);
      return decoded;
    } catch (error) {
      failure ??= error;
    }
  }
  const text = failure instanceof Error ? failure.message : String(failure);
  const why = isSpecwrightError(failure) ? text.replace(`${failure.code}: `, "") : text;
  throw noAnswer(`The sample breaks the contract: ${why}.${sampleFix(failure)}`);
}

/** Returns a sentence that says how to fix a document whose sample cannot be sent. */
function sampleFix(failure: unknown): string {
  if (!(failure instanceof CodecError)) return "";
  const isInteger = failure.issues.some(({ expected }) => expected === "safe integer");
  return isInteger
    ? " Fix the example or its schema. For integers beyond 2^53 - 1, add `x-type: bigint` to the schema."
    : " Fix the example or its schema.";
}

/**
 * Returns the error for a requested response that an operation does not have. Its message lists the
 * existing responses. If the operation has no response at all, the error says that the document is at
 * fault.
 */
function undocumentedError(
  { responses }: HttpOperation,
  { code, example }: Preference,
): ProblemError {
  const statuses = responses.map(({ status }) => status);
  const covering = [`${code}`, `${code}`.replace(/..$/, "XX"), "DEFAULT"];
  const isKnown =
    code === undefined || statuses.some((status) => covering.includes(status.toUpperCase()));
  if (statuses.length === 0 || (isKnown && example === undefined)) {
    return noAnswer("The document describes no response.");
  }
  if (!isKnown) {
    const has = `it has ${statuses.join(", ")}`;
    return wrongPreference(`The document describes no response with ${code}; ${has}.`);
  }
  const names = responses.flatMap(({ content }) =>
    content.flatMap(({ examples }) => examples.map(({ name }) => name)),
  );
  const named = [...new Set(names)].filter((name) => name !== "");
  const has = named.length === 0 ? "no example has a name" : `examples: ${named.join(", ")}`;
  return wrongPreference(`No response has an example "${example}"; ${has}.`);
}

/**
 * Returns the error for an invalid `Prefer` header. If the mock ignored the header, a client would not
 * notice a typing error.
 */
function wrongPreference(detail: string): ProblemError {
  return new ProblemError(400, "invalid_preference", detail);
}

function notAcceptable(accept: string, offered: readonly string[] = []): ProblemError {
  const detail = `No answer has a media type that \`Accept: ${accept}\` takes; there is ${offered.join(", ")}.`;
  return new ProblemError(406, "not_acceptable", detail);
}

function injectedFault(status: number): ProblemError {
  const detail = "A fault injected by the mock (`--faults`).";
  const headers = status === 429 || status === 503 ? { "retry-after": "1" } : {};
  return new ProblemError(status, "injected_fault", detail, { headers });
}

function noAnswer(detail: string): ProblemError {
  return new ProblemError(501, "no_sample", detail);
}
