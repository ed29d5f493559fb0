// Calls every operation of a document from its generated client to Prism's mock server. Prism responds with
// each documented status, from the examples of the document and from its own generator. Our client must
// accept valid responses.

import { restTransport } from "@specwright/rest/client";
import { memberOf } from "@specwright/runtime";
import { seededRandom } from "../fuzz/generate/random.ts";
import { type PrismOperations, startPrismMock } from "../prism/start-prism.ts";
import { type GeneratedDocument, routable, type WrongExchange } from "./call-document.ts";
import { toComparable } from "./compare-values.ts";
import { documentCredentials } from "./document-credentials.ts";
import { freeStatus, makeRequest } from "./make-exchange.ts";

/** The client's verdicts on Prism's responses. */
export interface MockReport {
  /** Responses that the client accepted. */
  readonly accepted: number;
  /** Responses that Prism itself finds invalid, or could not create. */
  readonly invalid: number;
  /** Responses that are valid for Prism and refused by the client. */
  readonly refused: readonly WrongExchange[];
}

/** Calls every operation twice for each documented status: with examples and with generated values. */
export async function callMock(
  { contract, operations, documents }: GeneratedDocument,
  known: PrismOperations,
): Promise<MockReport> {
  const all = routable(operations.values());
  const { credentials } = documentCredentials(all);
  const mock = await startPrismMock(known);
  let code = "";
  let prefer = "";
  let isInvalid = false;
  const transport = restTransport({
    baseUrl: mock.url,
    credentials,
    retry: { retries: 0 },
    // Send the given values, without defaults.
    idempotencyKeys: false,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.headers.set("prefer", prefer);
      const response = await fetch(request);
      // Prism responds with its own problem if it cannot create a value.
      const isOther = `${response.status}` !== code;
      const isOwn =
        isOther || (await response.clone().text()).includes("stoplight.io/prism/errors");
      isInvalid = isOwn || response.headers.get("sl-violations")?.includes('"response"') === true;
      return response;
    },
  });
  let accepted = 0;
  let invalid = 0;
  const refused: WrongExchange[] = [];
  for (const operation of contract.operations) {
    const descriptor = all.find(({ id }) => id === operation.id);
    if (descriptor === undefined) continue;
    const random = seededRandom(operation.id.length);
    const request = makeRequest(operation, descriptor, { documents, random, carries: () => true });
    if ("reason" in request) continue;
    for (const { status } of operation.responses) {
      code = /^\d+$/.test(status) ? status : `${freeStatus(status, operation.responses)}`;
      for (const isDynamic of [false, true]) {
        prefer = `code=${code}, dynamic=${isDynamic}, seed=${operation.id}`;
        const got = await transport
          .call(descriptor, request, { reconnect: false, timeoutMs: 60_000 })
          .then(toComparable, (error: unknown) => error);
        if (memberOf(got, "code") === "invalid_request") continue;
        const difference =
          got instanceof Error
            ? `${got.message} ${memberOf(got, "excerpt") ?? ""} ${memberOf(got.cause, "message") ?? ""}`
            : undefined;
        if (isInvalid) invalid += 1;
        else if (difference === undefined) accepted += 1;
        else
          refused.push({
            request,
            answer: {},
            operation,
            round: isDynamic ? 1 : 0,
            difference: `${status}: ${difference}`,
          });
      }
    }
  }
  await mock.close();
  return { accepted, invalid, refused };
}
