// Reads the last part of the log that has the state of every key. Every snapshot states how many keys were
// open. A new reader therefore knows when it has found all keys, and need not read the whole log.

import type { LogReader, LogRecord, StreamKey } from "../../log/sequenced-log.ts";

/** The records of a part of the log that determine the states of keys. */
export interface KeyedPart {
  /**
   * The records of each key since its last snapshot. If this part has the snapshot, it is the first record.
   */
  readonly records: ReadonlyMap<string, readonly LogRecord[]>;
  /** The keys that have ended and were not opened again, in the order of their ends. */
  readonly closed: ReadonlySet<string>;
  /**
   * Whether the log no longer keeps some records before this part. Earlier states cannot be continued then.
   */
  readonly hasGap: boolean;
  /** The number of the first record. `last` is the number of the last record. */
  readonly first: bigint;
  readonly last: bigint;
}

/** Options for `readKeyedLog`. */
export interface KeyedLogOptions {
  readonly log: LogReader;
  readonly stream: StreamKey;
  /** The type of the records that are snapshots. */
  readonly snapshot: string;
  /** Returns the key of a record. @throws LogError `log_corrupt` if the record has no key. */
  readonly keyOf: (record: LogRecord) => string;
}

/** The type of a record that marks the end of a key. Such a record is never sent. */
export const CLOSED = "$closed";

/**
 * A name in the `keys` of a snapshot's record. Its value is the number of open keys, including the key of
 * the snapshot.
 */
export const OPEN_KEYS = "$open";

/**
 * A new reader first reads this number of records. That is enough for most logs, because each open key gets
 * a snapshot within half of this number.
 */
const RECENT = 32_768;
/** If they are not enough, the reader reads this many times as many. */
const FURTHER = 4n;
/**
 * If there are many open keys, a snapshot for new readers is written at most once in this number of
 * records.
 */
const SPARSE = 16;

/** The number of records that are read at once. */
const BATCH = 1024;

/** Returns the number of records after which a key gets a new snapshot even if it has not changed. */
export function snapshotEvery(openKeys: number): number {
  return Math.max(RECENT / 2, SPARSE * openKeys);
}

/** Reads as much of the end of a log as is needed for the state of every open key. */
export async function readRecentKeys(options: KeyedLogOptions): Promise<KeyedPart> {
  const { first } = await options.log.bounds(options.stream);
  for (let span = BigInt(RECENT); ; span *= FURTHER) {
    const { last } = await options.log.bounds(options.stream);
    const from = last - span + 1n;
    if (from <= first) return readKeyedLog(options, 1n);
    const { openKeys, ...part } = await readKeyedLog(options, from);
    const lists = [...part.records.values()];
    const known = lists.filter(([record]) => record?.type === options.snapshot);
    if (known.length === openKeys) return part;
  }
}

/** Reads the records from `from` to `to`. By default, reads to the current end of the log. */
export async function readKeyedLog(
  { log, stream, snapshot, keyOf }: KeyedLogOptions,
  from: bigint,
  to?: bigint,
): Promise<KeyedPart & { readonly openKeys: number | undefined }> {
  const last = to ?? (await log.bounds(stream)).last;
  const records = new Map<string, LogRecord[]>();
  const closed = new Set<string>();
  let hasGap = false;
  let openKeys: number | undefined;

  function takeRecord(record: LogRecord): void {
    const key = keyOf(record);
    if (record.type === CLOSED) {
      records.delete(key);
      closed.delete(key);
      closed.add(key);
      if (openKeys !== undefined) openKeys -= 1;
      return;
    }
    if (record.type === snapshot) {
      records.delete(key);
      closed.delete(key);
      const [open] = record.keys[OPEN_KEYS] ?? [];
      openKeys = open === undefined ? undefined : Number(open);
    }
    const list = records.get(key);
    if (list === undefined) records.set(key, [record]);
    else list.push(record);
  }

  let next = from;
  while (next <= last) {
    const batch = await log.read(stream, next, BATCH);
    if (batch[0]?.seq !== next) {
      records.clear();
      hasGap = true;
      openKeys = undefined;
    }
    for (const record of batch) takeRecord(record);
    next = (batch.at(-1)?.seq ?? last) + 1n;
  }
  return { records, closed, hasGap, openKeys, first: from, last: next - 1n };
}
