import type { Clause, ClauseOutcome, ClauseResult } from "./clause.ts";

/** The results of a run. */
export interface ConformanceReport {
  readonly url: string;
  /** The results in the order of the clauses. */
  readonly results: readonly ClauseResult[];
  readonly counts: Readonly<Record<ClauseOutcome, number>>;
  /** The next steps, one or two sentences each. */
  readonly advice: readonly string[];
  /** Set if the server became unreachable and the run therefore ended early: the reason. */
  readonly unfinished?: string;
  readonly durationMs: number;
}

/** Options of every run. */
export interface RunOptions {
  /** Ids of clauses, or beginnings of ids, such as `x-sequence` or `4.5`. Default: all clauses. */
  readonly only?: readonly string[];
  /** Receives each result as soon as it is available. */
  readonly onResult?: (result: ClauseResult) => void;
}

/** A set of clauses and the function that runs them. */
export interface Suite<Each extends Clause = Clause> {
  /** The address that is judged. */
  readonly url: string;
  readonly clauses: readonly Each[];
  /** Advice about additional tests that are possible. */
  readonly steps: readonly string[];
  /**
   * Judges the server by some of the clauses, and reports the result of each. If the server becomes
   * unreachable, resolves with the reason.
   */
  judge(
    selected: readonly Each[],
    report: (result: ClauseResult) => void,
  ): Promise<string | undefined>;
}
