// Random pairs of schemas, often with an edit of the first as the second, and random values.

import type { Schema } from "@specwright/contract";
import { SchemaComparer } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import { schemasOf } from "../../../generators/schemas/test/schemas-of.ts";
import { type Random, seededRandom } from "../generate/random.ts";
import type { Divergence } from "../run-fuzz.ts";
import {
  type Comparers,
  type CreateComparer,
  findContradiction,
  newComparers,
  type Pair,
} from "./check-pair.ts";
import { editSchema } from "./edit-schema.ts";
import { randomInstance } from "./random-instances.ts";
import { hasLoneReference, randomSchema, smallValue, times } from "./random-schemas.ts";
import { reorderMembers } from "./reorder.ts";
import { shrinkPair } from "./shrink-pair.ts";

/** Options for a run. */
export interface DiffFuzzOptions {
  readonly seed: number;
  /** The maximum number of cases: values that both schemas of a pair have judged. */
  readonly cases: number;
  /** When to stop at the latest, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  /** Called after each batch with its number of cases and its first contradiction. */
  readonly onSlice: (cases: number, found: Divergence | undefined) => void;
  /** Creates the comparer under test. Default: a {@link SchemaComparer}. */
  readonly create?: CreateComparer;
}

const VALUES_PER_PAIR = 25;
/** Loading takes most of the time, and is cheaper for many schemas at once. */
const PAIRS_PER_BATCH = 25;
/** Ajv judges one pair in this many, and another one is compared in another order. */
const AJV_EVERY = 20;
const REORDER_EVERY = 4;
const MOST_CONTRADICTIONS = 10;

interface Drawn {
  readonly documents: readonly [JsonValue, JsonValue];
  readonly reordered: readonly JsonValue[];
  readonly values: readonly JsonValue[];
  readonly withAjv: boolean;
}

/** Checks pairs until there are enough cases, time is up, or ten pairs are contradicted. */
export async function fuzzDiff(options: DiffFuzzOptions): Promise<void> {
  const { seed, cases, deadline, onSlice } = options;
  const create: CreateComparer = options.create ?? ((given) => new SchemaComparer(given));
  const random = seededRandom(seed);
  let contradictions = 0;
  for (let done = 0; done < cases && contradictions < MOST_CONTRADICTIONS; ) {
    if (deadline !== undefined && Date.now() >= deadline) return;
    const pairs = Math.min(PAIRS_PER_BATCH, Math.ceil((cases - done) / VALUES_PER_PAIR));
    const batch = times(pairs, () => draw(random));
    const found = await checkBatch(batch, create);
    const count = Math.min(cases - done, pairs * VALUES_PER_PAIR);
    if (found !== undefined) contradictions += 1;
    onSlice(count, found);
    done += count;
  }
}

function draw(random: Random): Drawn {
  const base = randomSchema(random);
  const edited = random.chance(70) ? editSchema(random, base) : randomSchema(random);
  const revision = isLoadable(edited) ? edited : base;
  const documents = [base, revision] as const;
  const reordered =
    random.below(REORDER_EVERY) === 0 ? documents.map((each) => reorderMembers(random, each)) : [];
  const values = times(VALUES_PER_PAIR, () =>
    random.chance(20) ? smallValue(random) : randomInstance(random, random.pick(documents)),
  );
  return { documents, reordered, values, withAjv: random.below(AJV_EVERY) === 0 };
}

/** Reports whether all references of an edited schema still resolve. */
function isLoadable(schema: JsonValue): boolean {
  if (hasLoneReference(schema)) return false;
  const { $defs } = Object(schema);
  const text = JSON.stringify(schema);
  return ["A", "B"].every(
    (name) => !text.includes(`#/$defs/${name}`) || $defs?.[name] !== undefined,
  );
}

async function checkBatch(
  batch: readonly Drawn[],
  create: CreateComparer,
): Promise<Divergence | undefined> {
  const schemas = await schemasOf(
    ...batch.flatMap(({ documents, reordered }) => [...documents, ...reordered]),
  );
  const comparers = newComparers(create);
  let next = 0;
  for (const drawn of batch) {
    const own = schemas.slice(next, next + 2 + drawn.reordered.length);
    next += own.length;
    const what = check(drawn, own, comparers);
    if (what === undefined) continue;
    const small = await shrinkPair(drawn.documents, async (documents) => {
      const shrunk = { ...drawn, documents, reordered: [] };
      const given = await schemasOf(...documents);
      return check(shrunk, given, newComparers(create));
    });
    const found = small ?? { documents: drawn.documents, what: `${what} (in its order)` };
    return {
      target: "schemas",
      what: found.what,
      input: drawn.values.map((each) => JSON.stringify(each)).join(" "),
      schema: found.documents.map((each) => JSON.stringify(each)).join("\n          "),
    };
  }
  return undefined;
}

function check(
  { documents, values, withAjv }: Drawn,
  [base, revision, ...others]: readonly Schema[],
  comparers: Comparers,
): string | undefined {
  if (base === undefined || revision === undefined) throw new Error("a schema is missing");
  const [otherBase, otherRevision] = others;
  const pair: Pair = {
    documents,
    base,
    revision,
    ...(otherBase && otherRevision && { reordered: [otherBase, otherRevision] }),
  };
  return findContradiction(pair, values, comparers, withAjv);
}
