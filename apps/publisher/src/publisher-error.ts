import { SpecwrightError } from "@specwright/runtime";

/** The reasons why the service cannot start or a command cannot run. */
export type PublisherErrorCode =
  /** The command line makes no sense; `specwright-publisher --help` lists what does. */
  | "bad_usage"
  /** An option or a setting cannot be used; it is named. */
  | "invalid_option"
  /** A command names an interface or a token that does not exist. */
  | "unknown_name"
  /** The history to begin with cannot be read or published; the version is named. */
  | "invalid_history";

/** Thrown when the service cannot start or a command cannot run. Requests never cause it. */
export class PublisherError extends SpecwrightError<PublisherErrorCode> {
  override readonly name: string = "PublisherError";
}
