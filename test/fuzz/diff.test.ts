// Compares random schemas and checks the verdicts with random values: 30,000 cases in each run, always the
// same ones. FC_SEED=random generates others; `npm run fuzz -- diff` runs until its time is up. A comparer
// with a planted defect must fail.

import { type Containment, SchemaComparer, type SchemaComparison } from "@specwright/schemas";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CreateComparer } from "./diff/check-pair.ts";
import { fuzzDiff } from "./diff/fuzz-diff.ts";
import type { Divergence } from "./run-fuzz.ts";

async function firstFound(
  seed: number,
  cases: number,
  create?: CreateComparer,
): Promise<Divergence | undefined> {
  let first: Divergence | undefined;
  const onSlice = (_: number, found: Divergence | undefined): void => {
    first ??= found;
    // One is enough.
    if (first !== undefined) options.deadline = 0;
  };
  const options = {
    seed,
    cases,
    deadline: Number.POSITIVE_INFINITY,
    onSlice,
    ...(create && { create }),
  };
  await fuzzDiff({
    ...options,
    get deadline() {
      return options.deadline;
    },
  });
  return first;
}

test("no value contradicts a comparison: 30,000 cases", { timeout: 300_000 }, async () => {
  const holds = async (seed: number): Promise<void> => {
    expect(await firstFound(seed, 10_000)).toBeUndefined();
  };
  await fc.assert(fc.asyncProperty(fc.nat(), holds), { numRuns: 3, endOnFailure: true });
});

type Answers = Pick<SchemaComparison, "baseInRevision" | "revisionInBase">;

/** Creates comparers with changed answers. */
function answering(change: (answers: Answers) => Answers): CreateComparer {
  return (options) => {
    const comparer = new SchemaComparer(options);
    return {
      areEqual: (left, right, reader) => comparer.areEqual(left, right, reader),
      compare: (base, revision, reader) => {
        const { effect, ...answers } = comparer.compare(base, revision, reader);
        return { effect, ...change(answers) };
      },
    };
  };
}

const proved: Containment = { verdict: "proved" };

describe("a comparer with a defect fails", () => {
  test.each<[string, CreateComparer]>([
    [
      "proves what is refuted",
      answering(({ baseInRevision }) => ({ baseInRevision, revisionInBase: proved })),
    ],
    [
      "confuses the two questions",
      answering(({ baseInRevision, revisionInBase }) => ({
        baseInRevision: revisionInBase,
        revisionInBase: baseInRevision,
      })),
    ],
    [
      "shows an invalid value",
      answering(({ baseInRevision, ...others }) => ({
        ...others,
        baseInRevision:
          baseInRevision.verdict === "refuted"
            ? { ...baseInRevision, witness: null }
            : baseInRevision,
      })),
    ],
    [
      "always reserves undeclared names",
      (options) => new SchemaComparer({ ...options, undeclaredNamesAreReserved: true }),
    ],
    [
      "takes each direction for the other",
      (options) => {
        const comparer = new SchemaComparer(options);
        const other = { request: "response", response: "request" } as const;
        return {
          areEqual: (left, right) => comparer.areEqual(left, right),
          compare: (base, revision, reader) =>
            comparer.compare(base, revision, reader && other[reader]),
        };
      },
    ],
    [
      "depends on the order",
      (options) => {
        const comparer = new SchemaComparer(options);
        return {
          areEqual: (left, right) => left === right,
          compare: (base, revision, reader) => comparer.compare(base, revision, reader),
        };
      },
    ],
  ])("%s", async (_, create) => {
    expect(await firstFound(1, 20_000, create)).toBeDefined();
  });
});
