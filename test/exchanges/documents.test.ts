// Clients and servers generated from documents of other projects exchange requests for every operation,
// most of them also through Prism. `npm run exchanges` uses all documents.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { complaintsAbout } from "./complaints-about.ts";
import { type Judge, judgeDocument } from "./judge-document.ts";
import { addReport, noTotals, totalsText } from "./totals.ts";

const corpus = resolve("../shared/corpus");
const isHere = existsSync(corpus);

/** The documents, with the least number of unchanged exchanges, and the roles of Prism in this test. */
const documents: readonly (readonly [file: string, exact: number, judges: readonly Judge[]])[] = [
  ["openapi/box-full.json", 556, []],
  ["openapi/discord.json", 479, []],
  ["more/qdrant/qdrant.json", 138, ["proxy"]],
  ["more/meilisearch/meilisearch.json", 225, ["proxy"]],
  ["more/adyen/BalancePlatformService-v2.json", 182, ["proxy"]],
  ["more/adyen/CapitalService-v1.yaml", 24, ["proxy", "mock"]],
  ["more/adyen/CheckoutService-v72.json", 56, ["proxy"]],
  ["more/adyen/LegalEntityService-v4.json", 68, ["proxy"]],
  ["more/adyen/ManagementService-v3.json", 268, ["proxy"]],
  ["more/adyen/PaymentService-v68.yaml", 26, ["proxy", "mock"]],
  ["more/adyen/TransferService-v4.yaml", 24, ["proxy", "mock"]],
  ["more/orval/petstore.yaml", 12, ["proxy", "mock"]],
  ["more/orval/regressions.yaml", 10, ["proxy", "mock"]],
  ["more/orval/parameters.yaml", 4, ["proxy", "mock"]],
  ["more/orval/form-url-encoded.yaml", 6, ["proxy", "mock"]],
  ["more/orval/form-data-nested.yaml", 2, ["proxy", "mock"]],
  ["more/orval/nullable-oneof-enums.yaml", 10, ["proxy", "mock"]],
  ["more/orval/discriminator-oneof-allof.yaml", 2, ["proxy", "mock"]],
  ["more/orval/binary-request-body.yaml", 2, ["proxy", "mock"]],
  ["more/orval/split-by-content-type.yaml", 6, ["proxy", "mock"]],
  ["more/orval/wildcard-responses.yaml", 6, ["proxy", "mock"]],
];

describe.skipIf(!isHere)(`documents${isHere ? "" : " (../shared/corpus is not here)"}`, () => {
  let totals = noTotals;
  afterAll(() => console.log(totalsText(totals)));

  it.each(documents)(
    "%s",
    async (file, exact, judges) => {
      const report = await judgeDocument(resolve(corpus, file), judges);
      totals = addReport(totals, report);
      expect(complaintsAbout(file, report)).toEqual([]);
      expect(report.direct.exact).toBeGreaterThanOrEqual(exact);
    },
    240_000,
  );
});
