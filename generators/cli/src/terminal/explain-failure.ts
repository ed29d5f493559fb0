// Prints the error that ended a command.

import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Prints the error that ended a command. Returns the exit code. It is 0 for --help and --version, because
 * commander throws for these flags too.
 */
export async function explainFailure(error: unknown, terminal: Terminal): Promise<number> {
  // This is an error of commander, which has already printed its message.
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
      terminal.err(
        "  Check that the folder exists and can be written to, and run the command again.",
      );
    }
    return 1;
  }
  throw error;
}
