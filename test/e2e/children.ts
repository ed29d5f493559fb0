// Child processes of the tests: started from source with this Node, waited for with deadlines,
// and ended by their own process ids.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { within } from "./within.ts";

/** Says how a child ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Is a running child. */
export interface Child {
  /** Waits for a line of standard output, one already there included. */
  line(pattern: RegExp): Promise<string>;
  /** Gives the lines of standard output so far. */
  lines(): readonly string[];
  /** Gives what came on standard error so far. */
  errors(): string;
  /** Waits for a text on standard error, which may come after what the same event brought elsewhere. */
  error(text: string): Promise<void>;
  /** Writes a line to standard input. */
  write(line: string): void;
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ending>;
  /** Waits for an end that nobody asked for. */
  ended(): Promise<Ending>;
}

/** Configures `startChild`. */
export interface ChildOptions {
  /** The script, from the root of the repository. */
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
  // Nothing of the machine's own settings of the services may reach the tests.
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, node, { cwd, env: { PATH, HOME, ...env } });
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
  // "close" comes after the last output, unlike "exit".
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
    return within(`${script}: ${what}`, found, () => errors.slice(-2000));
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

/** Ends what a failed test left running. */
export function endChildren(): void {
  for (const child of running) child.kill("SIGKILL");
}
