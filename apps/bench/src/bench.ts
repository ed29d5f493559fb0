// What a benchmark is, and the rows it gives.

/** Is one comparison: ours against one peer, in one case, by one metric. */
export interface BenchRow {
  readonly bench: string;
  readonly case: string;
  readonly peer: string;
  /** With its unit, such as `cpu s` or `peak MB`. Lower is better in all of them. */
  readonly metric: string;
  /** Ours; null when we failed. */
  readonly value: number | null;
  /** The peer's, measured in the same run; null when it failed. */
  readonly peerValue: number | null;
  /** `value / peerValue`. */
  readonly ratio: number | null;
  /** The ratio that `value` must stay at or below; null when the row only informs. */
  readonly target: number | null;
  readonly holds: boolean | null;
  /** The first and third quartile of the ratio, where it is the median of pairs. */
  readonly quartiles?: readonly [low: number, high: number];
  /** The peer's own ratio to the baseline of the group, measured next to it. */
  readonly peerToBaseline?: number;
}

/** Is what a benchmark may use. */
export interface BenchContext {
  /** Says what is being done. */
  readonly log: (line: string) => void;
  /** The groups to measure, as the benchmark names them; all when empty. */
  readonly only: readonly string[];
  /** How often each candidate runs; the median counts. */
  readonly rounds: number;
  /** The folder peers are installed to, outside the workspaces. */
  readonly peersFolder: string;
  /** The root of the repository. */
  readonly root: string;
}

/** Is a benchmark: a name, a sentence, and a run that gives rows. */
export interface Bench {
  readonly name: string;
  readonly description: string;
  run(context: BenchContext): Promise<readonly BenchRow[]>;
  /** Lays all its rows out as Markdown, for `docs/benchmarks.md`. */
  readonly describe?: (rows: readonly BenchRow[]) => string;
}
