import { type Clock, sleep, UnavailableError } from "@specwright/runtime";

const RETRY_MS = 500;

/**
 * Repeats a step that a process must complete before it can serve, as long as the dependencies of the step
 * are unavailable. Rejects with any other error. If the signal aborts, rejects at once with its reason.
 */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await beforeAbort(work, signal);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
    await sleep(clock, RETRY_MS, signal);
  }
}

async function beforeAbort<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
