// Generates code for random documents, and compiles it.

import { stringifyJson } from "@specwright/runtime";
import { compileDocuments, type GeneratedCase } from "./compile-documents.ts";
import { randomApi } from "./random-documents.ts";
import { withoutOnePart } from "./shrink-document.ts";

/** Options for `fuzzGenerate`. */
export interface FuzzGenerateOptions {
  readonly seed: number;
  /** The number of documents. */
  readonly cases: number;
  /** The first document; earlier ones are skipped. Default 0. */
  readonly first?: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
}

/** The result of a run. */
export interface FuzzGenerateReport {
  readonly cases: number;
  /** Refused documents, by the codes of their errors. */
  readonly refused: Readonly<Record<string, number>>;
  /** One failure of each kind, with the parameters to reproduce it and a reduced document. */
  readonly failures: readonly string[];
}

/** How many documents are compiled in one program. */
const BATCH = 100;

/** After how many documents a line of progress is printed. */
const PROGRESS = 500;

/** How many kinds of failures are reduced; a run stops after a batch with more. */
const MOST_KINDS = 12;

export async function fuzzGenerate(options: FuzzGenerateOptions): Promise<FuzzGenerateReport> {
  const { seed, cases, first = 0, deadline = Number.POSITIVE_INFINITY } = options;
  const refused: Record<string, number> = {};
  const kinds = new Map<string, string>();
  let done = 0;
  while (done < cases && kinds.size < MOST_KINDS && Date.now() < deadline) {
    const batch = Array.from({ length: Math.min(BATCH, cases - done) }, (_, index) => {
      const place = first + done + index;
      const own = Math.imul(seed, 0x9e3779b1) + place;
      return { place, seed: own, document: randomApi(own) };
    });
    done += batch.length;
    const outcomes = await compileDocuments(`fuzz-generate-${seed}`, batch);
    for (const [index, { refused: codes, faults }] of outcomes.entries()) {
      for (const code of codes) refused[code] = (refused[code] ?? 0) + 1;
      const [fault] = faults;
      const found = batch[index];
      if (fault === undefined || found === undefined || kinds.has(kindOf(fault))) continue;
      if (kinds.size >= MOST_KINDS) break;
      const { document, fault: shown } = await reduced(found, fault, `fuzz-generate-${seed}-small`);
      kinds.set(
        kindOf(fault),
        `--seed ${seed} --first ${found.place} --cases 1: ${shown}\n  ${stringifyJson(document)}`,
      );
    }
    if (done % PROGRESS === 0)
      console.error(`${done} of ${cases} documents, ${kinds.size} kinds of failures, seed ${seed}`);
  }
  return { cases: done, refused, failures: [...kinds.values()] };
}

/** The file and the code of a fault, with its message without names, types and places. */
function kindOf(fault: string): string {
  return fault
    .replaceAll(/'[^']*'|"[^"]*"/g, "_")
    .replaceAll(/\(\d+,\d+\)|\d+:\d+/g, "")
    .slice(0, 120);
}

/** Removes parts of a document while it fails in the same way; tries all candidates at once. */
async function reduced(
  { seed, document }: GeneratedCase,
  fault: string,
  name: string,
): Promise<{ readonly document: GeneratedCase["document"]; readonly fault: string }> {
  let smallest = { document, fault };
  for (let round = 0; round < 60; round += 1) {
    const candidates = withoutOnePart(smallest.document).map((each) => ({ seed, document: each }));
    const outcomes = await compileDocuments(name, candidates);
    const at = outcomes.findIndex(({ faults }) =>
      faults.some((each) => kindOf(each) === kindOf(fault)),
    );
    const [better, outcome] = [candidates[at], outcomes[at]];
    if (better === undefined || outcome === undefined) break;
    const same = outcome.faults.find((each) => kindOf(each) === kindOf(fault)) ?? fault;
    smallest = { document: better.document, fault: same };
  }
  return smallest;
}
