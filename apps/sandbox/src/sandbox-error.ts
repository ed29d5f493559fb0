import { SpecwrightError } from "@specwright/runtime";

/**
 * Names what keeps the sandbox from starting. `bad_argument`: the command line. `already_running`:
 * another one in the same folder. `no_folder`: its folder cannot be written. `bad_data`: what the
 * folder keeps is damaged or of another version.
 */
export type SandboxErrorCode = "bad_argument" | "already_running" | "no_folder" | "bad_data";

/** Reports what the user has to put right. */
export class SandboxError extends SpecwrightError<SandboxErrorCode> {
  override readonly name: string = "SandboxError";
}
