import { stat } from "node:fs/promises";
import { performance } from "node:perf_hooks";

/** How much the clock of a disk may differ from that of the process, in milliseconds. */
const clockSkew = 60_000;

/**
 * Reports whether the process that staged a file may still write it. In a container, each run may have the
 * number of the one that was killed: what is older than this process is not its own.
 */
export async function isStaged(pid: number, path: string): Promise<boolean> {
  if (pid !== process.pid) return isRunning(pid);
  const changed = await stat(path).catch(() => undefined);
  return changed !== undefined && changed.mtimeMs > performance.timeOrigin - clockSkew;
}

/** Reports whether a process runs, be it that of another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user must not be signalled, but exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
