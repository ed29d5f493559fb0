// Comparing pieces of code in one process on a machine that others use too. Each slice of a
// candidate is timed right next to a slice of the baseline, in CPU time of the whole process (the
// garbage collector and the JIT threads count), and only the ratio within a pair is kept: a slow
// minute hits both halves of it.

import { median, quantile } from "./rows.ts";

/** Is a piece of code to time. */
export interface Candidate {
  readonly name: string;
  /** How many operations one call of `run` does. */
  readonly operations: number;
  /** Does them. The result is kept alive, so that no work can be optimised away. */
  readonly run: () => unknown;
}

/** Configures `pairedRatios`. */
export interface PairedRatioOptions {
  /** How many pairs are timed per candidate. Default 15. */
  readonly rounds?: number;
  /** The CPU time that a slice takes at least, in milliseconds. Default 40. */
  readonly sliceMs?: number;
  /** The CPU time each candidate runs before anything is timed, in milliseconds. Default 300. */
  readonly warmUpMs?: number;
}

/** Is what the pairs of one candidate gave. */
export interface PairedRatio {
  readonly name: string;
  /** The median over the pairs of candidate / baseline, per operation. Lower is faster than the baseline. */
  readonly ratio: number;
  /** The first and third quartile of the same. */
  readonly quartiles: readonly [low: number, high: number];
  /** The candidate's median CPU time of an operation, in nanoseconds. */
  readonly cpuNs: number;
  /** The baseline's, in the same pairs. */
  readonly baselineCpuNs: number;
}

/** Times every candidate in pairs with the baseline, which goes first in every other round. */
export function pairedRatios(
  baseline: Candidate,
  candidates: readonly Candidate[],
  options: PairedRatioOptions = {},
): readonly PairedRatio[] {
  const { rounds = 15, sliceMs = 40, warmUpMs = 300 } = options;
  for (const candidate of [baseline, ...candidates]) cpuNsOf(candidate, 0, warmUpMs);
  const pairs = candidates.map(() => [] as (readonly [own: number, base: number])[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const first = round % 2 === 0 ? baseline : candidate;
      const second = first === baseline ? candidate : baseline;
      const a = cpuNsOf(first, 1, sliceMs);
      const b = cpuNsOf(second, 1, sliceMs);
      pairs[index]?.push(first === baseline ? [b, a] : [a, b]);
    }
  }
  return candidates.map(({ name }, index) => {
    const own = pairs[index] ?? [];
    const ratios = own.map(([candidate, base]) => candidate / base);
    return {
      name,
      ratio: median(ratios) ?? Number.NaN,
      quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
      cpuNs: median(own.map(([candidate]) => candidate)) ?? Number.NaN,
      baselineCpuNs: median(own.map(([, base]) => base)) ?? Number.NaN,
    };
  });
}

/** Gives the geometric mean: the mean that ratios have. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

let sink: unknown;

/** Runs a candidate at least so often and so long; gives the CPU nanoseconds of an operation. */
function cpuNsOf({ run, operations }: Candidate, least: number, sliceMs: number): number {
  const start = process.cpuUsage();
  let calls = 0;
  let micros = 0;
  // Asking for the CPU time costs about a microsecond, so it is asked rarely in fast candidates.
  let burst = 1;
  do {
    for (let index = 0; index < burst; index++) sink = run();
    calls += burst;
    const { user, system } = process.cpuUsage(start);
    micros = user + system;
    if (micros < sliceMs * 100) burst *= 2;
  } while (calls < least || micros < sliceMs * 1000);
  return (micros * 1000) / (calls * operations);
}

/** Gives what the last timed call gave: reading it is what keeps the calls from being dropped. */
export function lastResult(): unknown {
  return sink;
}
