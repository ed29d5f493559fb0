// Cases of several targets, so that each gets about the same time.

import { type Random, seededRandom } from "./generate/random.ts";
import { type Divergence, fuzzTarget } from "./run-fuzz.ts";
import type { Target } from "./targets/target.ts";

/** The longest text that counts as short, in characters. */
const SHORT = 150;

/**
 * Runs `count` cases, either all of one target with short texts or some of each of several targets
 * with longer ones. Returns the first divergence.
 */
export function fuzzSlice(
  targets: readonly Target[],
  random: Random,
  count: number,
): { readonly target: Target; readonly divergence: Divergence } | undefined {
  for (let left = count; left > 0; ) {
    const target = random.pick(targets);
    const share = Math.min(left, Math.ceil((count * SHORT) / Math.max(SHORT, meanLength(target))));
    const divergence = fuzzTarget(target, random.below(2 ** 31), share);
    if (divergence !== undefined) return { target, divergence };
    left -= share;
  }
  return undefined;
}

const lengths = new WeakMap<Target, number>();

function meanLength(target: Target): number {
  let length = lengths.get(target);
  if (length === undefined) {
    const random = seededRandom(1);
    const texts = Array.from({ length: 20 }, () => target.instance(random));
    length = texts.join("").length / texts.length;
    lengths.set(target, length);
  }
  return length;
}
