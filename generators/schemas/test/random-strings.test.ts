// Random patterns and lengths: there is always a verdict, and no string contradicts it. test/fuzz compares
// other random schemas.

import { SchemaComparer } from "@specwright/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isValid } from "../src/evaluate/is-valid.ts";
import { schemasOf } from "./schemas-of.ts";

const patterns = ["^a", "b$", "^[ab]*$", "^a|b$", "^.$", "^(?:a|ab)$", "a", "^[0-9]+$", "^a{2,}$"];
const limit = fc.integer({ min: 0, max: 3 });
const randomStrings = fc
  .record(
    { minLength: limit, maxLength: limit, pattern: fc.constantFrom(...patterns) },
    { requiredKeys: [] },
  )
  .map((keywords) => ({ type: "string", ...keywords }));

/** Short strings over the letters of the patterns. */
const shortStrings: readonly string[] = ["", "a", "b", "c", "1"].flatMap((first) =>
  ["", "a", "b", "c", "1"].flatMap((second) =>
    ["", "a", "b"].map((third) => first + second + third),
  ),
);

test("no string contradicts a verdict on patterns and lengths", async () => {
  const within = fc.constantFrom<(schema: unknown) => unknown>(
    (schema) => schema,
    (schema) => ({ type: "object", propertyNames: schema }),
    (schema) => ({ type: "array", contains: { not: schema }, maxItems: 1 }),
  );
  const values = shortStrings.flatMap((each) => [each, [each], { [each]: 0 }]);
  await fc.assert(
    fc.asyncProperty(randomStrings, randomStrings, within, async (first, second, place) => {
      const [base, revision] = await schemasOf(place(first), place(second));
      if (base === undefined || revision === undefined) throw new Error();
      const { baseInRevision, revisionInBase } = new SchemaComparer().compare(base, revision);
      for (const [answer, inner, outer] of [
        [baseInRevision, base, revision] as const,
        [revisionInBase, revision, base] as const,
      ]) {
        const found = values.filter((each) => isValid(inner, each) && !isValid(outer, each));
        expect(answer.verdict).not.toBe("unknown");
        if (answer.verdict === "proved") expect(found).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});
