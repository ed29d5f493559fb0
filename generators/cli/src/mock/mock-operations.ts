// Serves the operations of a document with samples, strictly as a real server of it would.

import type { HttpOperation } from "@specwright/contract";
import { createRestHandler, ProblemError, type RestHandler } from "@specwright/rest-server";
import { encodeResponse, isSpecwrightError, silentLogger } from "@specwright/runtime";
import type { OperationDescriptor, ResponseParts } from "@specwright/runtime/codegen";
import { decodeAnswer } from "@specwright/runtime/mocking";
import { type AnswerSample, sampleAnswer } from "@specwright/sampler";
import { anyCredential } from "./any-credential.ts";
import type { MockedDocument } from "./mocked-document.ts";
import { type Preference, readPrefer } from "./prefer.ts";

/** The longest request target: filters of real documents are long. */
const TARGET_BYTES = 16 * 1024;

/** Creates the handler of all operations. */
export function mockOperations(document: MockedDocument, seed: number | undefined): RestHandler {
  const { contract } = document;
  const operations = routable(document.operations);
  const byId = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const known = new Map<string, ResponseParts>();

  function answer(descriptor: OperationDescriptor, preference: Preference): ResponseParts {
    const operation = byId.get(descriptor.id);
    if (operation === undefined) throw new Error(`no operation ${descriptor.id}`);
    const key = JSON.stringify([descriptor.id, preference.code, preference.example]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const options = { ...preference, ...(seed !== undefined && { seed }) };
    const { answer: sample, unsampled } = sampleAnswer(operation, contract, options);
    if (sample === undefined) {
      throw noAnswer(
        unsampled === undefined
          ? undocumented(operation, preference)
          : `There is no sample of ${unsampled.what}; \`specwright lint\` and the start of the mock say more.`,
      );
    }
    const made = acceptable(descriptor, sample);
    known.set(key, made);
    return made;
  }

  const handlers = Object.fromEntries(
    operations.map((operation) => [
      operation.name ?? operation.id,
      (_request: unknown, context: { readonly headers: NodeJS.Dict<string | string[]> }) =>
        answer(operation, readPrefer(context.headers["prefer"])),
    ]),
  );
  return createRestHandler<typeof handlers, string>({
    operations,
    handlers,
    authenticate: anyCredential(operations),
    renderProblem: false,
    logger: silentLogger,
    limits: { targetBytes: TARGET_BYTES },
  });
}

/**
 * Lists the operations that have a route of their own: of several with one method and path, as a
 * document with fragments in its paths has them, the first.
 */
function routable(operations: readonly OperationDescriptor[]): readonly OperationDescriptor[] {
  const routes = operations.toReversed().map((operation) => {
    const shape = operation.path.replaceAll(/\{[^{}]*\}/g, "{}");
    return [`${operation.method} ${shape}`, operation] as const;
  });
  return [...new Map(routes).values()];
}

/**
 * Returns a sample as a handler returns it, if the server can send it; else without the headers that
 * need not be there.
 */
function acceptable(descriptor: OperationDescriptor, sample: AnswerSample): ResponseParts {
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
  const why = failure instanceof Error ? failure.message : String(failure);
  const code = isSpecwrightError(failure) ? ` (${failure.code})` : "";
  throw noAnswer(`The sample breaks the contract: ${why}${code}.`);
}

function undocumented(operation: HttpOperation, { code, example }: Preference): string {
  const statuses = operation.responses.map(({ status }) => status).join(", ");
  if (example !== undefined) return `There is no example "${example}" among the answers.`;
  return code === undefined
    ? "The document describes no answer."
    : `The document describes no answer with ${code}; it has ${statuses}.`;
}

function noAnswer(detail: string): ProblemError {
  return new ProblemError(501, "no_sample", detail);
}
