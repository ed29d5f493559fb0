// A process on a core of its own, and what it has used, threads included. Linux only.

import { type ChildProcess, fork, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

/** Is the core of what is measured; the clients have the other. A shared one would mix the caches. */
export const serverCore = 0;
/** Is the core of the clients. */
export const clientCore = 1;

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const taskset = "/usr/bin/taskset";
const pinned = existsSync(taskset);

/** Starts a module that lies beside `from`, an `import.meta.url`, in a process of its own. */
export function startModule(
  from: string,
  name: string,
  core: number,
  args: readonly string[],
): ChildProcess {
  const path = new URL(`./${name}.${extension}`, from);
  const pin = {
    execPath: taskset,
    execArgv: ["-c", String(core), process.execPath, ...process.execArgv],
  };
  return fork(path, args, { ...(pinned && pin) });
}

/** Starts a program; unless told otherwise, nothing of what it says is heard. */
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

/** Tells a process of ours something. */
export function tell(child: ChildProcess, command: object): void {
  child.send(command);
}

/** Waits for what a process of ours says next; rejects when it ends, or says nothing for a minute. */
export async function answerOf(child: ChildProcess): Promise<unknown> {
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

/** Gives the CPU time that a process has taken, in microseconds, to the nanosecond. */
export async function cpuMicrosOf({ pid }: ChildProcess): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/schedstat`, "latin1")),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1000, 0);
}

/** Gives the resident memory of a process, in mebibytes. */
export async function rssMegabytesOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** Ends a process, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
