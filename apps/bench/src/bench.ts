// The definition of a benchmark and of the rows it returns.

/** One comparison: ours against one peer, in one case, by one metric. */
export interface BenchRow {
  readonly bench: string;
  readonly case: string;
  readonly peer: string;
  /** The metric with its unit, such as `cpu s` or `peak MB`. Lower is always better. */
  readonly metric: string;
  /** Our value; null if we failed. */
  readonly value: number | null;
  /** The value of the peer, measured in the same run; null if it failed. */
  readonly peerValue: number | null;
  /** `value / peerValue`. */
  readonly ratio: number | null;
  /** The ratio that `value` must not exceed; null if the row is for information only. */
  readonly target: number | null;
  readonly holds: boolean | null;
  /** The first and third quartile of the ratio, if it is the median of pairs. */
  readonly quartiles?: readonly [low: number, high: number];
  /** The ratio of the peer to the baseline of the group, measured next to it. */
  readonly peerToBaseline?: number;
}

/** The input of a benchmark. */
export interface BenchContext {
  /** Prints progress. */
  readonly log: (line: string) => void;
  /** The groups to measure, named by the benchmark; empty for all. */
  readonly only: readonly string[];
  /** How often each candidate runs; the median counts. */
  readonly rounds: number;
  /** The folder in which peers are installed, outside the workspaces. */
  readonly peersFolder: string;
  /** The root of the repository. */
  readonly root: string;
}

/** A benchmark: a name, a description, and a run that returns rows. */
export interface Bench {
  readonly name: string;
  readonly description: string;
  run(context: BenchContext): Promise<readonly BenchRow[]>;
  /** Formats all its rows as Markdown for `apps/bench/results.md`. */
  readonly describe?: (rows: readonly BenchRow[]) => string;
}
