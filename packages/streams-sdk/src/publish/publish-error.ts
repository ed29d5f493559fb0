import { SpecwrightError } from "@specwright/runtime";
import type { PublishRefusal } from "./publish-answer.ts";

/**
 * The reasons why a command was not published. `refused`: it will not be accepted unchanged;
 * `refusal` explains why. `unanswered`: no answer arrived in time, so the result is unknown;
 * publish it again with the same id, or give it up. `behind_unanswered`: it was not sent, because
 * `behind` was not answered; publish that one again first, or give it up. `client_closed`: the
 * client was closed first; it was not sent, or the result is unknown.
 */
export type PublishErrorCode = "refused" | "unanswered" | "behind_unanswered" | "client_closed";

/** Details in addition to the code. */
export interface PublishErrorOptions {
  readonly refusal?: PublishRefusal;
  readonly behind?: string;
  readonly cause?: unknown;
}

/** Thrown for a command that was not published, or whose result is unknown. */
export class PublishError extends SpecwrightError<PublishErrorCode> {
  override readonly name: string = "PublishError";
  readonly refusal: PublishRefusal | undefined;
  /** The id of the command that must come first. */
  readonly behind: string | undefined;

  constructor(
    code: PublishErrorCode,
    message: string,
    { refusal, behind, cause }: PublishErrorOptions = {},
  ) {
    super(code, message, cause === undefined ? {} : { cause });
    this.refusal = refusal;
    this.behind = behind;
  }
}
