// A value that proves a break is valid in one of two documents: the codec that is generated from that
// document must read it.

import type { Contract } from "@specwright/contract";
import { stringifyJson } from "@specwright/runtime";
import { SchemaComparer } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import { contractOf } from "../../../generators/diff/test/contract-of.ts";
import { editSchema } from "../diff/edit-schema.ts";
import { seededRandom } from "../generate/random.ts";
import { randomDocument } from "../generate/random-schemas.ts";
import { documentTargets, scratch } from "../targets/random-targets.ts";
import type { Target } from "../targets/target.ts";
import { timeClosedAlternatives } from "./closed-alternatives.ts";

const SCHEMAS = 12;
const PROGRESS_EVERY_MS = 5000;
const MOST_FAILURES = 10;
/** The CPU time that a pair of unions of 12 closed objects may take. */
const MOST_MS = 1000;

/** Options for a run; a case is a pair of schemas, of which a document has twelve. */
export interface WitnessOptions {
  readonly seed: number;
  readonly cases: number;
  readonly first: number;
  readonly deadline: number | undefined;
}

/**
 * Compares pairs until there are enough, time is up, or ten witnesses are refused, and beside each
 * document a pair of unions of closed objects. `refused` counts witnesses.
 */
export async function fuzzWitnesses({ seed, cases, first, deadline }: WitnessOptions) {
  using folder = scratch(`witnesses-${process.pid}`);
  const failures: string[] = [];
  const report = { pairs: 0, witnesses: 0, refused: 0, invalidDocuments: 0, slowestMs: 0 };
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
      const sides = await Promise.all(
        documents.map(async (document, side) => ({
          contract: await contractOf(document),
          targets: await documentTargets(folder, `${index}-${side}`, document),
        })),
      );
      const [base, revision] = sides;
      if (base === undefined || revision === undefined) continue;
      for (const { text, target } of witnessesOf(base, revision)) {
        report.witnesses += 1;
        const refusal = refusalOf(target, text);
        if (refusal === undefined) continue;
        report.refused += 1;
        failures.push(
          `${target.name}: ${text} is refused: ${refusal}\n  ${target.schema()}\n  --first ${index}`,
        );
      }
    } catch {
      // An edit may make a document that the generator refuses.
      report.invalidDocuments += 1;
    }
    if (Date.now() - shown < PROGRESS_EVERY_MS) continue;
    shown = Date.now();
    console.log(
      `${report.pairs} pairs, ${report.witnesses} witnesses, ${report.refused} refused, seed ${seed}`,
    );
  }
  return { failures, ...report };
}

function drawDocuments(seed: number): readonly object[] {
  const random = seededRandom(seed);
  const { document } = randomDocument(random, SCHEMAS);
  const revision = structuredClone(document);
  const { schemas } = Object(revision["components"]);
  for (const [name, schema] of Object.entries(Object(schemas))) {
    if (isPlain(schema)) schemas[name] = editSchema(random, schema);
  }
  return [document, revision];
}

/** Reports whether a schema has no integer beyond 2^53, which an edit would not keep. */
function isPlain(value: unknown): value is JsonValue {
  if (typeof value === "bigint") return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isPlain);
}

interface Side {
  readonly contract: Contract;
  readonly targets: readonly Target[];
}

function* witnessesOf(base: Side, revision: Side) {
  const comparer = new SchemaComparer({
    maxSteps: 5000,
    undeclaredNamesAreReserved: true,
    formatsAreRules: true,
  });
  for (const { contract } of [base, revision]) comparer.addContract(contract);
  const after = new Map(revision.contract.declarations.map((each) => [each.name, each.schema]));
  for (const { name, schema } of base.contract.declarations) {
    const revised = after.get(name);
    // The codec of a body is that of a request; others may be of no direction.
    if (revised === undefined || !name.startsWith("S")) continue;
    const { baseInRevision, revisionInBase } = comparer.compare(schema, revised, "request");
    for (const [answer, side] of [
      [baseInRevision, base],
      [revisionInBase, revision],
    ] as const) {
      const target = side.targets.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (answer.verdict !== "refuted" || target === undefined) continue;
      yield { target, text: stringifyJson(answer.witness) };
    }
  }
}

function refusalOf({ tiers }: Target, text: string): string | undefined {
  for (const { codec } of tiers) {
    try {
      codec.decode(text);
    } catch (error) {
      return String(error);
    }
  }
  return undefined;
}
