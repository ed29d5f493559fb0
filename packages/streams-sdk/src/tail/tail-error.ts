import { SpecwrightError } from "@specwright/runtime";

/**
 * The codes of errors in a command line. `bad_settings`: invalid server settings or credentials.
 * `bad_selection`: an invalid selection. `unknown_market`: the market does not exist.
 */
export type TailErrorCode = "bad_settings" | "bad_selection" | "unknown_market";

/** Thrown for errors that the user has to correct. */
export class TailError extends SpecwrightError<TailErrorCode> {
  override readonly name: string = "TailError";
}
