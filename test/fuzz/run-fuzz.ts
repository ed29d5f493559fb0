// Runs slightly edited texts of a target through all its codecs and the reference.

import { bytesCase, type Case, findDivergence, textCase } from "./check-case.ts";
import { mutateBytes } from "./generate/mutate-bytes.ts";
import { mutateText } from "./generate/mutate-text.ts";
import { type Random, seededRandom } from "./generate/random.ts";
import { shrinkCase } from "./shrink.ts";
import type { Target } from "./targets/target.ts";

/** A text on which a codec and the reference disagree, as small as possible. */
export interface Divergence {
  readonly target: string;
  readonly schema: string;
  readonly what: string;
  /** As a JavaScript expression. */
  readonly input: string;
}

/** The number of cases generated from one set of texts. */
const CASES_PER_CORPUS = 256;

/** One in this many cases is a text of more than a megabyte. */
const HUGE_EVERY = 20_000;

/** Checks `count` cases of a target from a seed; returns the first divergence. */
export function fuzzTarget(target: Target, seed: number, count: number): Divergence | undefined {
  const random = seededRandom(seed);
  const limit = Error.stackTraceLimit;
  // Most cases end in errors; their stack traces are not needed.
  Error.stackTraceLimit = 0;
  try {
    let corpus: readonly string[] = [];
    for (let done = 0; done < count; done += 1) {
      if (done % CASES_PER_CORPUS === 0) corpus = corpusOf(target, random);
      const found = drawCase(corpus, random);
      const what = findDivergence(target, found);
      if (what !== undefined) return explained(target, found, what);
    }
    return undefined;
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function corpusOf(target: Target, random: Random): readonly string[] {
  const fresh = Array.from({ length: 24 }, () => target.instance(random));
  return [...target.examples, ...fresh];
}

function drawCase(corpus: readonly string[], random: Random): Case {
  let text = random.pick(corpus);
  const edits = random.pick([0, 1, 1, 1, 1, 2, 2, 3]);
  for (let edit = 0; edit < edits; edit += 1) text = mutateText(text, random);
  // Longer than any buffer of a codec.
  if (random.below(HUGE_EVERY) === 0) text += " ".repeat(1_100_000);
  const thorough = random.chance(15);
  const plain = textCase(text, thorough);
  if (plain.bytes === undefined || !random.chance(12)) return plain;
  return bytesCase(mutateBytes(plain.bytes, random), thorough);
}

function explained(target: Target, found: Case, what: string): Divergence {
  const kind = (message: string | undefined): string => message?.replace(/[^a-z ].*/s, "") ?? "";
  const still = (candidate: Case): boolean =>
    kind(findDivergence(target, candidate)) === kind(what);
  // A failure that does not repeat depends on earlier cases, and is reported unchanged.
  const small = still(found) ? shrinkCase(found, still) : found;
  const { text, bytes } = small;
  return {
    target: target.name,
    schema: target.schema(),
    what: findDivergence(target, small) ?? `only once: ${what}`,
    input: text === undefined ? `Uint8Array.of(${[...(bytes ?? [])]})` : JSON.stringify(text),
  };
}
