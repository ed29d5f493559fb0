import type { NotImplementedErrorCode } from "./error-codes.ts";
import { SpecwrightError } from "./specwright-error.ts";

/** Thrown by a generated stub until the handler is implemented; a REST server answers 501. */
export class NotImplementedError extends SpecwrightError<NotImplementedErrorCode> {
  override readonly name: string = "NotImplementedError";
  /** The id of the operation or channel. */
  readonly operationId: string;

  constructor(operationId: string) {
    super("not_implemented", `${operationId} has no implementation yet`);
    this.operationId = operationId;
  }
}
