import { SpecwrightError } from "@specwright/runtime";
import type { PublishRefusal } from "./publish-answer.ts";

/**
 * The reasons why a command was not published. `refused`: the service refuses the command unless it is
 * changed; `refusal` explains why. `unanswered`: no answer arrived in time, so the result is unknown;
 * publish the command again with the same id, or give it up. `behind_unanswered`: the command was not sent,
 * because the earlier command `behind` was not answered; first publish `behind` again, or give it up.
 * `client_closed`: the client was closed, so the command was not sent, or its result is unknown.
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
  /** The id of the earlier command that must be published or given up first. */
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
