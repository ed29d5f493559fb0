// Turns the errors of commander into errors with a code and a fix.

import type { Command } from "commander";
import { CliError } from "./cli-error.ts";

/** The texts of commander, each with the message and the fix that replace it. */
const texts: readonly (readonly [RegExp, message: string, fix: string])[] = [
  [/^unknown (option|command) '(.*)'$/s, 'Unknown $1 "$2".', ""],
  [/^missing required argument '(.*)'$/, "The argument <$1> is missing.", ""],
  [/^option '(\S+)(.*)' argument missing$/, "The option $1 needs a value.", "Write $1$2."],
  [/^required option '(\S+)(.*)' not specified$/, "The option $1 is missing.", "Add $1$2."],
  [
    /^option '(\S+).*?' argument '(.*)' is invalid\. (.*)$/s,
    '"$2" is not a valid value of $1.',
    "$3",
  ],
  [
    /^option '(\S+).*' cannot be used with option '(\S+).*'$/,
    "$1 and $2 cannot be combined.",
    "Remove one of them.",
  ],
  [/^too many arguments[^.]*\. (.*)$/s, "Too many arguments. $1", ""],
];

/** Returns the error of a wrong command line. `command` is its command, such as `specwright lint`. */
export function usageError({ message }: Error, command: string): CliError {
  const [, text = message, hint = ""] =
    /^error: (.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  const [pattern, shown = text, fix = ""] = texts.find(([each]) => each.test(text)) ?? [];
  const replaced = (by: string): string => (pattern ? text.replace(pattern, by) : by);
  const advice = [hint, replaced(fix), `Run \`${command} --help\` for help.`];
  return new CliError("usage", replaced(shown), advice.filter((each) => each !== "").join(" "));
}

/** The command that a command line names. */
export interface NamedCommand {
  /** The names from the program to the command, without the program. */
  readonly names: readonly string[];
  /** The name after them, if the command has subcommands and this is not one of them. */
  readonly unknown?: string;
}

/** Finds the command that a command line names. */
export function findCommand(program: Command, args: readonly string[]): NamedCommand {
  const names: string[] = [];
  let { commands } = program;
  for (const name of args) {
    if (commands.length === 0 || name.startsWith("-")) break;
    const found = commands.find((each) => each.name() === name);
    if (found === undefined) return { names, unknown: name };
    names.push(name);
    commands = found.commands;
  }
  return { names };
}
