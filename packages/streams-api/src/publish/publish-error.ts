import { SpecwrightError } from "@specwright/runtime";
import type { PublishRefusal } from "./publish-answer.ts";

/**
 * Names why a command was not published. `refused`: it will not be taken as it is; `refusal` says
 * why. `unanswered`: no answer came in time, so that nobody knows; publish it again under the same
 * id. `client_closed`: the client was closed before; it was not sent, or nobody knows.
 */
export type PublishErrorCode = "refused" | "unanswered" | "client_closed";

/** Reports a command that was not published, or of which nobody knows. */
export class PublishError extends SpecwrightError<PublishErrorCode> {
  override readonly name: string = "PublishError";
  readonly refusal: PublishRefusal | undefined;

  constructor(
    code: PublishErrorCode,
    message: string,
    { refusal, cause }: { readonly refusal?: PublishRefusal; readonly cause?: unknown } = {},
  ) {
    super(code, message, cause === undefined ? {} : { cause });
    this.refusal = refusal;
  }
}
