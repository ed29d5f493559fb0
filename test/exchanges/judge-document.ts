// Generates code for one document; its client calls its server, directly and through Prism as a proxy that
// judges every request and response, and calls Prism as a mock server.

import { dirname } from "node:path";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { schemaDocuments } from "../fuzz/reference/schema-documents.ts";
import type { Answer } from "../prism/exchange.ts";
import { generateDocument } from "../wire/generate-operations.ts";
import { type CallReport, callDocument, type WrongExchange } from "./call-document.ts";
import { callMock, type MockReport } from "./call-mock.ts";
import { prismFaults } from "./prism-faults.ts";
import { putPrismBetween } from "./put-prism-between.ts";

/** How often each operation is called. */
const ROUNDS = 2;

/** The role of Prism: a proxy in front of the generated server, or a mock server. */
export type Judge = "proxy" | "mock";

/** The results of the exchanges of a document. */
export interface DocumentReport {
  /** The exchanges from client to server. */
  readonly direct: CallReport;
  /** The exchanges through Prism; absent if it was not the proxy. */
  readonly proxy?: ProxyReport;
  /** The responses of Prism; absent if it was not the server. */
  readonly mock?: MockReport;
}

/** The verdicts of Prism as a proxy. */
export interface ProxyReport {
  /** Exchanges that Prism accepted, with unchanged values. */
  readonly accepted: number;
  /** The number of exchanges that a fault of Prism explains, by its name. */
  readonly explained: ReadonlyMap<string, number>;
  /** All other exchanges. */
  readonly wrong: readonly WrongExchange[];
  /** The number of altered responses that Prism refused. */
  readonly refused: number;
  /** Altered responses that only the client refused. */
  readonly missed: readonly WrongExchange[];
}

/**
 * Generates code for the document in a file, which may refer to files below `root`, and runs its exchanges.
 */
export async function judgeDocument(
  path: string,
  judges: readonly Judge[],
  root: string = dirname(path),
): Promise<DocumentReport> {
  const { contract, operations } = await generateDocument(path, { lenient: true, root });
  const documents = schemaDocuments({ [contract.file]: contract.raw });
  const generated = { contract, operations, documents };
  const direct = await callDocument(generated, { rounds: ROUNDS });
  if (judges.length === 0) return { direct };

  const known = await getHttpOperationsFromSpec(path);
  const mock = judges.includes("mock") ? await callMock(generated, known) : undefined;
  if (!judges.includes("proxy")) return { direct, ...(mock && { mock }) };

  const report = await callDocument(generated, {
    rounds: ROUNDS,
    between: (serverUrl) => putPrismBetween(known, serverUrl),
  });
  const explained = new Map<string, number>();
  const wrong = report.wrong.filter((exchange) => {
    const fault = prismFaults.find(({ explains }) => explains(exchange, contract));
    if (fault !== undefined) explained.set(fault.name, (explained.get(fault.name) ?? 0) + 1);
    return fault === undefined;
  });
  const altered = await callDocument(generated, {
    rounds: 1,
    between: (serverUrl) => putPrismBetween(known, serverUrl, alterBody),
  });
  const isRefused = ({ difference }: WrongExchange): boolean => /\nresponse\.body/.test(difference);
  const isMissed = ({ difference }: WrongExchange): boolean => /^invalid_response/.test(difference);
  const proxy = {
    accepted: report.exact,
    explained,
    wrong,
    refused: altered.wrong.filter(isRefused).length,
    missed: altered.wrong.filter(isMissed),
  };
  return { direct, proxy, ...(mock && { mock }) };
}

/** Replaces a JSON body by a value of another type. */
function alterBody(answer: Answer): Answer {
  const { headers, body } = answer;
  if (!/json/.test(`${headers["content-type"]}`)) return answer;
  const text = body.toString();
  return { ...answer, body: Buffer.from(/^\s*"/.test(text) ? "[]" : '"altered"') };
}
