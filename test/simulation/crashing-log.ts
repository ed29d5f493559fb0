// A log whose process may crash between taking records, writing them and having them on disk.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import {
  checkDense,
  type LogRecord,
  type SequencedLog,
  type StreamKey,
} from "@specwright/sequenced-log";

/** Is the disk: what is on it outlives every process. */
export interface Disk {
  readonly streams: Map<string, LogRecord[]>;
  /** The identity of the log. */
  readonly logId: string;
  /** Written and not yet known to be on disk, by the process that is running. */
  pending: { readonly stream: string; readonly records: readonly LogRecord[] }[];
}

/** Makes an empty disk. */
export function emptyDisk(random: SeededRandom): Disk {
  const logId = Array.from({ length: 32 }, () => random.below(16).toString(16)).join("");
  return { streams: new Map(), logId, pending: [] };
}

/** Decides at a crash what of the writes under way is on disk after all: the first so many. */
export function crashDisk(disk: Disk, random: SeededRandom): void {
  const kept = random.below(disk.pending.length + 1);
  for (const { stream, records } of disk.pending.slice(0, kept)) {
    recordsOf(disk, stream).push(...records);
  }
  disk.pending = [];
}

/** Opens the log of a process. */
export function crashingLog(disk: Disk, clock: Clock, random: SeededRandom): SequencedLog {
  const listeners = new Map<string, Set<(records: readonly LogRecord[]) => void>>();
  return {
    retention: { maxFrames: 1_000_000, maxAgeMs: 86_400_000 },
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
            disk.pending = disk.pending.filter((each) => each !== written);
            kept.push(...records);
            for (const listener of listeners.get(stream) ?? []) listener(records);
            resolve({ first: kept[0]?.seq ?? 1n, last: kept.at(-1)?.seq ?? 0n });
          });
        });
      });
    },
    read: async (key, from, limit) => {
      await pause(clock, random);
      const kept = recordsOf(disk, nameOf(key));
      const start = from <= 1n ? 0 : Number(from - 1n);
      return kept.slice(start, start + limit);
    },
    async bounds(key) {
      await pause(clock, random);
      return { first: 1n, last: recordsOf(disk, nameOf(key)).at(-1)?.seq ?? 0n };
    },
    async seqOf(key, id) {
      return recordsOf(disk, nameOf(key)).find((record) => record.id === id)?.seq;
    },
    async identity() {
      return disk.logId;
    },
    tail(key, listener) {
      const stream = nameOf(key);
      const set = listeners.get(stream) ?? new Set();
      listeners.set(stream, set.add(listener));
      return () => void set.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}

/** Reading takes a while, in which anything may happen. */
function pause(clock: Clock, random: SeededRandom): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(random.below(4), () => resolve());
  });
}

function nameOf({ brokerId, channelId }: StreamKey): string {
  return JSON.stringify([brokerId, channelId]);
}

/** Gives what is on disk of a stream. */
export function recordsOf(disk: Disk, stream: string): LogRecord[] {
  const known = disk.streams.get(stream);
  if (known !== undefined) return known;
  const made: LogRecord[] = [];
  disk.streams.set(stream, made);
  return made;
}
