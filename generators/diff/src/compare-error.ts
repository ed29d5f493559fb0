/** The reasons why two contracts cannot be compared. */
export type CompareErrorCode = "different_formats";

/** Thrown for two contracts that cannot be compared. */
export class CompareError extends Error {
  override readonly name = "CompareError";
  readonly code: CompareErrorCode;

  constructor(code: CompareErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
