// The terminal and the programs that `specwright init` and the offers to install packages use.

import { spawn } from "node:child_process";
import { once } from "node:events";

/** A possible answer to a question. `label` explains the answer to the user. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/**
 * The terminal and the programs that `init` and the offers to install packages use. Tests replace them.
 */
export interface InitWorld {
  /** Whether a user can answer questions in the terminal. */
  readonly isInteractive: boolean;
  /**
   * Asks the user to choose a value. The first one is preselected. Returns `undefined` if the user cancels.
   */
  choose<Value extends string>(
    question: string,
    choices: readonly Choice<Value>[],
  ): Promise<Value | undefined>;
  /**
   * Asks the user for a text. An empty answer means `proposed`. Returns `undefined` if the user cancels.
   */
  ask(question: string, proposed: string): Promise<string | undefined>;
  /**
   * Runs a program in a folder, and shows its output. Returns the exit code, or 127 if the program is not
   * installed.
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
    // Send the output of the package manager to stderr, because stdout is for results.
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
