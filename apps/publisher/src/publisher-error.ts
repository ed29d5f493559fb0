import { SpecwrightError } from "@specwright/runtime";

/** The reasons why the service cannot start or a command cannot run. */
export type PublisherErrorCode =
  /** The command line is not valid. `specwright-publisher --help` lists the commands. */
  | "bad_usage"
  /** An option or a setting is invalid. The message names the option or setting. */
  | "invalid_option"
  /** A command names an unknown interface, token or webhook. */
  | "unknown_name"
  /** The history cannot be read or published. The message names the version. */
  | "invalid_history";

/** Thrown when the service cannot start or a command cannot run. Requests never cause it. */
export class PublisherError extends SpecwrightError<PublisherErrorCode> {
  override readonly name: string = "PublisherError";
}
