// Calls every operation of a document from its generated client to its generated server, with requests and
// responses made from the schemas, and compares the received values with the sent ones.

import type { Contract, HttpOperation } from "@specwright/contract";
import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { memberOf } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { seededRandom } from "../fuzz/generate/random.ts";
import type { SchemaDocuments } from "../fuzz/reference/schema-documents.ts";
import { firstDifference, shortText, toComparable } from "./compare-values.ts";
import { documentCredentials } from "./document-credentials.ts";
import { type Exchange, makeExchange } from "./make-exchange.ts";

/** The result of calling all operations of a document. */
export interface CallReport {
  readonly operations: number;
  /** Exchanges in which every value arrived unchanged. */
  readonly exact: number;
  /** Exchanges without a generated request or response, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Exchanges that failed or changed a value. */
  readonly wrong: readonly WrongExchange[];
}

/** An exchange that failed or changed a value. */
export interface WrongExchange extends Exchange {
  readonly operation: HttpOperation;
  readonly round: number;
  /** The error, or the first difference. */
  readonly difference: string;
}

/** The generated code of a document. */
export interface GeneratedDocument {
  readonly contract: Contract;
  readonly operations: ReadonlyMap<string, OperationDescriptor>;
  readonly documents: SchemaDocuments;
}

/** A proxy between client and server. */
export interface Between {
  /** The URL that the client calls. */
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Reports whether a value can arrive unchanged; by default every value can. */
  readonly carries?: (value: unknown) => boolean;
  close(): Promise<void>;
}

export interface CallDocumentOptions {
  /** How often each operation is called, each time with other values. */
  readonly rounds: number;
  /** Puts a proxy in front of the server at a URL. */
  readonly between?: (serverUrl: string) => Promise<Between>;
}

/** Calls every operation several times. */
export async function callDocument(
  { contract, operations, documents }: GeneratedDocument,
  { rounds, between = direct }: CallDocumentOptions,
): Promise<CallReport> {
  const wrong: WrongExchange[] = [];
  const skipped = new Map<string, number>();
  const skip = (reason: string): unknown => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  let exact = 0;
  let received: unknown;
  let answer: unknown;
  const all = routable(operations.values());
  const handle = (request: unknown): unknown => {
    received = request;
    return answer;
  };
  const { credentials, authenticate } = documentCredentials(all);
  const app = createRestServer({
    operations: all,
    handlers: Object.fromEntries(all.map(({ id, name = id }) => [name, handle])),
    authenticate,
    renderProblem: false,
    // Keep members that the contract does not declare, so that exchanges are exact.
    undeclared: "keep",
    limits: { connectionsPerAddress: 1000, targetBytes: 15_000 },
  });
  const serverUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const { url, fetch, carries = () => true, close } = await between(serverUrl);
  const transport = restTransport({
    baseUrl: url,
    credentials,
    retry: { retries: 0 },
    // Send the given values, without defaults.
    idempotencyKeys: false,
    ...(fetch === undefined ? {} : { fetch }),
  });
  for (const operation of contract.operations) {
    const descriptor = all.find(({ id }) => id === operation.id);
    if (descriptor === undefined) continue;
    for (let round = 0; round < rounds; round += 1) {
      const random = seededRandom(round * 7919 + operation.id.length);
      const given = makeExchange(operation, descriptor, { documents, random, carries });
      if ("reason" in given) {
        skip(given.reason);
        continue;
      }
      received = undefined;
      answer = given.answer;
      const got = await transport
        .call(descriptor, given.request, { reconnect: false, timeoutMs: 60_000 })
        .then(toComparable, (error: unknown) => error);
      if (memberOf(got, "code") === "invalid_request") {
        // Nothing was sent: the document allows a value that its style cannot write.
        skip("refused");
        continue;
      }
      const want = await toComparable(given.request);
      const sent = await toComparable(received);
      if (isTakenAsText(want, sent)) {
        skip("a number where any text may be");
        continue;
      }
      const difference =
        (got instanceof Error ? failure(got, given.request) : undefined) ??
        firstDifference(want, sent, "request") ??
        firstDifference(
          countedByServer(await toComparable(given.answer)),
          countedByServer(got),
          "answer",
        );
      if (difference === undefined) exact += 1;
      else wrong.push({ ...given, operation, round, difference });
    }
  }
  await close();
  await app.close();
  return { operations: contract.operations.length, exact, skipped, wrong };
}

/** Leaves out the length of the body if the response documents it, because the server counts it. */
function countedByServer(answer: unknown): unknown {
  const headers = memberOf(answer, "headers");
  if (typeof headers !== "object" || headers === null) return answer;
  const kept = Object.entries(headers).filter(([name]) => !/^content-length$/i.test(name));
  return { ...Object(answer), headers: Object.fromEntries(kept) };
}

/**
 * Reports whether requests differ only in parameters that may be numbers or text, such as 17 and "17". If
 * the schema does not allow text, the server refuses it.
 */
function isTakenAsText(want: unknown, got: unknown): boolean {
  const isSame = firstDifference(want, got, "request") === undefined;
  return !isSame && firstDifference(asTexts(want), asTexts(got), "request") === undefined;
}

/** Turns the numbers and booleans of parameters into text. */
function asTexts(request: unknown): unknown {
  const { body, ...parameters } = Object(request);
  const text = JSON.stringify(parameters, (_name, each) =>
    ["number", "bigint", "boolean"].includes(typeof each) ? `${each}` : each,
  );
  return { body, parameters: JSON.parse(text) };
}

/** Leaves out operations that differ only in the fragment of the path, which a client does not send. */
export function routable(
  operations: Iterable<OperationDescriptor>,
): readonly OperationDescriptor[] {
  const entries = [...operations]
    .toReversed()
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
  return [...new Map(entries).values()];
}

async function direct(url: string): Promise<Between> {
  return { url, close: async () => {} };
}

function failure(error: Error, request: object): string {
  const details = [memberOf(error, "excerpt"), memberOf(error.cause, "message")];
  return `${error.message} ${details.filter((each) => each !== undefined).join("; ")} of ${shortText(request)}`;
}
