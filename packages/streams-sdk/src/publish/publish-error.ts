import { SpecwrightError } from "@specwright/runtime";
import type { PublishRefusal } from "./publish-answer.ts";

/**
 * Why a command was not published. `refused`: it will not be taken as it is; `refusal` says
 * why. `unanswered`: no answer came in time, so that nobody knows; publish it again under the same
 * id, or give it up. `behind_unanswered`: it was not sent, because `behind` was not answered; publish
 * that one again first, or give it up. `client_closed`: the client was closed before; it was not
 * sent, or nobody knows.
 */
export type PublishErrorCode = "refused" | "unanswered" | "behind_unanswered" | "client_closed";

/** What is known beside the code. */
export interface PublishErrorOptions {
  readonly refusal?: PublishRefusal;
  readonly behind?: string;
  readonly cause?: unknown;
}

/** Thrown for a command that was not published, or whose result is unknown. */
export class PublishError extends SpecwrightError<PublishErrorCode> {
  override readonly name: string = "PublishError";
  readonly refusal: PublishRefusal | undefined;
  /** The id of the command that comes first. */
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
