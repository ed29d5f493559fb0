import { type ChildProcess, spawn } from "node:child_process";

/**
 * Starts a shell that kills a process as soon as this one has ended, however it ended. The process
 * itself could not do so: while it is in a loop, it hears nothing.
 */
export function killWhenOrphaned(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") return;
  // Its input ends with this process. A line in it says that there is nothing left to kill: another
  // process may have got the same number by then.
  const watch = spawn("/bin/sh", ["-c", 'read line || kill -9 "$1"', "sh", `${child.pid}`], {
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
  });
  // If it cannot be started, or was killed, the limit of processor time remains.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  child.once("exit", () => watch.stdin.end("\n"));
}
