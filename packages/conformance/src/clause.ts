import type { Lab } from "./lab.ts";
import type { LimitName } from "./limits.ts";
import type { StimulusAction } from "./stimulus.ts";

/** Is one rule of the contract and the way to judge a server by it. */
export interface Clause {
  /** Section and number, such as `4.5.3`, or decision and number, such as `S6.1`. */
  readonly id: string;
  /** Where the rule is written: a place in the streams source, and decisions. */
  readonly source: string;
  /** The rule in one sentence. */
  readonly sentence: string;
  /** What the stimulus must be able to do; without it the clause is not run. */
  readonly needs?: readonly StimulusAction[];
  /**
   * When it is judged. `watch`: after the others, by all that they received. `last`: at the very
   * end, for it ends the server. Default: along with the others.
   */
  readonly when?: "watch" | "last";
  /**
   * Judges; resolves with what was seen. Rejects with `ConformanceError` `clause_failed` or
   * `clause_not_run`.
   */
  readonly check: (lab: Lab) => Promise<string>;
}

/** Says what would let a clause be judged that was not run. */
export type Remedy =
  | { readonly kind: "stimulus"; readonly actions: readonly StimulusAction[] }
  | { readonly kind: "limit"; readonly limit: LimitName }
  | { readonly kind: "market" }
  | { readonly kind: "sole-broker" }
  | { readonly kind: "wait" };

/** Says how a clause was judged. */
export type ClauseOutcome = "pass" | "fail" | "not run";

/** Is the result of one clause. */
export interface ClauseResult {
  readonly id: string;
  readonly source: string;
  readonly sentence: string;
  readonly outcome: ClauseOutcome;
  /** What was seen, or why it was not run. */
  readonly seen: string;
  /** What would let it be judged, where it was not run and something would. */
  readonly remedy?: Remedy;
  readonly durationMs: number;
}
