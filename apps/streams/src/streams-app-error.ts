import { SpecwrightError } from "@specwright/runtime";

/**
 * Names what keeps the service from starting or a command from being published. `bad_access_keys`:
 * the key file or a key in it. `bad_setting`: an environment variable. `bad_command`: a publish
 * command that is no such thing. `bad_usage`: the command line. `bad_data`:
 * a file of the data folder.
 */
export type StreamsAppErrorCode =
  | "bad_access_keys"
  | "bad_setting"
  | "bad_command"
  | "bad_usage"
  | "bad_data";

/** Reports what an operator or a publisher has to put right. */
export class StreamsAppError extends SpecwrightError<StreamsAppErrorCode> {
  override readonly name: string = "StreamsAppError";
}

/** Makes the error of a command line that says no command. */
export function badUsage(message: string): StreamsAppError {
  return new StreamsAppError("bad_usage", message);
}
