import { SpecwrightError } from "@specwright/runtime";
import { folderFault } from "@specwright/service/operator";

/**
 * The reasons why the service cannot start or a command cannot be published: an invalid key or key
 * file (`bad_access_keys`), environment variable (`bad_setting`), publish command (`bad_command`),
 * command line (`bad_usage`) or file in the data folder (`bad_data`).
 */
export type StreamsAppErrorCode =
  | "bad_access_keys"
  | "bad_setting"
  | "bad_command"
  | "bad_usage"
  | "bad_data";

/** Thrown for a problem that an operator or a publisher has to fix. */
export class StreamsAppError extends SpecwrightError<StreamsAppErrorCode> {
  override readonly name: string = "StreamsAppError";
}

/** Creates the error for a wrong setting. */
export function badSetting(message: string): StreamsAppError {
  return new StreamsAppError("bad_setting", message);
}

/** Creates the error for a wrong command line. */
export function badUsage(message: string): StreamsAppError {
  return new StreamsAppError("bad_usage", message);
}

/**
 * Creates the data folder, unless it exists.
 *
 * @throws StreamsAppError `bad_setting` if it cannot be used
 */
export function requireDataFolder(folder: string | undefined): void {
  const fault = folder === undefined ? undefined : folderFault("STREAMS_DATA", folder);
  if (fault !== undefined) throw badSetting(fault);
}
