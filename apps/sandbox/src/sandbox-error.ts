import { SpecwrightError } from "@specwright/runtime";

/**
 * Names what keeps the sandbox from starting. `bad_argument`: the command line. `already_running`:
 * another one in the same folder. `no_folder`: its folder cannot be written.
 */
export type SandboxErrorCode = "bad_argument" | "already_running" | "no_folder";

/** Reports what the user has to put right. */
export class SandboxError extends SpecwrightError<SandboxErrorCode> {
  override readonly name: string = "SandboxError";
}
