// The error of the functions of this package.

/** The reasons why a changelog cannot be made of what was given. */
export type ChangelogErrorCode =
  | "duplicate_version"
  | "invalid_date"
  | "invalid_url"
  | "invalid_authority"
  | "invalid_history";

/** Thrown if a changelog cannot be made of what was given; the message says which part is wrong. */
export class ChangelogError extends Error {
  override readonly name = "ChangelogError";
  readonly code: ChangelogErrorCode;

  constructor(code: ChangelogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
