import { sleep } from "@specwright/runtime";
import type { StreamEnvironment } from "./stream-environment.ts";

/**
 * Asks for the ticket of a connection, for as long as one may take to open. Gives nothing where
 * none is needed; rejects with what the giver throws, when it takes too long, and at the signal.
 */
export async function askTicket(
  { ticket, clock, connectTimeoutMs }: StreamEnvironment,
  stop: AbortSignal,
): Promise<string | undefined> {
  if (ticket === undefined) return undefined;
  // A giver that throws is one that rejects.
  const asked = (async () => ticket())();
  const answered = new AbortController();
  const late = sleep(clock, connectTimeoutMs, AbortSignal.any([answered.signal, stop]));
  try {
    return await Promise.race([
      asked,
      late.then(() => Promise.reject(new Error(`no ticket in ${connectTimeoutMs} ms`))),
    ]);
  } finally {
    answered.abort();
  }
}
