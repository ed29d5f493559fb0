// One share of the fuzz: the specs in turn, mostly streams, and new random schemas.

import { fuzzSlice } from "./fuzz-slice.ts";
import { seededRandom } from "./generate/random.ts";
import type { Divergence } from "./run-fuzz.ts";
import { randomTargets, scratchFolder } from "./targets/random-targets.ts";
import { specTargets } from "./targets/spec-targets.ts";
import type { Target } from "./targets/target.ts";

/** Options for a run. */
export interface FuzzOptions {
  readonly seed: number;
  /** The largest number of cases. */
  readonly cases: number;
  /** When to stop at the latest, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  /** Called after each slice of cases with its number of cases and its first divergence. */
  readonly onSlice: (cases: number, found: Divergence | undefined) => void;
}

const SLICE = 500;
const SLICES_PER_DOCUMENT = 10;
const SCHEMAS_PER_DOCUMENT = 12;
const MOST_DIVERGENCES = 10;

/**
 * Runs cases until there are enough, time is up, or ten targets have diverged. A target stops at its first
 * divergence.
 */
export async function fuzzCodecs({ seed, cases, deadline, onSlice }: FuzzOptions): Promise<void> {
  const random = seededRandom(seed);
  const streams = await specTargets("streams/asyncapi.yaml", "streams-api");
  const marketplace = await specTargets("marketplace/openapi.yaml", "marketplace-api");
  const publisher = await specTargets("publisher/openapi.yaml", "publisher-api");
  const rest = [...marketplace, ...publisher];
  const diverged = new Set<Target>();
  using folder = scratchFolder(`run-${process.pid}`);
  let drawn: readonly Target[] = [];
  let slicesOfDrawn = SLICES_PER_DOCUMENT;
  for (let done = 0; done < cases && diverged.size < MOST_DIVERGENCES; done += SLICE) {
    if (deadline !== undefined && Date.now() >= deadline) return;
    let pool = random.pick([streams, streams, rest, drawn]);
    if (pool === drawn) {
      if (slicesOfDrawn === SLICES_PER_DOCUMENT) {
        drawn = await randomTargets(folder, random.below(2 ** 31), SCHEMAS_PER_DOCUMENT);
        slicesOfDrawn = 0;
      }
      slicesOfDrawn += 1;
      pool = drawn;
    }
    const left = pool.filter((target) => !diverged.has(target));
    if (left.length === 0) continue;
    const count = Math.min(SLICE, cases - done);
    const found = fuzzSlice(left, random, count);
    if (found !== undefined) diverged.add(found.target);
    onSlice(count, found?.divergence);
  }
}
