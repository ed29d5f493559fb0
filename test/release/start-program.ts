import { spawn } from "node:child_process";
import { once } from "node:events";

/** A running script of a project, with its output so far. */
export interface Program {
  /** Waits for a line of the output and returns its match. */
  line(wanted: RegExp): Promise<RegExpExecArray>;
  /** Writes a line to stdin. */
  type(text: string): void;
  /** Kills the program and the processes that it started. */
  kill(): Promise<void>;
}

const running = new Set<Program>();

export function startProgram(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  // npm starts a shell, which starts the program: a process group reaches all of them.
  const child = spawn("npm", args, { cwd, env: { ...process.env, ...env }, detached: true });
  const ended = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const program: Program = {
    async line(wanted) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const found = wanted.exec(output);
        if (found !== null) return found;
        if (Date.now() > deadline) throw new Error(`No line fits ${wanted}:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    type: (text) => void child.stdin.write(`${text}\n`),
    async kill() {
      running.delete(program);
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
  running.add(program);
  return program;
}

/** Ends all programs that `startProgram` started. */
export async function endPrograms(): Promise<void> {
  for (const program of running) await program.kill();
}
