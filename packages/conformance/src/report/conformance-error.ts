import { SpecwrightError } from "@specwright/runtime";
import type { Remedy } from "./remedy.ts";

/**
 * The reasons why a check does not pass, or why the kit cannot start. `clause_failed`: the server
 * breaks the clause. `clause_not_run`: a requirement of the clause is missing. `bad_usage`: the
 * command line or the options are wrong. `stimulus_failed`: the stimulus did not perform an action.
 */
export type ConformanceErrorCode =
  | "clause_failed"
  | "clause_not_run"
  | "bad_usage"
  | "stimulus_failed";

/** Why the server refused to publish a frame. */
export interface RefusedPublish {
  /** The reason, as a stable code. */
  readonly code: string;
  /** Whether the same frame may be accepted later. */
  readonly retry: boolean;
}

/** Details of an error, except the observation. */
export interface ConformanceErrorOptions {
  readonly cause?: unknown;
  readonly refused?: RefusedPublish;
  readonly remedy?: Remedy;
}

/** Thrown when a check does not pass, or when the kit cannot work. */
export class ConformanceError extends SpecwrightError<ConformanceErrorCode> {
  override readonly name: string = "ConformanceError";
  /** The observation, without the code. */
  readonly seen: string;
  /** How to make the clause run, if that is possible. */
  readonly remedy: Remedy | undefined;
  /** The server's reason for refusing a frame, if known. */
  readonly refused: RefusedPublish | undefined;

  constructor(
    code: ConformanceErrorCode,
    seen: string,
    { refused, remedy, ...options }: ConformanceErrorOptions = {},
  ) {
    super(code, seen, options);
    this.seen = seen;
    this.refused = refused;
    this.remedy = remedy;
  }
}

/**
 * Ends a check with a failure: the server breaks the clause.
 *
 * @throws ConformanceError `clause_failed`, always.
 */
export function failClause(seen: string): never {
  throw new ConformanceError("clause_failed", seen);
}

/**
 * Fails the clause unless a condition holds.
 *
 * @throws ConformanceError `clause_failed`.
 */
export function demand(condition: boolean, seen: string): asserts condition {
  if (!condition) failClause(seen);
}

/**
 * Ends a check without a judgement.
 *
 * @throws ConformanceError `clause_not_run`, always.
 */
export function notRun(why: string, remedy?: Remedy): never {
  throw new ConformanceError("clause_not_run", why, { ...(remedy && { remedy }) });
}
