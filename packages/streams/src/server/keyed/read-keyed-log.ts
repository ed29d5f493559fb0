// Reads the part of the log that determines the states of its keys. Every snapshot states how many
// keys were open, so that a new reader knows when it has found all of them and need not read the
// whole log.

import type { LogReader, LogRecord, StreamKey } from "../../log/sequenced-log.ts";

/** The state of keys after a part of the log. */
export interface KeyedPart {
  /** For each key, the records since its last snapshot. The first one is the snapshot, if there is one. */
  readonly records: ReadonlyMap<string, readonly LogRecord[]>;
  /** The keys that ended and were not reopened, in this order. */
  readonly closed: ReadonlySet<string>;
  /**
   * Whether the log no longer keeps some records before this part, so that earlier states are
   * useless.
   */
  readonly hasGap: boolean;
  /** The numbers of the first and the last record. */
  readonly first: bigint;
  readonly last: bigint;
}

/** Options for `readKeyedLog`. */
export interface KeyedLogOptions {
  readonly log: LogReader;
  readonly stream: StreamKey;
  /** The type of snapshots. */
  readonly snapshot: string;
  /** @throws LogError `log_corrupt` if a record has no key. */
  readonly keyOf: (record: LogRecord) => string;
}

/** Marks the end of a key in the log; never sent. */
export const CLOSED = "$closed";

/** The name of the snapshot's value that is the number of open keys, including its own key. */
export const OPEN_KEYS = "$open";

/**
 * How many records a new reader reads first. They are enough for most logs: each open key has a snapshot
 * within half of this number.
 */
const RECENT = 32_768;
/** If the records are not enough, the next read covers this many times as many. */
const FURTHER = 4n;
/** At most one snapshot is written for new readers in this many records. */
const SPARSE = 16;

/** How many records are read at a time. */
const BATCH = 1024;

/** Returns after how many records an unchanged key gets another snapshot. */
export function snapshotEvery(openKeys: number): number {
  return Math.max(RECENT / 2, SPARSE * openKeys);
}

/** Reads the last part of a log that determines the state of every open key. */
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

/** Reads from one number to another, by default to the current end of the log. */
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
