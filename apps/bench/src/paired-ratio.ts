// Compares pieces of code in one process on a shared machine. Each slice of a candidate is timed
// directly before or after a slice of the baseline. Times are the CPU time of the whole process,
// including the garbage collector and the JIT threads. The result is the ratio within each pair: if
// the machine is slow for a minute, both slices of a pair are slow.

import { median, quantile } from "./rows.ts";

/** A piece of code to time. */
export interface Candidate {
  readonly name: string;
  /** The number of operations in one call of `run`. */
  readonly operations: number;
  /**
   * Runs the operations. The caller keeps the result, so that the engine cannot optimize the work
   * away.
   */
  readonly run: () => unknown;
}

/** Options for `pairedRatios`. */
export interface PairedRatioOptions {
  /** The number of pairs for each candidate. Default 15. */
  readonly rounds?: number;
  /** The minimum CPU time of a slice, in milliseconds. Default 40. */
  readonly sliceMs?: number;
  /** The CPU time that each candidate runs before the measurement, in milliseconds. Default 300. */
  readonly warmUpMs?: number;
}

/** The results of one candidate. */
export interface PairedRatio {
  readonly name: string;
  /**
   * The median over all pairs of the time of the candidate divided by the time of the baseline.
   * Below 1, the candidate is faster.
   */
  readonly ratio: number;
  /** The first and third quartile of the ratios of all pairs. */
  readonly quartiles: readonly [low: number, high: number];
  /** The median CPU time of one operation of the candidate, in nanoseconds. */
  readonly cpuNs: number;
  /** The median CPU time of one operation of the baseline in the same pairs, in nanoseconds. */
  readonly baselineCpuNs: number;
}

/**
 * Times every candidate in pairs with the baseline. In every second round, the baseline runs first.
 */
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

/** Returns the geometric mean, which is the correct mean of ratios. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

const sink: { last: unknown } = { last: undefined };

/**
 * Runs a candidate until it was called at least `least` times and has used `sliceMs` of CPU time.
 * Returns the CPU time of one operation, in nanoseconds.
 */
function cpuNsOf({ run, operations }: Candidate, least: number, sliceMs: number): number {
  const start = process.cpuUsage();
  let calls = 0;
  let micros = 0;
  // Reading the CPU time takes about a microsecond, so it is read only once per burst of calls.
  let burst = 1;
  do {
    for (let index = 0; index < burst; index++) sink.last = run();
    calls += burst;
    const { user, system } = process.cpuUsage(start);
    micros = user + system;
    if (micros < sliceMs * 100) burst *= 2;
  } while (calls < least || micros < sliceMs * 1000);
  return (micros * 1000) / (calls * operations);
}
