import { SpecwrightError } from "@specwright/runtime";
import { LogError, type LogErrorCode } from "@specwright/sequenced-log";

/**
 * Names why a frame was refused though nothing is wrong with it. `behind_refused`: one that was sent
 * before it was refused and may be sent again; send that one again first, or give it up.
 * `overloaded`: too many frames wait; send it again later.
 */
export type PublishRefusalCode = "behind_refused" | "overloaded";

/** Reports a frame that was refused for now; the same one may be taken later. */
export class PublishRefusal extends SpecwrightError<PublishRefusalCode> {
  override readonly name: string = "PublishRefusal";
  /** The id of the frame that must come first, where one must. */
  readonly behind: string | undefined;

  constructor(code: PublishRefusalCode, message: string, behind?: string) {
    super(code, message);
    this.behind = behind;
  }
}

/** What a log refuses whenever it is asked. */
const FINAL: ReadonlySet<LogErrorCode> = new Set(["record_invalid", "log_corrupt"]);

/** Tells whether what was refused with an error may be taken when it is published again. */
export function mayPublishAgain(error: unknown): boolean {
  if (error instanceof LogError) return !FINAL.has(error.code);
  return error instanceof PublishRefusal;
}
