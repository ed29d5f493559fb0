// A log whose process may crash between accepting records, writing them and having them on disk.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import {
  checkDense,
  type LogRecord,
  type SequencedLog,
  type StreamKey,
} from "@specwright/streams/log";

/** A disk, whose contents survive every process. */
export interface Disk {
  streams: Map<string, LogRecord[]>;
  /** The identity of the log. */
  logId: string;
  /** How many frames of a stream the log still returns. */
  keptFrames: number;
  /** Records that the running process has written and that may not be on disk. */
  pending: { readonly stream: string; readonly records: readonly LogRecord[] }[];
  /** The tails of the running processes. */
  readonly tails: Set<Tail>;
}

interface Tail {
  readonly stream: string;
  readonly listener: (records: readonly LogRecord[]) => void;
  readonly replaced: ((identity: string) => void) | undefined;
}

export type LogContent = Pick<Disk, "streams" | "logId">;

export function emptyDisk(random: SeededRandom): Disk {
  const logId = makeLogId(random);
  return { streams: new Map(), logId, keptFrames: 1_000_000, pending: [], tails: new Set() };
}

/** Creates the identity of a log. */
export function makeLogId(random: SeededRandom): string {
  return Array.from({ length: 32 }, () => random.below(16).toString(16)).join("");
}

/** Copies the contents of a disk. */
export function copyDisk({ streams, logId }: LogContent): LogContent {
  return { streams: new Map([...streams].map(([name, records]) => [name, [...records]])), logId };
}

/** Replaces the log on the disk and notifies its tails as the engines do. */
export function replaceLog(disk: Disk, { streams, logId }: LogContent): void {
  Object.assign(disk, { streams, logId, pending: [] });
  const tails = [...disk.tails];
  disk.tails.clear();
  for (const { replaced } of tails) replaced?.(logId);
}

/**
 * Ends all processes that use the disk, and keeps a random number of their pending writes, the oldest
 * first.
 */
export function crashDisk(disk: Disk, random: SeededRandom): void {
  const kept = random.below(disk.pending.length + 1);
  for (const { stream, records } of disk.pending.slice(0, kept)) {
    recordsOf(disk, stream).push(...records);
  }
  disk.pending = [];
  disk.tails.clear();
}

/** Opens the log of a process. */
export function crashingLog(disk: Disk, clock: Clock, random: SeededRandom): SequencedLog {
  const own = new Set<Tail>();
  return {
    retention: { maxFrames: disk.keptFrames, maxAgeMs: 86_400_000 },
    append(key, records) {
      const stream = nameOf(key);
      const kept = recordsOf(disk, stream);
      const written = { stream, records };
      return new Promise((resolve, reject) => {
        try {
          const last = kept.at(-1)?.seq ?? 0n;
          checkDense(last, records);
        } catch (error) {
          reject(error);
          return;
        }
        clock.setTimer(random.below(3), () => {
          disk.pending.push(written);
          clock.setTimer(random.below(5), () => {
            // The log that it was written to may have been replaced.
            if (!disk.pending.includes(written)) return;
            disk.pending = disk.pending.filter((each) => each !== written);
            kept.push(...records);
            for (const tail of [...disk.tails]) if (tail.stream === stream) tail.listener(records);
            resolve({ first: kept[0]?.seq ?? 1n, last: kept.at(-1)?.seq ?? 0n });
          });
        });
      });
    },
    read: async (key, from, limit) => {
      await pause(clock, random);
      const kept = recordsOf(disk, nameOf(key));
      const start = Math.max(from <= 1n ? 0 : Number(from - 1n), kept.length - disk.keptFrames);
      return kept.slice(start, start + limit);
    },
    async bounds(key) {
      await pause(clock, random);
      const { length } = recordsOf(disk, nameOf(key));
      return { first: BigInt(Math.max(0, length - disk.keptFrames) + 1), last: BigInt(length) };
    },
    async seqOf(key, id) {
      return recordsOf(disk, nameOf(key)).find((record) => record.id === id)?.seq;
    },
    async identity() {
      return disk.logId;
    },
    tail(key, listener, replaced) {
      const tail = { stream: nameOf(key), listener, replaced };
      own.add(tail);
      disk.tails.add(tail);
      return () => void disk.tails.delete(tail);
    },
    async close() {
      for (const tail of own) disk.tails.delete(tail);
    },
  };
}

/** Reading takes some time; anything may happen meanwhile. */
function pause(clock: Clock, random: SeededRandom): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(random.below(4), () => resolve());
  });
}

function nameOf({ brokerId, channelId }: StreamKey): string {
  return JSON.stringify([brokerId, channelId]);
}

/** Returns the records of a stream on disk. */
export function recordsOf(disk: Disk, stream: string): LogRecord[] {
  const known = disk.streams.get(stream);
  if (known !== undefined) return known;
  const made: LogRecord[] = [];
  disk.streams.set(stream, made);
  return made;
}
