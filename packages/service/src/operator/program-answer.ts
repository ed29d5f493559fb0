import { readFileSync } from "node:fs";

/**
 * Returns the text that answers a question of a command line. `help`, `--help` and `-h` return the
 * help; together with a command, only the help of this command. `--version` and `-V` return the
 * version. Returns undefined if the command line runs a command.
 *
 * The help has one list of commands, each with a line `  PROGRAM COMMAND` and indented lines after
 * it.
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

/** Returns the help without the lines about other commands, or undefined for an unknown command. */
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
