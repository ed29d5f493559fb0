import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Assignment, Result } from "./worker.ts";

/** The longest time for one document. */
const TIMEOUT_MS = 120_000;

/** Generates documents in a few processes, and reports each as it is done. */
export async function runDocuments(
  assignments: readonly Assignment[],
  jobs: number,
  onDone: (assignment: Assignment, result: Result) => void,
): Promise<void> {
  const queue = [...assignments];
  const work = async (): Promise<void> => {
    let worker: ChildProcess | undefined;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      worker ??= fork(join(import.meta.dirname, "worker.ts"), {
        execArgv: ["--conditions=@specwright/source"],
      });
      const result = await generate(worker, next);
      onDone(next, result);
      if (result.outcome !== "timeout" && worker.connected) continue;
      worker.kill("SIGKILL");
      worker = undefined;
    }
    worker?.kill();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

async function generate(worker: ChildProcess, assignment: Assignment): Promise<Result> {
  const failed = { codes: [], files: 0, durationMs: TIMEOUT_MS } as const;
  // Ends the listeners of what did not happen.
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  worker.send(assignment);
  try {
    const [result] = (await Promise.race([
      once(worker, "message", { signal }),
      once(worker, "exit", { signal }).then(([code]) => [
        { ...failed, outcome: "crashed", errors: [`The process ended with ${code}.`] },
      ]),
    ])) as [Result];
    return result;
  } catch {
    return { ...failed, outcome: "timeout", errors: [`No end in ${TIMEOUT_MS / 1000} seconds.`] };
  } finally {
    over.abort();
  }
}
