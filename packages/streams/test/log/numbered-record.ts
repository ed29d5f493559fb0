import type { LogRecord } from "@specwright/streams/log";

/**
 * Creates the record for a number; equal numbers have equal records, so results can be compared.
 */
export function numberedRecord(seq: bigint): LogRecord {
  const size = Number((seq * 7919n) % 900n);
  return {
    seq,
    tsNs: seq * 1_000_000_007n,
    type: seq % 3n === 0n ? "order_update" : "heartbeat",
    frame: Buffer.alloc(size, `frame ${seq} `),
    keys: { market: [`M${seq % 5n}`], none: [] },
    ...(seq % 4n === 0n && { id: `id ${seq}` }),
  };
}
