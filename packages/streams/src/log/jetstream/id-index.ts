// Finds records by their ids, which JetStream cannot do. Each publisher builds the index of a stream when
// it is first needed, and then keeps it up to date. The index of older records is stored, because reading a
// million records again takes half a minute.

import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { createIdTable, type IdSegment, SEGMENT, segmentStart } from "./id-table.ts";

/** Finds the numbers of records by their ids. */
export interface IdIndex {
  /** Reads the records that the index lacks. `bounds` are the current bounds of the stream. */
  catchUp(bounds: LogBounds): Promise<void>;
  /** Adds records that were just appended. Does nothing if the index lacks earlier records. */
  add(records: readonly LogRecord[]): void;
  /** Returns the numbers of the records with the given ids. Records before `first` are not found. */
  find(ids: readonly string[], first: bigint): Promise<ReadonlyMap<string, bigint>>;
}

/** A segment in which all records are indexed, and its last record. */
export interface CompleteSegment {
  readonly segment: IdSegment;
  readonly end: LogRecord;
}

/** Stores complete segments. */
export interface IdStore {
  /** Returns the stored segments for records within the bounds. */
  load(bounds: LogBounds): Promise<readonly IdSegment[]>;
  save(complete: CompleteSegment): Promise<void>;
}

const AT_ONCE = 1_024;

/** Creates the index of a stream. `read` reads records of the stream, like `LogReader`. */
export function createIdIndex(
  read: (from: bigint, limit: number) => Promise<readonly LogRecord[]>,
  store: IdStore,
): IdIndex {
  const table = createIdTable();
  /**
   * The complete segments that are not stored yet. The next append that completes a segment stores them.
   */
  let unsaved: CompleteSegment[] = [];
  let saving: Promise<void> = Promise.resolve();
  let indexed = 0n;
  let loading: Promise<void> | undefined;

  function addRecord(record: LogRecord): void {
    const seq = Number(record.seq);
    if (record.id !== undefined) table.set(seq, record.id);
    const segment = seq % SEGMENT === 0 ? table.segmentOf(seq) : undefined;
    if (segment !== undefined) unsaved.push({ segment, end: record });
  }

  async function loadStored(bounds: LogBounds): Promise<void> {
    const isFirst = indexed === 0n;
    const { first, last } = bounds;
    table.forget(Number(first));
    // If the stored segments cannot be loaded, all records are read.
    const stored = isFirst ? await store.load(bounds).catch(() => []) : [];
    table.take(stored);
    const known = new Set(stored.map(({ from }) => from));
    let next = indexed + 1n > first ? indexed + 1n : first;
    while (next <= last) {
      const start = segmentStart(Number(next));
      const after = BigInt(start + SEGMENT);
      if (!known.has(start)) await scanRecords(next, after <= last ? after - 1n : last);
      next = after;
    }
    indexed = last;
  }

  /**
   * Reads records with requests, which any replica may answer. A consumer could be on a frozen replica.
   */
  async function scanRecords(from: bigint, last: bigint): Promise<void> {
    for (let next = from; next <= last; ) {
      const left = Number(last - next) + 1;
      const records = await read(next, Math.min(left, AT_ONCE));
      for (const record of records) addRecord(record);
      // The remaining records have expired, or the stream was replaced.
      if (records.length === 0) return;
      next = (records.at(-1)?.seq ?? last) + 1n;
    }
  }

  /** Stores the complete segments. If that fails, the next appended records cause a retry. */
  async function saveSegments(): Promise<void> {
    const all = unsaved;
    unsaved = [];
    for (const [at, each] of all.entries()) {
      try {
        await store.save(each);
      } catch {
        unsaved.push(...all.slice(at));
        return;
      }
    }
  }

  async function isAt(seq: number, id: string): Promise<boolean> {
    const [record] = await read(BigInt(seq), 1);
    return record?.seq === BigInt(seq) && record.id === id.toWellFormed();
  }

  return {
    catchUp(bounds) {
      const before = loading ?? Promise.resolve();
      const turn = before.then(() => (indexed >= bounds.last ? undefined : loadStored(bounds)));
      // If this call fails, the next caller tries again.
      loading = turn.catch(() => {});
      return turn;
    },
    add(records) {
      if (records[0]?.seq !== indexed + 1n) return;
      for (const record of records) addRecord(record);
      indexed = records.at(-1)?.seq ?? indexed;
      if (unsaved.length > 0) saving = saving.then(saveSegments);
    },
    async find(ids, first) {
      const found = new Map<string, bigint>();
      for (const id of ids) {
        for (const seq of table.find(id)) {
          // The table has only a hash of the id, so the record is read to compare the id itself.
          if (seq < first || !(await isAt(seq, id))) continue;
          found.set(id, BigInt(seq));
          break;
        }
      }
      return found;
    },
  };
}
