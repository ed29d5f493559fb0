// Prints the error that ended a command.

import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Prints the error that ended a command. Returns the exit code. It is 0 for --help and --version, because
 * commander throws for these flags too.
 */
export async function explainFailure(error: unknown, terminal: Terminal): Promise<number> {
  // Commander throws this after it has printed a help text or the version.
  if (error instanceof Error && "exitCode" in error) return error.exitCode === 0 ? 0 : 1;
  if (error instanceof CliError) {
    terminal.err(`error ${error.code}: ${error.message}`);
    terminal.err(`  ${error.fix}`);
    return 1;
  }
  const { EmitError } = await import("@specwright/emit/print");
  if (error instanceof EmitError) {
    // The message already contains the code of the error.
    terminal.err(`error ${error.message}`);
    terminal.err("  List compatible emitters; --emit adds the emitters that another one needs.");
    return 1;
  }
  if (error instanceof Error && "syscall" in error) {
    const { code } = Object(error);
    const path = /'([^']+)'$/.exec(error.message)?.[1];
    if (path !== undefined && (code === "EEXIST" || code === "ENOTDIR")) {
      terminal.err(`error file_system: ${path} cannot be created: a part of the path is a file.`);
      terminal.err("  Use another path, or remove the file.");
    } else {
      terminal.err(`error file_system: ${error.message}`);
      terminal.err(`  ${fixes[code] ?? defaultFix}`);
    }
    return 1;
  }
  throw error;
}

const defaultFix = "Check that the folder exists and can be written to, and run the command again.";
const permissionsFix =
  "Check the permissions of the file and its folder, and run the command again.";

/** The fixes of errors of the operating system, by their codes. */
const fixes: Readonly<Record<string, string>> = {
  EACCES: permissionsFix,
  EPERM: permissionsFix,
  EROFS: "Use a folder that is not read-only.",
  EISDIR: "Name a file instead of the folder.",
  ENOSPC: "The disk is full. Free some space, and run the command again.",
  EDQUOT: "Your disk quota is used up. Free some space, and run the command again.",
  EMFILE: "Raise the limit of open files (`ulimit -n`), and run the command again.",
};
