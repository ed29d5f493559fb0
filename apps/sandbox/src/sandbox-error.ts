import { SpecwrightError } from "@specwright/runtime";

/**
 * The reasons why the sandbox cannot start. `bad_argument`: the command line is invalid.
 * `already_running`: another sandbox uses the same folder. `no_folder`: the folder cannot be
 * written. `bad_data`: the data in the folder is damaged, or is from a different version of the
 * sandbox.
 */
export type SandboxErrorCode = "bad_argument" | "already_running" | "no_folder" | "bad_data";

/** Thrown for a problem that the user must fix. */
export class SandboxError extends SpecwrightError<SandboxErrorCode> {
  override readonly name: string = "SandboxError";
}
