import { readFileSync } from "node:fs";

/**
 * Returns the text for a command line that asks for help or the version. `help`, `--help` and `-h` return
 * the help; with a command, only the help of this command. `--version` and `-V` return the version. Returns
 * undefined if the command line runs a command.
 *
 * The help must contain one list of commands: for each command a line `  PROGRAM COMMAND`, followed by
 * indented lines.
 */
export function programAnswer(
  args: readonly string[],
  help: string,
  version: () => string,
): string | undefined {
  const [first = "", second] = args;
  if (first === "--version" || first === "-V") return `${version()}\n`;
  const isHelp = first === "help" || args.some((each) => each === "--help" || each === "-h");
  if (!isHelp) return undefined;
  return commandHelp(help, first === "help" ? second : first) ?? help;
}

/** Returns the help without the lines about other commands; undefined if the command is unknown. */
function commandHelp(help: string, command: string | undefined): string | undefined {
  let isOther = false;
  let isKnown = false;
  const lines = help.split("\n").filter((line) => {
    const [, named] = /^ {2}\S+ (\S+)/.exec(line) ?? [];
    if (named !== undefined) isOther = named !== command;
    else if (!line.startsWith("  ")) isOther = false;
    isKnown ||= named !== undefined && named === command;
    return !isOther;
  });
  return isKnown ? lines.join("\n") : undefined;
}

/** Reads the version in a `package.json`. */
export function packageVersion(file: URL): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}
