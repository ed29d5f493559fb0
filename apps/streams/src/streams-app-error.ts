import { SpecwrightError } from "@specwright/runtime";
import { folderFault } from "@specwright/service/operator";

/**
 * The reasons why the service cannot start or a command cannot be published. They mean an invalid
 * key or key file (`bad_access_keys`), environment variable (`bad_setting`), publish command
 * (`bad_command`), command line (`bad_usage`) or file in the data folder (`bad_data`).
 */
export type StreamsAppErrorCode =
  | "bad_access_keys"
  | "bad_setting"
  | "bad_command"
  | "bad_usage"
  | "bad_data";

/** Thrown for a problem that an operator or the sender of a command must fix. */
export class StreamsAppError extends SpecwrightError<StreamsAppErrorCode> {
  override readonly name: string = "StreamsAppError";
}

/** Creates the error for an invalid setting. */
export function badSetting(message: string): StreamsAppError {
  return new StreamsAppError("bad_setting", message);
}

/** Creates the error for an invalid command line. */
export function badUsage(message: string): StreamsAppError {
  return new StreamsAppError("bad_usage", message);
}

/**
 * Creates the data folder if it does not exist.
 *
 * @throws StreamsAppError `bad_setting` if the folder cannot be used
 */
export function requireDataFolder(folder: string | undefined): void {
  const fault = folder === undefined ? undefined : folderFault("STREAMS_DATA", folder);
  if (fault !== undefined) throw badSetting(fault);
}
