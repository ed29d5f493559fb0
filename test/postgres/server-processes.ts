import { readdirSync, readFileSync } from "node:fs";

/** Lists the processes that a process has started, by the system's tables. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
}

/** Tells whether a process is there. */
export function isThere(pid: number): boolean {
  return parentOf(pid) !== undefined;
}

/** Tells whether a process of PostgreSQL serves a client of a user. */
export function servesUser(pid: number, user: string): boolean {
  return read(pid, "cmdline").startsWith(`postgres: ${user} `);
}

/** Sends a signal, unless the process is gone. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function parentOf(pid: number): number | undefined {
  // Behind the name, which may hold anything, stand the state and the parent.
  const fields = read(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields[1] === undefined ? undefined : Number(fields[1]);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
