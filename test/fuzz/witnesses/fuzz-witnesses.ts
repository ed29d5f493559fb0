// A value that proves a break is valid in one of two documents: the codec generated from that document must
// read it.

import type { JsonValue } from "@specwright/spec-loader";
import { editSchema } from "../diff/edit-schema.ts";
import { type Random, seededRandom } from "../generate/random.ts";
import { randomDocument } from "../generate/random-schemas.ts";
import { RefusedDocument, scratchFolder } from "../targets/random-targets.ts";
import { timeClosedAlternatives } from "./closed-alternatives.ts";
import { drawCorpusSchemas } from "./corpus-documents.ts";
import { drawDirectionalSchemas } from "./directional-documents.ts";
import { judgeWitnesses } from "./judge-witnesses.ts";
import { drawMixedNumbers } from "./mixed-numbers.ts";

const SCHEMAS = 12;
const PROGRESS_EVERY_MS = 5000;
const MOST_FAILURES = 10;
/** The CPU time that a pair of unions of 12 closed objects may take. */
const MOST_MS = 1000;

/** Options for a run. A case is a pair of schemas; a document has twelve. */
export interface WitnessOptions {
  readonly seed: number;
  readonly cases: number;
  readonly first: number;
  readonly deadline: number | undefined;
}

/**
 * Compares pairs until there are enough, time is up, or ten failed; with each document also a pair of
 * unions of closed objects. `refused` counts witnesses, and `refusedDocuments` the documents that cannot be
 * compared, by the code of their first error.
 */
export async function fuzzWitnesses({ seed, cases, first, deadline }: WitnessOptions) {
  using folder = scratchFolder(`witnesses-${process.pid}`);
  const failures: string[] = [];
  const report = { pairs: 0, witnesses: 0, refused: 0, slowestMs: 0 };
  const refusedDocuments: Record<string, number> = {};
  let shown = Date.now();
  for (let index = first; report.pairs < cases && failures.length < MOST_FAILURES; index += 1) {
    if (deadline !== undefined && Date.now() >= deadline) break;
    report.pairs += SCHEMAS;
    const pairSeed = Math.imul(seed, 0x9e3779b1) + index;
    const documents = drawDocuments(pairSeed);
    try {
      const taken = await timeClosedAlternatives(pairSeed);
      report.slowestMs = Math.max(report.slowestMs, Math.round(taken));
      if (taken > MOST_MS) {
        failures.push(`12 closed alternatives take ${Math.round(taken)} ms\n  --first ${index}`);
      }
      const { witnesses, refusals } = await judgeWitnesses(folder, `${index}`, documents);
      report.witnesses += witnesses;
      report.refused += refusals.length;
      failures.push(...refusals.map((each) => `${each}\n  --first ${index}`));
    } catch (error) {
      // An edit may make a document that the generator refuses.
      if (error instanceof RefusedDocument) {
        refusedDocuments[error.code] = (refusedDocuments[error.code] ?? 0) + 1;
      } else {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        failures.push(`${text}\n  --first ${index}`);
      }
    }
    if (Date.now() - shown < PROGRESS_EVERY_MS) continue;
    shown = Date.now();
    console.log(
      `${report.pairs} pairs, ${report.witnesses} witnesses, ${report.refused} refused, seed ${seed}`,
    );
  }
  return { failures, ...report, refusedDocuments };
}

function drawDocuments(seed: number): readonly [base: object, revision: object] {
  const random = seededRandom(seed);
  const corpus = random.chance(50) ? drawCorpusSchemas(random, SCHEMAS) : undefined;
  if (corpus !== undefined) {
    return [corpus.document(corpus.schemas), corpus.document(edited(random, corpus.schemas))];
  }
  if (random.chance(40)) {
    const drawn = drawDirectionalSchemas(random, SCHEMAS);
    return [drawn.document(drawn.schemas), drawn.document(edited(random, drawn.schemas))];
  }
  if (random.chance(30)) {
    const drawn = drawMixedNumbers(random, SCHEMAS);
    return [drawn.document(drawn.schemas), drawn.document(edited(random, drawn.schemas))];
  }
  const { document } = randomDocument(random, SCHEMAS);
  const { schemas } = Object(document["components"]);
  return [document, { ...document, components: { schemas: edited(random, schemas) } }];
}

function edited<Schema>(random: Random, schemas: Readonly<Record<string, Schema>>) {
  const entries = Object.entries(schemas).map(
    ([name, schema]) => [name, isPlain(schema) ? editSchema(random, schema) : schema] as const,
  );
  return Object.fromEntries(entries);
}

/** Reports whether a schema has no integer beyond 2^53, which an edit would round. */
function isPlain(value: unknown): value is JsonValue {
  if (typeof value === "bigint") return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isPlain);
}
