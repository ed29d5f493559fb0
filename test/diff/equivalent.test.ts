// Real documents in another form with the same wire format: at most one in twenty may be called potentially
// breaking, and none breaking.

import { existsSync, readFileSync } from "node:fs";
import { compareContracts } from "@specwright/diff";
import { seededRandom } from "@specwright/runtime/testing";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contractOf } from "../../generators/diff/test/contract-of.ts";
import type { Editable } from "./document-schemas.ts";
import { rewrites } from "./rewrites.ts";

const corpus = new URL("../../../shared/corpus/", import.meta.url);
const documents: readonly URL[] = [
  "openapi/discord.json",
  "more/qdrant/qdrant.json",
  "more/meilisearch/meilisearch.json",
  "more/adyen/PaymentService-v68.yaml",
  "more/adyen/TerminalAPI-v1.json",
  "more/adyen/TransferService-v4.yaml",
  "more/adyen/CapitalService-v1.yaml",
  "more/orval/petstore.yaml",
  "more/orval/jsdoc-formatting.yaml",
  "more/orval/regressions.yaml",
  "more/orval/issue-2998.yaml",
  "more/orval/deprecated.yaml",
  "more/orval/nullable-oneof-enums.yaml",
  "more/orval/tags-split-shared.yaml",
  "more/orval/faker-array-items.yaml",
  "more/orval/enums.yaml",
  "more/orval/parameters.yaml",
  "more/orval/dates-transform.yaml",
  "more/orval/models-with-special-char.yaml",
  "more/orval/issue-3590-wide-schema-imports.yaml",
  "more/orval/form-url-encoded.yaml",
  "more/orval/nullable-any-of-refs.yaml",
  "more/orval/deeply-nested-refs.yaml",
  "more/orval/all-of.yaml",
  "more/orval/readonly.yaml",
].map((path) => new URL(path, corpus));
const present = documents.filter((url) => existsSync(url));
const verdicts: string[] = [];

describe.each(present.map((url) => [url.pathname.split("/").slice(-2).join("/"), url] as const))(
  "%s",
  (name, url) => {
    const text = readFileSync(url, "utf8");
    const base = contractOf(text);
    const parsed = parse(text, { intAsBigInt: true }) as Editable;

    test.each(rewrites)("$name", async ({ apply, name: rewrite }) => {
      const document = structuredClone(parsed);
      const count = apply(document, seededRandom(1));
      if (count === 0) return;
      const changes = compareContracts(await base, await contractOf(document));
      const breaking = changes.filter((change) => change.class === "breaking");
      expect(breaking.map(({ ruleId, message }) => [ruleId, message])).toEqual([]);
      const doubts = changes.filter((change) => change.class === "potentially-breaking");
      verdicts.push(doubts.length > 0 ? `${name}: ${rewrite}: ${doubts[0]?.message}` : "safe");
    });
  },
);

afterAll(() => {
  const doubtful = verdicts.filter((each) => each !== "safe");
  console.log(`${verdicts.length} documents written differently, ${doubtful.length} in doubt`);
  for (const each of doubtful) console.log(`  ${each}`);
});

test("at most one in twenty is in doubt", () => {
  const doubtful = verdicts.filter((each) => each !== "safe");
  expect(doubtful.length).toBeLessThanOrEqual(verdicts.length / 20);
  if (present.length === documents.length) expect(verdicts.length).toBeGreaterThanOrEqual(200);
});
