// The definitions of a benchmark, and of the rows that it returns.

/** One comparison: our result and the result of one peer, for one case and one metric. */
export interface BenchRow {
  readonly bench: string;
  readonly case: string;
  readonly peer: string;
  /** The metric with its unit, such as `cpu s` or `peak MB`. Lower is always better. */
  readonly metric: string;
  /** Our result; null if our candidate failed. */
  readonly value: number | null;
  /** The result of the peer, measured in the same run; null if the peer failed. */
  readonly peerValue: number | null;
  /** `value / peerValue`. */
  readonly ratio: number | null;
  /** The maximum of `ratio`; null if the row is only for information. */
  readonly target: number | null;
  readonly holds: boolean | null;
  /** The first and third quartile of the ratios, if `ratio` is the median of several pairs. */
  readonly quartiles?: readonly [low: number, high: number];
  /** The result of the peer divided by the result of the baseline, measured next to each other. */
  readonly peerToBaseline?: number;
}

/** The settings and the environment of a benchmark. */
export interface BenchContext {
  /** Prints progress. */
  readonly log: (line: string) => void;
  /**
   * The groups to measure. Each benchmark names its own groups. If the list is empty, all groups
   * are measured.
   */
  readonly only: readonly string[];
  /** How many times each candidate runs. The median of the runs is the result. */
  readonly rounds: number;
  /** The folder in which peers are installed. It is not in a workspace of the repository. */
  readonly peersFolder: string;
  /** The root of the repository. */
  readonly root: string;
}

/** A benchmark: a name, a description, and a run that returns rows. */
export interface Bench {
  readonly name: string;
  readonly description: string;
  run(context: BenchContext): Promise<readonly BenchRow[]>;
  /** Formats all rows of the benchmark as Markdown, for `apps/bench/results.md`. */
  readonly describe?: (rows: readonly BenchRow[]) => string;
}
