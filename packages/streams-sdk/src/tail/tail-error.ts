import { SpecwrightError } from "@specwright/runtime";

/**
 * Names what is wrong with a command line. `bad_settings`: where to connect, or as whom.
 * `bad_selection`: what to show. `unknown_market`: there is no such market to show.
 */
export type TailErrorCode = "bad_settings" | "bad_selection" | "unknown_market";

/** Reports what the user has to put right. */
export class TailError extends SpecwrightError<TailErrorCode> {
  override readonly name: string = "TailError";
}
