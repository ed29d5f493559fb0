/** Reports whether a process runs, be it that of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user must not be signalled, but exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
