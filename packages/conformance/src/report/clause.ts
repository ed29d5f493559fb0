import { ConformanceError } from "./conformance-error.ts";
import type { Remedy } from "./remedy.ts";

/** One rule for a server. */
export interface Clause {
  /**
   * The id. From a contract: the extension, a number if it has several parts (counted from 1), and the
   * rule, such as `x-sequence.1.step`. From the streams contract: the section and a number, such as
   * `4.5.3`, or the decision, such as `S6.1`.
   */
  readonly id: string;
  /** Where the rule is written: a JSON Pointer into the contract, or sections of the streams source. */
  readonly source: string;
  /** The rule in one sentence. */
  readonly sentence: string;
  /** The actions that the stimulus must support. If one is missing, the clause is not run. */
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
  /** How to make a clause run that was not run, if that is possible. */
  readonly remedy?: Remedy;
  readonly durationMs: number;
}

/**
 * Reports whether `only` contains an id, or the beginning of the id up to a dot: `4.5` selects `4.5.3`, but
 * not `4.50`.
 */
export function isSelected(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((one) => id === one || id.startsWith(`${one}.`));
}

/**
 * Returns the clauses that `only` selects by their ids or the beginnings of their ids.
 *
 * @throws ConformanceError `bad_usage` if `only` selects no clause.
 */
export function selectClauses<Each extends Clause>(
  clauses: readonly Each[],
  only: readonly string[] = [],
): readonly Each[] {
  const selected = clauses.filter(({ id }) => isSelected(id, only));
  if (selected.length > 0) return selected;
  throw new ConformanceError("bad_usage", `unknown clause ${only.join(", ")}`);
}
