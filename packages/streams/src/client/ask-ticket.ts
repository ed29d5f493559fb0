import { sleep } from "@specwright/runtime";
import { joinSignals } from "@specwright/runtime/transport";
import type { StreamEnvironment } from "./stream-environment.ts";

/**
 * Calls `ticket` to fetch the ticket of a connection. Resolves with undefined if no ticket is needed.
 * Rejects with the error of `ticket`, when the time for opening the connection has passed, or when the
 * signal aborts.
 */
export async function askTicket(
  { ticket, clock, connectTimeoutMs }: StreamEnvironment,
  stop: AbortSignal,
): Promise<string | undefined> {
  if (ticket === undefined) return undefined;
  // If `ticket` throws an error, this function rejects with that error.
  const asked = (async () => ticket())();
  const answered = new AbortController();
  const late = sleep(clock, connectTimeoutMs, joinSignals(answered, stop));
  try {
    return await Promise.race([
      asked,
      late.then(() => Promise.reject(new Error(`no ticket in ${connectTimeoutMs} ms`))),
    ]);
  } finally {
    answered.abort();
  }
}
