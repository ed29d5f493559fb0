import { SpecwrightError } from "@specwright/runtime";

/** The reasons why the service cannot start or a command cannot run. */
export type PublisherErrorCode =
  | "bad_usage"
  | "invalid_option"
  | "unknown_name"
  | "invalid_history";

/** Every code with its meaning and its fix. */
export const publisherErrorCodes: Readonly<Record<PublisherErrorCode, string>> = {
  bad_usage: "The command line makes no sense; `specwright-publisher --help` lists what does.",
  invalid_option: "An option or a setting cannot be used; it is named.",
  unknown_name: "A command names an interface or a token that does not exist.",
  invalid_history: "The history to begin with cannot be read or published; the version is named.",
};

/** Thrown when the service cannot start or a command cannot run. Requests never cause it. */
export class PublisherError extends SpecwrightError<PublisherErrorCode> {
  override readonly name: string = "PublisherError";
}
