import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Returns the first output of a process. Rejects if the process exits without output. */
export async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error("the service has no stdout");
  const ended = once(child, "exit").then(() => {
    throw new Error("the service did not start");
  });
  const [chunk]: unknown[] = await Promise.race([once(stdout, "data"), ended]);
  ended.catch(() => {});
  return String(chunk);
}
