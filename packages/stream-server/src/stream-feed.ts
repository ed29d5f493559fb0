import type { LogRecord, SequencedLog, StreamKey } from "@specwright/sequenced-log";

/** Takes records as they become durable. */
export interface FeedReader {
  take(records: readonly LogRecord[]): void;
}

/** Passes what one stream's log commits to every live connection of this process. */
export interface StreamFeed {
  readonly stream: StreamKey;
  /** Gives the number up to which everything was passed on. */
  committed(): bigint;
  join(reader: FeedReader): void;
  leave(reader: FeedReader): void;
  close(): void;
}

/** Opens a feed. In the turn in which `committed` is read and a reader joins, it misses nothing. */
export async function openFeed(log: SequencedLog, stream: StreamKey): Promise<StreamFeed> {
  const readers = new Set<FeedReader>();
  let committed = 0n;
  // Tailing first: what is committed while the bounds are read is then in one or both.
  const end = log.tail(stream, (records) => {
    committed = records.at(-1)?.seq ?? committed;
    for (const reader of [...readers]) reader.take(records);
  });
  const { last } = await log.bounds(stream);
  if (last > committed) committed = last;
  return {
    stream,
    committed: () => committed,
    join: (reader) => void readers.add(reader),
    leave: (reader) => void readers.delete(reader),
    close: end,
  };
}
