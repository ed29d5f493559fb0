// Client and server of documents that nobody here wrote talk to each other over every operation.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { schemaDocuments } from "../fuzz/reference/schema-documents.ts";
import { callDocument } from "./document-calls.ts";
import { generateDocument } from "./generate-operations.ts";

const corpus = resolve("../shared/corpus");
const isHere = existsSync(corpus);

/** The documents, with the least number of exchanges that arrive exactly as they were given. */
const documents: readonly (readonly [file: string, exact: number])[] = [
  ["openapi/box-full.json", 445],
  ["openapi/discord.json", 456],
  ["more/qdrant/qdrant.json", 92],
  ["more/meilisearch/meilisearch.json", 217],
  ["more/adyen/BalancePlatformService-v2.json", 175],
  ["more/adyen/CapitalService-v1.yaml", 23],
  ["more/adyen/CheckoutService-v72.json", 54],
  ["more/adyen/LegalEntityService-v4.json", 64],
  ["more/adyen/ManagementService-v3.json", 259],
  ["more/adyen/PaymentService-v68.yaml", 25],
  ["more/adyen/TransferService-v4.yaml", 23],
  ["more/orval/petstore.yaml", 12],
  ["more/orval/regressions.yaml", 10],
  ["more/orval/parameters.yaml", 4],
  ["more/orval/form-url-encoded.yaml", 6],
  ["more/orval/form-data-nested.yaml", 2],
  ["more/orval/nullable-oneof-enums.yaml", 10],
  ["more/orval/discriminator-oneof-allof.yaml", 2],
  ["more/orval/binary-request-body.yaml", 2],
  ["more/orval/split-by-content-type.yaml", 6],
  ["more/orval/wildcard-responses.yaml", 6],
];

describe.skipIf(!isHere)(`documents${isHere ? "" : " (../shared/corpus is not here)"}`, () => {
  it.each(documents)(
    "%s",
    async (file, exact) => {
      const generated = await generateDocument(resolve(corpus, file), { lenient: true });
      const { contract } = generated;
      const report = await callDocument(
        { ...generated, documents: schemaDocuments({ [contract.file]: contract.raw }) },
        2,
      );
      expect(report.wrong).toEqual([]);
      expect(report.exact).toBeGreaterThanOrEqual(exact);
    },
    120_000,
  );
});
