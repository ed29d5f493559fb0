import { SpecwrightError } from "@specwright/runtime";
import type { Remedy } from "./clause.ts";

/**
 * Names how a check ends when it does not pass, and what keeps the kit from starting.
 * `clause_failed`: the server breaks the clause. `clause_not_run`: something the clause needs is
 * not there. `bad_usage`: the command line or the options. `stimulus_failed`: the stimulus did not
 * do what it was asked.
 */
export type ConformanceErrorCode =
  | "clause_failed"
  | "clause_not_run"
  | "bad_usage"
  | "stimulus_failed";

/** What a server says of a frame that it does not publish. */
export interface RefusedPublish {
  /** Why, as a stable word. */
  readonly code: string;
  /** Whether the same frame may be taken later. */
  readonly retry: boolean;
}

/** Says more of an error than what was seen. */
export interface ConformanceErrorOptions {
  readonly cause?: unknown;
  readonly refused?: RefusedPublish;
  readonly remedy?: Remedy;
}

/** Reports that a check did not pass, or that the kit cannot work. */
export class ConformanceError extends SpecwrightError<ConformanceErrorCode> {
  override readonly name: string = "ConformanceError";
  /** What was seen, without the code in front. */
  readonly seen: string;
  /** What would let the clause be judged, where something would. */
  readonly remedy: Remedy | undefined;
  /** What was said of a frame that was not published, where it is told. */
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

/** Ends a check: the server breaks the clause. Throws `ConformanceError` `clause_failed`. */
export function fail(seen: string): never {
  throw new ConformanceError("clause_failed", seen);
}

/** Ends a check unless a condition holds. Throws `ConformanceError` `clause_failed`. */
export function demand(condition: boolean, seen: string): asserts condition {
  if (!condition) fail(seen);
}

/** Ends a check that cannot be judged. Throws `ConformanceError` `clause_not_run`. */
export function notRun(why: string, remedy?: Remedy): never {
  throw new ConformanceError("clause_not_run", why, { ...(remedy && { remedy }) });
}
