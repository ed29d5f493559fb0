// Child processes of the tests: started from source with this Node, awaited with deadlines, and killed by
// process id.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { inheritedVariables } from "./inherited-variables.ts";
import { withinTime } from "./within.ts";

/** How a child process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running child process. */
export interface Child {
  /** Waits for a line of standard output, including earlier lines. */
  line(pattern: RegExp): Promise<string>;
  /** Returns the lines of standard output so far. */
  lines(): readonly string[];
  /** Returns the standard error output so far. */
  errors(): string;
  /** Waits for a text on standard error, which may arrive after other effects of the same event. */
  error(text: string): Promise<void>;
  /** Writes a line to standard input. */
  write(line: string): void;
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ending>;
  /** Waits for the process to end on its own. */
  ended(): Promise<Ending>;
}

/** Options for `startChild`. */
export interface ChildOptions {
  /** The script, relative to the root of the repository. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const root = new URL("../..", import.meta.url).pathname;
const running = new Set<ChildProcess>();

/** Starts a TypeScript program of the repository. */
export function startChild({ script, args = [], env = {}, cwd = root }: ChildOptions): Child {
  const node = ["--conditions=@specwright/source", `${root}${script}`, ...args];
  const child = spawn(process.execPath, node, { cwd, env: { ...inheritedVariables(), ...env } });
  running.add(child);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let errors = "";
  let ending: Ending | undefined;
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
    wake();
  });
  child.stdin.on("error", () => {});
  // Unlike "exit", "close" comes after the last output.
  child.once("close", (code, signal) => {
    running.delete(child);
    ending = { code, signal };
    wake();
  });

  function until<Value>(what: string, look: () => Value | undefined): Promise<Value> {
    const found = new Promise<Value>((resolve, reject) => {
      function attempt(): void {
        const value = look();
        if (value === undefined && ending === undefined) return;
        waiting.delete(attempt);
        if (value !== undefined) resolve(value);
        else {
          const said = errors.slice(-2000);
          const message = `${script} ended with ${JSON.stringify(ending)} before ${what}`;
          reject(new Error(`${message}\n${said}`));
        }
      }
      waiting.add(attempt);
      attempt();
    });
    return withinTime(`${script}: ${what}`, found, () => errors.slice(-2000));
  }

  const ended = (): Promise<Ending> => until("the end", () => ending);
  return {
    line: (pattern) =>
      until(`a line like ${pattern}`, () => lines.find((line) => pattern.test(line))),
    lines: () => lines,
    errors: () => errors,
    error: (text) =>
      until(`"${text}" on standard error`, () => (errors.includes(text) ? errors : undefined)).then(
        () => {},
      ),
    write: (line) => void child.stdin.write(`${line}\n`),
    stop(signal) {
      child.kill(signal);
      return ended();
    },
    ended,
  };
}

/** Kills the processes that a failed test left running. */
export function endChildren(): void {
  for (const child of running) child.kill("SIGKILL");
}
