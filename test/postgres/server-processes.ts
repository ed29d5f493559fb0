import { readdirSync, readFileSync } from "node:fs";

/** Returns the child processes of a process, from the process table. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
}

/** Reports whether a process exists. */
export function isThere(pid: number): boolean {
  return parentOf(pid) !== undefined;
}

/** Reports whether a PostgreSQL process serves a client of a user. */
export function servesUser(pid: number, user: string): boolean {
  return read(pid, "cmdline").startsWith(`postgres: ${user} `);
}

/** Sends a signal, unless the process has ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function parentOf(pid: number): number | undefined {
  // The name, which may contain anything, comes before the state and the parent.
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
