import { type Clock, systemClock } from "@specwright/runtime";
import { addListener } from "./add-listener.ts";
import { checkDense, checkRecords } from "./check-records.ts";
import { LogError } from "./log-error.ts";
import { makeLogId } from "./make-log-id.ts";
import type { LogBounds, LogRecord, SequencedLog, StreamKey } from "./sequenced-log.ts";
import { writeStreamKey } from "./write-stream-key.ts";

/**
 * Options for `createMemoryLog`. Both limits apply to each stream. A record is dropped as soon as it
 * exceeds one of them.
 */
export interface MemoryLogOptions {
  /** The maximum number of records of a stream. Default 1,000,000. */
  readonly maxFrames?: number;
  /** How long a record is kept after it was appended, in milliseconds. Default 24 hours. */
  readonly maxAgeMs?: number;
  readonly clock?: Clock;
  /** Creates the identity of the log, as 32 lowercase hex digits. By default, the identity is random. */
  readonly newLogId?: () => string;
}

interface Kept {
  readonly record: LogRecord;
  readonly appendedMs: number;
}

interface Stream {
  /** The kept records start at the index `head`. Records before it are dropped, and will be removed. */
  kept: Kept[];
  head: number;
  last: bigint;
  readonly ids: Map<string, bigint>;
  readonly listeners: Set<(records: readonly LogRecord[]) => void>;
}

/**
 * Creates a log that is lost when the process ends, for tests, sandboxes and small services.
 *
 * @example
 * ```ts
 * const log = createMemoryLog({ maxFrames: 10_000 });
 * const stream = { brokerId: "b1", channelId: "orders" };
 * const { last } = await log.bounds(stream); // 0n
 * ```
 */
export function createMemoryLog(options: MemoryLogOptions = {}): SequencedLog {
  const { maxFrames = 1_000_000, maxAgeMs = 86_400_000, clock = systemClock } = options;
  const logId = (options.newLogId ?? makeLogId)();
  const streams = new Map<string, Stream>();
  let closed = false;

  function openStream(key: StreamKey): Stream {
    if (closed) throw new LogError("log_closed", "the log is closed");
    const name = writeStreamKey(key);
    const known = streams.get(name);
    if (known !== undefined) return known;
    const made: Stream = { kept: [], head: 0, last: 0n, ids: new Map(), listeners: new Set() };
    streams.set(name, made);
    return made;
  }

  function applyRetention(stream: Stream): void {
    const oldestMs = clock.now() - maxAgeMs;
    const atLeast = stream.kept.length - maxFrames;
    let { head } = stream;
    for (let next = stream.kept[head]; next !== undefined; next = stream.kept[head]) {
      if (head >= atLeast && next.appendedMs >= oldestMs) break;
      if (next.record.id !== undefined) stream.ids.delete(next.record.id);
      head += 1;
    }
    // The array is copied only when half of it is unused, so the average time for a record is constant.
    const wasteful = head > 64 && head * 2 > stream.kept.length;
    stream.kept = wasteful ? stream.kept.slice(head) : stream.kept;
    stream.head = wasteful ? 0 : head;
  }

  function streamBounds({ kept, head, last }: Stream): LogBounds {
    return { first: kept[head]?.record.seq ?? last + 1n, last };
  }

  return {
    retention: { maxFrames, maxAgeMs },
    async append(key, records) {
      const stream = openStream(key);
      checkDense(stream.last, records);
      applyRetention(stream);
      checkRecords(records, (id) => stream.ids.has(id));
      const first = stream.last + 1n;
      if (records.length === 0) return { first, last: stream.last };
      const appendedMs = clock.now();
      for (const record of records) {
        stream.kept.push({ record, appendedMs });
        if (record.id !== undefined) stream.ids.set(record.id, record.seq);
      }
      stream.last += BigInt(records.length);
      applyRetention(stream);
      for (const listener of [...stream.listeners]) listener(records);
      return { first, last: stream.last };
    },
    async read(key, from, limit) {
      const stream = openStream(key);
      applyRetention(stream);
      const { first } = streamBounds(stream);
      const skip = from > first ? from - first : 0n;
      if (skip >= BigInt(stream.kept.length)) return [];
      const start = stream.head + Number(skip);
      return stream.kept.slice(start, start + limit).map(({ record }) => record);
    },
    async bounds(key) {
      const stream = openStream(key);
      applyRetention(stream);
      return streamBounds(stream);
    },
    async seqOf(key, id) {
      const stream = openStream(key);
      applyRetention(stream);
      return stream.ids.get(id);
    },
    async identity(key) {
      openStream(key);
      return logId;
    },
    tail(key, listener) {
      const stream = openStream(key);
      const end = addListener(stream.listeners, listener);
      return () => {
        end();
        const { last, listeners } = stream;
        const name = writeStreamKey(key);
        // Readers may request any number of addresses. An address without frames and readers is not kept.
        if (last === 0n && listeners.size === 0 && streams.get(name) === stream) {
          streams.delete(name);
        }
      };
    },
    async close() {
      closed = true;
      for (const { listeners } of streams.values()) listeners.clear();
      streams.clear();
    },
  };
}
