import { stat } from "node:fs/promises";
import { performance } from "node:perf_hooks";

/** The maximum difference between the clocks of the disk and the process, in milliseconds. */
const clockSkew = 60_000;

/**
 * Reports whether the process that created a temporary file may still write to the file. In a container, a
 * killed process may have had the id of the present process. So if the file is older than the present
 * process, the killed process created it.
 */
export async function isStaged(pid: number, path: string): Promise<boolean> {
  if (pid !== process.pid) return isRunning(pid);
  const changed = await stat(path).catch(() => undefined);
  return changed !== undefined && changed.mtimeMs > performance.timeOrigin - clockSkew;
}

/** Reports whether a process exists. The process may belong to a different user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // This error proves that the process exists, but it belongs to a different user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
