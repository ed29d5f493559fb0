// What the command refuses to do, and what its user can do about it.

/** Why a command did not run. */
export type CliErrorCode =
  | "usage"
  | "config_not_found"
  | "config_invalid"
  | "file_exists"
  | "handlers_unusable"
  | "output_unsafe"
  | "unknown_code";

/**
 * Thrown for a command that cannot run. The command line prints message and fix, and exits with 1.
 */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: CliErrorCode;
  readonly fix: string;

  constructor(code: CliErrorCode, message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.fix = fix;
  }
}
