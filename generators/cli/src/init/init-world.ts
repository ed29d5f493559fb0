// The parts of the process that `specwright init` and the offers to install packages use.

import { spawn } from "node:child_process";
import { once } from "node:events";

/** A value that can be chosen, with its explanation. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** The parts of the process that `init` and the offers to install packages use. */
export interface InitWorld {
  /** Whether a user can answer questions. */
  readonly isInteractive: boolean;
  /**
   * Asks for one of several values. The first is the default. Returns `undefined` if the user
   * cancels.
   */
  choose<Value extends string>(
    question: string,
    choices: readonly Choice<Value>[],
  ): Promise<Value | undefined>;
  /** Asks for a text; `undefined` if the user cancels. An empty answer selects the proposed text. */
  ask(question: string, proposed: string): Promise<string | undefined>;
  /**
   * Runs a program in a folder with the output of this process. Returns its exit code, or 127 if it
   * is not installed.
   */
  runProgram(program: string, args: readonly string[], folder: string): Promise<number>;
}

/** The terminal and the programs of this process. */
export const processInitWorld: InitWorld = {
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  async choose(question, choices) {
    const { isCancel, select } = await import("@clack/prompts");
    const options = choices.map(({ value, label }) => ({ value: String(value), label }));
    const answer = await select({ message: question, options, output: process.stderr });
    if (isCancel(answer)) return undefined;
    return choices.find(({ value }) => value === answer)?.value;
  },
  async ask(question, proposed) {
    const { isCancel, text } = await import("@clack/prompts");
    const settings = { initialValue: proposed, defaultValue: proposed, output: process.stderr };
    const answer = await text({ message: question, ...settings });
    return isCancel(answer) ? undefined : answer;
  },
  async runProgram(program, args, folder) {
    // stdout is for results: send the output of the package manager to stderr.
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ["ignore", process.stderr, process.stderr],
      shell: process.platform === "win32",
    });
    const failed = once(child, "error").then(() => 127);
    const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : 1));
    return await Promise.race([failed, ended]);
  },
};
