import { ConformanceError } from "./conformance-error.ts";
import type { Remedy } from "./remedy.ts";

/** One rule for a server. */
export interface Clause {
  /**
   * The tested part and the rule, such as `x-sequence.1.step`, where numbers begin at 1; in the
   * streams contract the section and the number, such as `4.5.3`, or the decision, such as `S6.1`.
   */
  readonly id: string;
  /** Where the rule is written: a JSON Pointer into the contract, or sections of the streams source. */
  readonly source: string;
  /** The rule in one sentence. */
  readonly sentence: string;
  /** The actions that the stimulus must offer; without them the clause is not run. */
  readonly needs?: readonly string[];
}

export type ClauseOutcome = "pass" | "fail" | "not run";

/** The result of one clause. */
export interface ClauseResult {
  readonly id: string;
  readonly source: string;
  readonly sentence: string;
  readonly outcome: ClauseOutcome;
  /** The observation, or the reason why the clause was not run. */
  readonly seen: string;
  /** A way to run a clause that was not run, if there is one. */
  readonly remedy?: Remedy;
  readonly durationMs: number;
}

/**
 * Reports whether `only` contains an id, or a group to which the id belongs: `4.5` selects `4.5.3`,
 * but not `4.50`.
 */
export function isSelected(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((one) => id === one || id.startsWith(`${one}.`));
}

/**
 * Returns the clauses that `only` selects by their ids or their groups.
 *
 * @throws ConformanceError `bad_usage` if there are no such clauses.
 */
export function selectClauses<Each extends Clause>(
  clauses: readonly Each[],
  only: readonly string[] = [],
): readonly Each[] {
  const selected = clauses.filter(({ id }) => isSelected(id, only));
  if (selected.length > 0) return selected;
  throw new ConformanceError("bad_usage", `unknown clause ${only.join(", ")}`);
}
