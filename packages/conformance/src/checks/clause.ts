import type { Remedy } from "../stimulus/remedy.ts";
import type { StimulusAction } from "../stimulus/stimulus.ts";
import type { CheckContext } from "./check-context.ts";

/** One rule of the contract, with the check that judges a server by it. */
export interface Clause {
  /** Section and number, such as `4.5.3`, or decision and number, such as `S6.1`. */
  readonly id: string;
  /** Where the rule is written: sections of the streams source, and decisions. */
  readonly source: string;
  /** The rule in one sentence. */
  readonly sentence: string;
  /** The actions that the stimulus must offer; without them the clause is not run. */
  readonly needs?: readonly StimulusAction[];
  /**
   * When the clause is judged. `watch`: after the others, from everything they received. `last`: at
   * the very end, because it stops the server. Default: together with the others.
   */
  readonly when?: "watch" | "last";
  /**
   * Judges the server and resolves with an observation.
   *
   * @throws ConformanceError `clause_failed` or `clause_not_run`.
   */
  readonly check: (context: CheckContext) => Promise<string>;
}

/** The outcome of a clause. */
export type ClauseOutcome = "pass" | "fail" | "not run";

/** The result of one clause. */
export interface ClauseResult {
  readonly id: string;
  readonly source: string;
  readonly sentence: string;
  readonly outcome: ClauseOutcome;
  /** What was observed, or why the clause was not run. */
  readonly seen: string;
  /** What would allow it to be judged, if it was not run and something would help. */
  readonly remedy?: Remedy;
  readonly durationMs: number;
}
