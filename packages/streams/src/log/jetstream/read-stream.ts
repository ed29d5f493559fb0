// Reads records of a stream that are still kept.

import { sleep } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { askAgain, HEDGE_MS } from "./ask-again.ts";
import { sendsBatches } from "./check-version.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import { type ReadPlace, readDirect, readDirectBatch, readNext } from "./read-direct.ts";

/** How often a read is repeated if the replica has not received the records yet. */
const READ_TRIES = 40;
const LAG_MS = 5;

/** The known state of the stream to read. */
export interface ReadableHead {
  /** The highest number that a record is known to have. */
  readonly seen: bigint;
  bounds(): Promise<LogBounds>;
  place(): Promise<ReadPlace>;
}

/**
 * Reads at most `limit` records. The first one is the oldest kept record whose number is `from` or higher.
 *
 * @throws LogError `log_unavailable` if a record exists but no server returns it.
 */
export async function readStream(
  { name, connection, health, clock, readLimitMs }: JetStreamContext,
  head: ReadableHead,
  from: bigint,
  limit: number,
): Promise<readonly LogRecord[]> {
  const start = from > 1n ? from : 1n;
  if (limit <= 0) return [];
  await health.up();
  const end = start + BigInt(limit) - 1n;
  const readOnce = sendsBatches(connection) ? readDirectBatch : readDirect;
  const again = { clock, limitMs: readLimitMs, retries: isUnavailable, hedgeMs: HEDGE_MS };
  const readKept: typeof readOnce = (...range) => askAgain(() => readOnce(...range), again);
  let { last } = end <= head.seen ? { last: head.seen } : await head.bounds();
  for (let tries = 0; tries < READ_TRIES; tries += 1) {
    if (start > last) return [];
    const place = await head.place();
    const records = await readKept(place, start, end < last ? end : last);
    if (records.length > 0) return records;
    const known = await head.bounds();
    if (known.first > known.last) return [];
    last = known.last;
    if (start < known.first) {
      // Asks for the first record from a number on. A request for exactly this number would fail if its
      // record has expired in the meantime.
      const first = await askAgain(() => readNext(place, start), again);
      if (first === undefined) continue;
      const next = first.seq + 1n;
      const until = first.seq + BigInt(limit) - 1n;
      const more = await readKept(place, next, until < last ? until : last);
      return [first, ...more];
    }
    // The record exists, but the replica that answered has not received it yet.
    await sleep(clock, LAG_MS);
  }
  throw new LogError("log_unavailable", `no server returned record ${start} of ${name}`);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof LogError && error.code === "log_unavailable";
}
