import { stat } from "node:fs/promises";
import { performance } from "node:perf_hooks";

/** The maximum difference between the clocks of the disk and the process, in milliseconds. */
const clockSkew = 60_000;

/**
 * Reports whether the process that staged a file may still write it. In a container, a run may have
 * the process id of a killed one, so files older than this process are not its own.
 */
export async function isStaged(pid: number, path: string): Promise<boolean> {
  if (pid !== process.pid) return isRunning(pid);
  const changed = await stat(path).catch(() => undefined);
  return changed !== undefined && changed.mtimeMs > performance.timeOrigin - clockSkew;
}

/** Reports whether a process runs, even if it belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists, but must not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
