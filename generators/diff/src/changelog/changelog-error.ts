/** The reasons why a changelog cannot be created. */
export type ChangelogErrorCode =
  | "duplicate_version"
  | "invalid_date"
  | "invalid_url"
  | "invalid_authority"
  | "invalid_history";

/** Thrown if a changelog cannot be created from its input; the message names the invalid part. */
export class ChangelogError extends Error {
  override readonly name = "ChangelogError";
  readonly code: ChangelogErrorCode;

  constructor(code: ChangelogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
