// Starts a process that is pinned to one core, and measures its usage, including all threads. Linux
// only.

import {
  type ChildProcess,
  type ForkOptions,
  fork,
  type SpawnOptions,
  spawn,
} from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

/**
 * The core of the measured server. The clients use the other core, because on a shared core they
 * would change the contents of its caches.
 */
export const serverCore = 0;
export const clientCore = 1;

const taskset = "/usr/bin/taskset";
const pinned = existsSync(taskset);

/**
 * Starts a module in its own process. The path of the module is relative to `from` (an
 * `import.meta.url`).
 */
export function startModule(
  from: string,
  name: string,
  core: number,
  args: readonly string[],
  options: ForkOptions = {},
): ChildProcess {
  const path = new URL(`./${name}.ts`, from);
  const pin = {
    execPath: taskset,
    execArgv: ["-c", String(core), process.execPath, ...process.execArgv],
  };
  return fork(path, args, { ...options, ...(pinned && pin) });
}

/** Starts a program. By default, its output is discarded. */
export function startProgram(
  program: string,
  core: number,
  args: readonly string[],
  options: SpawnOptions = { stdio: "ignore" },
): ChildProcess {
  const pin = ["-c", String(core), program, ...args];
  const command: readonly [string, readonly string[]] = pinned ? [taskset, pin] : [program, args];
  return spawn(command[0], command[1], options);
}

/** Sends a command to one of our processes. */
export function sendCommand(child: ChildProcess, command: object): void {
  child.send(command);
}

/**
 * Resolves with the next message of one of our processes. Rejects if the process exits, or sends no
 * message for a minute.
 */
export async function awaitAnswer(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]);
  try {
    const ended = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`a process of the benchmark ended with ${String(code)}`);
    });
    const [answer] = await Promise.race([once(child, "message", { signal }), ended]);
    return answer;
  } finally {
    stop.abort();
  }
}

/**
 * Returns the CPU time that a process has used, in microseconds. The resolution is a nanosecond.
 */
export async function cpuMicrosOf({ pid }: ChildProcess): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/schedstat`, "latin1")),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1000, 0);
}

/** Returns the resident memory of a process in mebibytes. */
export async function rssMegabytesOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** Stops a process. Resolves when the process has exited. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
