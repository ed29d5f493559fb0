// Random pairs of schemas and random values: no value contradicts a proof.

import { compareSchemas, type SchemaComparison } from "@specwright/diff";
import type { JsonValue } from "@specwright/spec-loader";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isValid } from "../src/evaluate/is-valid.ts";
import { editSchema, valuesNear } from "./edit-schema.ts";
import { randomSchema, randomStrings, randomValue, shortStrings } from "./random-schemas.ts";
import { schemasOf } from "./schemas-of.ts";

const values = fc.array(randomValue, { minLength: 25, maxLength: 25 });
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
const maxSteps = 5000;

/** Two schemas, of which the second is often an edit of the first, and values to try them on. */
const pairs = fc
  .tuple(randomSchema, randomSchema, fc.nat(500), fc.nat(2), values)
  .map(([first, second, choice, way, samples]) => {
    const edited = way > 0 ? editSchema(first, choice) : second;
    // A document that is nothing but a reference to itself is an error.
    const other = JSON.stringify(edited) === '{"$ref":"#"}' ? second : edited;
    const documents = plain([first, other]);
    return { documents, samples: plain([...samples, ...valuesNear(documents)]) as JsonValue[] };
  });

type Accepts = (value: JsonValue) => boolean | undefined;

/** Lists what contradicts a comparison, given validators of both schemas. */
function contradictions(
  { baseInRevision, revisionInBase }: SchemaComparison,
  inBase: Accepts,
  inRevision: Accepts,
  samples: readonly JsonValue[],
): readonly unknown[] {
  const onlyIn = (left: Accepts, right: Accepts, value: JsonValue): boolean =>
    left(value) === true && right(value) === false;
  return [
    [baseInRevision, inBase, inRevision] as const,
    [revisionInBase, inRevision, inBase] as const,
  ].flatMap(([containment, left, right]) => {
    if (containment.verdict === "proved") {
      return samples.filter((value) => onlyIn(left, right, value));
    }
    if (containment.verdict === "unknown") return [];
    const { witness } = containment;
    return left(witness) === false || right(witness) === true ? [containment] : [];
  });
}

test("no value contradicts a verdict, and a schema equals its copy", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async ({ documents, samples }) => {
      const [base, revision] = await schemasOf(...documents);
      const [copy] = await schemasOf(...documents);
      if (base === undefined || revision === undefined || copy === undefined) throw new Error();
      const compared = compareSchemas(base, revision, { maxSteps });
      const found = contradictions(
        compared,
        (value) => isValid(base, value),
        (value) => isValid(revision, value),
        samples,
      );
      expect(found).toEqual([]);
      const mirror = compareSchemas(revision, base, { maxSteps });
      expect(mirror.baseInRevision.verdict).toBe(compared.revisionInBase.verdict);
      expect(mirror.revisionInBase.verdict).toBe(compared.baseInRevision.verdict);
      expect(compareSchemas(base, copy, { maxSteps }).effect).toBe("equal");
    }),
    { numRuns: 4000 },
  );
});

test("no string contradicts a verdict on patterns and lengths", async () => {
  const within = fc.constantFrom<(schema: unknown) => unknown>(
    (schema) => schema,
    (schema) => ({ type: "object", propertyNames: schema }),
    (schema) => ({ type: "array", contains: { not: schema }, maxItems: 1 }),
  );
  const samples = shortStrings.flatMap((each) => [each, [each], { [each]: 0 }]);
  await fc.assert(
    fc.asyncProperty(randomStrings, randomStrings, within, async (first, second, place) => {
      const documents = plain([place(first), place(second)]);
      const [base, revision] = await schemasOf(...documents);
      if (base === undefined || revision === undefined) throw new Error();
      const compared = compareSchemas(base, revision, { maxSteps });
      expect(
        contradictions(
          compared,
          (value) => isValid(base, value),
          (value) => isValid(revision, value),
          samples,
        ),
      ).toEqual([]);
      expect(compared.effect).not.toBe("unknown");
    }),
    { numRuns: 1000 },
  );
});

test("no value contradicts a verdict where Ajv judges", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async ({ documents, samples }) => {
      // Ajv accepts [] next to `minContains`, and takes no note of `contains` as evaluation.
      if (JSON.stringify(documents).includes('"contains"')) return;
      const [base, revision] = await schemasOf(...documents);
      if (base === undefined || revision === undefined) throw new Error();
      const [inBase, inRevision] = documents.map((document) => ajvJudge(document));
      if (inBase === undefined || inRevision === undefined) throw new Error();
      const compared = compareSchemas(base, revision, { maxSteps });
      expect(contradictions(compared, inBase, inRevision, samples)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

function ajvJudge(document: unknown): Accepts {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const validate: ValidateFunction = ajv.compile(document as boolean | object);
  return (value) => {
    try {
      return validate(value);
    } catch (error) {
      // A schema that refers to itself for the same value has no end in Ajv.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}
