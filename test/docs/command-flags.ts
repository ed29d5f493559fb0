// Checks that the commands on pages exist and have the flags shown. The commands do not run.

import { run } from "@specwright/cli/api";

const helps = new Map<string, Promise<string>>();

async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (text: string): void => {
    lines.push(text);
  };
  const terminal = { folder: import.meta.dirname, out: print, err: print, status: () => {} };
  await run(args, terminal, { version: "0.0.0" });
  return lines.join("\n");
}

function helpOf(...command: readonly string[]): Promise<string> {
  const key = command.join(" ");
  const help = helps.get(key) ?? printed(...command, "--help");
  helps.set(key, help);
  return help;
}

/** Returns the flags of a command, apart from `--help`. */
export async function flagsOf(command: string): Promise<readonly string[]> {
  const help = await helpOf(command);
  const flags = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z][\w-]*)/gm)].map(([, flag = ""]) => flag);
  return flags.filter((flag) => flag !== "--help");
}

/** Returns the calls of `specwright` with a command or flag that does not exist. */
export async function unknownCommands(text: string): Promise<readonly string[]> {
  const joined = text.replaceAll(/\\\n\s*/g, " ");
  const calls = [...joined.matchAll(/(?:^|npx |[|&;] ?)specwright +([^\n|;&>`]*)/gm)];
  const unknown = await Promise.all(
    calls.map(async ([, all = ""]) => {
      const call = all.replace(/\s#.*$/, "").trim();
      const [command = "", action = ""] = call.split(/\s+/);
      if (command.startsWith("-")) return [];
      let help = await helpOf(command);
      // A command with subcommands lists them.
      if (new RegExp(`^Commands:[^]*^  ${action}\\b`, "m").test(help)) {
        help = await helpOf(command, action);
      }
      if (!help.startsWith("Usage: specwright") || /^Usage: specwright \[/.test(help))
        return [call];
      const flags = [...call.matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(([flag]) => flag);
      return flags.every((flag) => new RegExp(`${flag}(?![\\w-])`).test(help)) ? [] : [call];
    }),
  );
  return unknown.flat();
}
