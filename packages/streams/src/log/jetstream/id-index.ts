// The index from ids to records. JetStream has none, so each process builds it from the records, once
// per stream, when it is first needed, and keeps it up to date from then on.

import type { LogBounds, LogRecord } from "../sequenced-log.ts";

/** An index of records by their ids. */
export interface IdIndex {
  /** Reads the missing records up to the end of `bounds`, the current bounds of the stream. */
  catchUp(bounds: LogBounds): Promise<void>;
  /** Adds records that were just appended, unless earlier ones are still missing from the index. */
  add(records: readonly LogRecord[]): void;
  /** Returns the number of a record that is still kept. */
  find(id: string, first: bigint): bigint | undefined;
}

const AT_ONCE = 1_024;

/** Creates the index of a stream, which `read` reads as `LogReader` does. */
export function createIdIndex(
  read: (from: bigint, limit: number) => Promise<readonly LogRecord[]>,
): IdIndex {
  const numbers = new Map<string, bigint>();
  let indexed = 0n;
  let loading: Promise<void> = Promise.resolve();

  function set(id: string, seq: bigint): void {
    // Deleted first, so that the map stays ordered by number.
    numbers.delete(id);
    numbers.set(id, seq);
  }

  function forget(first: bigint): void {
    for (const [id, seq] of numbers) {
      if (seq >= first) return;
      numbers.delete(id);
    }
  }

  async function load({ first, last }: LogBounds): Promise<void> {
    forget(first);
    const from = indexed + 1n > first ? indexed + 1n : first;
    if (from <= last) await scan(from, last);
    indexed = last;
  }

  /** Reads by requests, which any replica may answer; a consumer may live on one that is frozen. */
  async function scan(from: bigint, last: bigint): Promise<void> {
    for (let next = from; next <= last; ) {
      const records = await read(next, AT_ONCE);
      for (const { id, seq } of records) if (id !== undefined) set(id, seq);
      // The rest has expired, or the stream was replaced.
      if (records.length === 0) return;
      next = (records.at(-1)?.seq ?? last) + 1n;
    }
  }

  return {
    catchUp(bounds) {
      const turn = loading.then(() => (indexed >= bounds.last ? undefined : load(bounds)));
      // The next caller tries again.
      loading = turn.catch(() => {});
      return turn;
    },
    add(records) {
      if (records[0]?.seq !== indexed + 1n) return;
      for (const { id, seq } of records) {
        if (id !== undefined) set(id, seq);
        indexed = seq;
      }
    },
    find(id, first) {
      const seq = numbers.get(id.toWellFormed());
      return seq === undefined || seq < first ? undefined : seq;
    },
  };
}
