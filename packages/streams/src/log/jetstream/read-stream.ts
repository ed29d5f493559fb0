// Reads the kept records of a stream.

import { sleep } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogRecord } from "../sequenced-log.ts";
import type { NatsConnection } from "./nats.ts";
import { readDirect, readDirectBatch, readNext } from "./read-direct.ts";
import type { JetStreamContext, StreamHead } from "./stream-head.ts";

/** How often a read is retried for records that a replica has not received yet. */
const READ_TRIES = 40;
const LAG_MS = 5;

/**
 * Reads at most `limit` records, beginning with the first one kept whose number is `from` or higher.
 *
 * @throws LogError `log_unavailable` if no server returns a record that exists.
 */
export async function readStream(
  { name, connection, health, clock }: JetStreamContext,
  head: StreamHead,
  from: bigint,
  limit: number,
): Promise<readonly LogRecord[]> {
  const start = from > 1n ? from : 1n;
  if (limit <= 0) return [];
  await health.up();
  const end = start + BigInt(limit) - 1n;
  const readKept = sendsBatches(connection) ? readDirectBatch : readDirect;
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
      // Looked up as a range: the first record might expire before a request for its number
      // arrives.
      const first = await readNext(place, start);
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

function sendsBatches({ info }: NatsConnection): boolean {
  const [major = 0, minor = 0] = (info?.version ?? "0").split(".").map(Number);
  return major > 2 || (major === 2 && minor >= 11);
}
