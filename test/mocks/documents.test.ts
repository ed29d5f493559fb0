// The mocks of documents that nobody here wrote answer every operation with what our validators
// accept. `npm run mock-corpus` does it with all documents.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeMocks } from "./judge-mocks.ts";

const corpus = resolve("../shared/corpus");
const isHere = existsSync(corpus);

/** Documents, with the numbers of their operations and of the calls of their servers. */
const documents: readonly (readonly [file: string, operations: number, calls: number])[] = [
  ["more/orval/petstore.yaml", 6, 18],
  ["more/adyen/CheckoutService-v72.json", 28, 156],
  ["more/meilisearch/meilisearch.json", 113, 353],
];

describe.skipIf(!isHere)(`mocks${isHere ? "" : " (../shared/corpus is not here)"}`, () => {
  it.each(documents)("of %s", async (file, operations, calls) => {
    const report = await judgeMocks(resolve(corpus, file), corpus);
    expect(report).toMatchObject({ operations, uncalled: [], unsampled: [], isSame: true });
    expect(report?.handlers).toMatchObject({ answered: operations, refused: [] });
    expect(report?.server).toMatchObject({ answered: calls, refused: [] });
  });
});
