// One document: the generated client calls its handlers for Mock Service Worker and its mock server, and
// refuses every response that breaks the contract.

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { HttpOperation } from "@specwright/contract";
import { restTransport } from "@specwright/rest/client";
import { memberOf } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { getResponse } from "msw";
import { startMock } from "../../generators/cli/test/start-mock.ts";
import { documentCredentials } from "../exchanges/document-credentials.ts";
import { freeStatus, makeRequest } from "../exchanges/make-exchange.ts";
import { seededRandom } from "../fuzz/generate/random.ts";
import { schemaDocuments } from "../fuzz/reference/schema-documents.ts";
import { type GeneratedHandlers, generateHandlers } from "./generate-handlers.ts";
import { sampleRequest } from "./sample-request.ts";

/** The numbers of responses of a mock. */
export interface MockFigures {
  /** Calls with a response. */
  readonly answered: number;
  /** Responses that the client accepted. */
  readonly accepted: number;
  /** Calls without a response, because the mock has reported that it has no sample. */
  readonly unanswered: number;
  /** All other calls, each with its reason. */
  readonly refused: readonly string[];
  /** The digest of the bodies of all responses. */
  readonly digest: string;
}

/** The results of the mocks of a document. */
export interface MocksReport {
  readonly operations: number;
  /** Operations without a request, or with a route that another operation has. */
  readonly uncalled: readonly string[];
  /** The places reported as having no sample. */
  readonly unsampled: readonly string[];
  /** The handlers, with one call of each operation. */
  readonly handlers: MockFigures;
  /** The server: each operation with its default response and with each documented status. */
  readonly server: MockFigures;
  /** Whether a second run gives the same samples and responses. */
  readonly isSame: boolean;
}

const SEED = 7;

/** The status for a request without a handler. */
const UNHANDLED = 599;

/** Judges the mocks of the document in a file; undefined if it has no operations. */
export async function judgeMocks(
  path: string,
  root: string = dirname(path),
): Promise<MocksReport | undefined> {
  const generated = await generateHandlers(path, root, SEED);
  if (generated === undefined) return undefined;
  const again = await generateHandlers(path, root, SEED);
  const { calls, uncalled } = callsOf(generated);
  const { handlers } = generated;
  const intercept = async (request: Request): Promise<Response> =>
    (await getResponse([...handlers], request)) ??
    new Response("not handled", { status: UNHANDLED });
  const byHandlers = await callAll(generated, calls, "http://localhost", [], intercept);
  const first = await callServer(path, root, generated, calls);
  const second = await callServer(path, root, generated, calls);
  return {
    operations: generated.contract.operations.length,
    uncalled,
    unsampled: generated.unsampled,
    handlers: byHandlers,
    server: first,
    isSame: generated.samples === again?.samples && first.digest === second.digest,
  };
}

interface Call {
  readonly operation: HttpOperation;
  readonly descriptor: OperationDescriptor;
  readonly request: object;
}

function callsOf(generated: GeneratedHandlers): {
  readonly calls: readonly Call[];
  readonly uncalled: readonly string[];
} {
  const { contract, operations } = generated;
  const documents = schemaDocuments({ [contract.file]: contract.raw });
  const calls: Call[] = [];
  const uncalled: string[] = [];
  const routes = new Set<string>();
  for (const operation of contract.operations) {
    const descriptor = operations.find(({ id }) => id === operation.id);
    // Clients do not send the fragment of a path, so that operations that differ in it share a route.
    const path = descriptor?.path.replaceAll(/\{[^{}]*\}/g, "{}");
    const route = `${operation.method} ${path}`;
    if (descriptor === undefined || routes.has(route)) {
      uncalled.push(`${operation.id}: its route is that of another operation`);
      continue;
    }
    routes.add(route);
    const random = seededRandom(operation.id.length);
    const made =
      sampleRequest(operation, descriptor, contract) ??
      makeRequest(operation, descriptor, { documents, random, carries: () => true });
    if ("reason" in made) uncalled.push(`${operation.id}: no request (${made.reason})`);
    else calls.push({ operation, descriptor, request: made });
  }
  return { calls, uncalled };
}

async function callServer(
  path: string,
  root: string,
  generated: GeneratedHandlers,
  calls: readonly Call[],
): Promise<MockFigures> {
  const args = [path, "--root", root, "--lenient", "--seed", `${SEED}`, "--quiet"];
  const mock = await startMock(root, args);
  try {
    return await callAll(generated, calls, mock.url, ["default", "each"], (request) =>
      fetch(request),
    );
  } finally {
    await mock.stop();
  }
}

async function callAll(
  { operations }: GeneratedHandlers,
  calls: readonly Call[],
  baseUrl: string,
  statuses: readonly string[],
  send: (request: Request) => Promise<Response>,
): Promise<MockFigures> {
  const { credentials } = documentCredentials(operations);
  const digest = createHash("sha256");
  let prefer = "";
  let own: string | undefined;
  let isUnanswered = false;
  const transport = restTransport({
    baseUrl,
    credentials,
    retry: { retries: 0 },
    async fetch(input, init) {
      const request = new Request(input, init);
      if (prefer !== "") request.headers.set("prefer", prefer);
      const response = await send(request);
      const text = await response.clone().text();
      own = /"code":"(?:no_sample|invalid_preference|validation_failed|malformed_request)"/.test(
        text,
      )
        ? text
        : undefined;
      isUnanswered = response.status === UNHANDLED || own?.includes("There is no sample") === true;
      // Error responses have a new id each time.
      if (own === undefined) digest.update(text);
      return response;
    },
  });
  let accepted = 0;
  let unanswered = 0;
  const refused: string[] = [];
  for (const { operation, descriptor, request } of calls) {
    const codes = operation.responses.map(({ status }) =>
      /^\d+$/.test(status) ? status : `${freeStatus(status, operation.responses)}`,
    );
    const wanted = statuses.includes("each")
      ? ["", ...codes.filter((code) => code >= "200")]
      : [""];
    for (const code of wanted) {
      prefer = code === "" ? "" : `code=${code}`;
      const got: unknown = await transport
        .call(descriptor, request, { reconnect: false, timeoutMs: 60_000 })
        .catch((error: unknown) => error);
      // Nothing was sent: the document allows a value that its style cannot write.
      if (memberOf(got, "code") === "invalid_request") {
        refused.push(`${operation.id}: the client does not send the request`);
        break;
      }
      if (isUnanswered) unanswered += 1;
      else if (!(got instanceof Error) && own === undefined) accepted += 1;
      else {
        const details =
          own ?? `${memberOf(got, "message")} ${memberOf(memberOf(got, "cause"), "message") ?? ""}`;
        refused.push(`${operation.id} ${code}: ${details.slice(0, 300)}`);
      }
    }
  }
  const answered = accepted + refused.length;
  return { answered, accepted, unanswered, refused, digest: digest.digest("hex") };
}
