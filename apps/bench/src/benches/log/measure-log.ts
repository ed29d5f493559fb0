// The workloads for every log engine: appends in batches, and a replay of all records. Each batch
// is appended when the previous one is durable. Like frames of orders, the frames have 371 bytes
// and two keys.

import type { LogRecord, SequencedLog, StreamKey } from "@specwright/streams/log";

/** The cost of a record, in microseconds. */
export interface LogCost {
  readonly wallMicros: number;
  /** The CPU time of this process, including its threads. */
  readonly cpuMicros: number;
  /** The CPU time of the server; undefined if the engine has no server. */
  readonly serverMicros: number | undefined;
}

/** A workload. */
export interface LogWork {
  readonly name: string;
  readonly kind: "append" | "replay";
  /** The number of records in one append. */
  readonly batch: number;
  readonly records: number;
  /** The number of appends at the same time. Each of them appends to its own stream. */
  readonly streams: number;
}

const frame = Buffer.alloc(371, '{"type":"order_update","seq":1}');
const READ_BATCH = 256;

/** The workloads. */
export const logWorks: readonly LogWork[] = [
  { name: "append, 1 at a time", kind: "append", batch: 1, records: 2000, streams: 1 },
  {
    name: "append, 1 at a time, 64 streams",
    kind: "append",
    batch: 1,
    records: 32_000,
    streams: 64,
  },
  { name: "append, batches of 32", kind: "append", batch: 32, records: 32_000, streams: 1 },
  { name: "append, batches of 256", kind: "append", batch: 256, records: 128_000, streams: 1 },
  { name: "replay, appended 1 at a time", kind: "replay", batch: 1, records: 4000, streams: 1 },
  {
    name: "replay, appended in batches of 32",
    kind: "replay",
    batch: 32,
    records: 64_000,
    streams: 1,
  },
  {
    name: "replay, appended in batches of 256",
    kind: "replay",
    batch: 256,
    records: 128_000,
    streams: 1,
  },
];

/** Runs a workload once on a log. The log gets new streams for it. */
export async function measureLog(
  log: SequencedLog,
  work: LogWork,
  run: string,
  serverCpu: (() => Promise<number>) | undefined,
): Promise<LogCost> {
  const streams = Array.from({ length: work.streams }, (_, at) => ({
    brokerId: `${run}-${at}`,
    channelId: "orders",
  }));
  const share = work.records / work.streams;
  async function append(): Promise<void> {
    await Promise.all(streams.map((stream) => appendAll(log, stream, share, work.batch)));
  }
  // The cost of a record must not include the creation of a stream.
  for (const stream of streams) await log.append(stream, makeRecords(1n, 1));
  if (work.kind === "append") return measureCost(append, work.records, serverCpu);
  await append();
  // The first replay only warms up the reader, and is not measured.
  for (const stream of streams) await replayAll(log, stream);
  return measureCost(
    async () => {
      for (let pass = 0; pass < PASSES; pass += 1) {
        for (const stream of streams) await replayAll(log, stream);
      }
    },
    work.records * PASSES,
    serverCpu,
  );
}

const PASSES = 3;

async function measureCost(
  run: () => Promise<void>,
  count: number,
  serverCpu: (() => Promise<number>) | undefined,
): Promise<LogCost> {
  const serverBefore = await serverCpu?.();
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await run();
  const wallMicros = ((performance.now() - before) * 1000) / count;
  const { user, system } = process.cpuUsage(cpuBefore);
  const serverAfter = await serverCpu?.();
  const serverMicros =
    serverBefore === undefined || serverAfter === undefined
      ? undefined
      : (serverAfter - serverBefore) / count;
  return { wallMicros, cpuMicros: (user + system) / count, serverMicros };
}

async function appendAll(
  log: SequencedLog,
  stream: StreamKey,
  count: number,
  batch: number,
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    await log.append(stream, makeRecords(BigInt(done) + 2n, batch));
  }
}

async function replayAll(log: SequencedLog, stream: StreamKey): Promise<void> {
  const { first, last } = await log.bounds(stream);
  let bytes = 0;
  for (let next = first; next <= last; ) {
    const found = await log.read(stream, next, READ_BATCH);
    for (const record of found) bytes += record.frame.length;
    next += BigInt(found.length);
  }
  if (bytes !== Number(last - first + 1n) * frame.length) throw new Error("a replay lacks frames");
}

function makeRecords(from: bigint, count: number): readonly LogRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: from + BigInt(at),
    tsNs: 1_763_700_000_123_456_789n,
    type: "order_update",
    frame,
    keys: { market: ["0193a1c2-77aa-7000-8000-000000000001"], account_id: ["ACC-1"] },
  }));
}
