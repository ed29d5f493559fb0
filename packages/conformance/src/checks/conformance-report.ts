import type { ClauseOutcome, ClauseResult } from "./clause.ts";

/** The results of a run. */
export interface ConformanceReport {
  readonly url: string;
  readonly results: readonly ClauseResult[];
  readonly counts: Readonly<Record<ClauseOutcome, number>>;
  /** What to do next, one or two sentences for each step. */
  readonly advice: readonly string[];
  /** Why the rest could not be judged, if the server could not be reached any more. */
  readonly unfinished?: string;
  readonly durationMs: number;
}
