// What every engine promises (streams source §4.5, decision S8): one dense sequence per broker and
// channel. The writer numbers the records, since a frame carries its number; the engine refuses
// any other number than the next, which also keeps a second writer out.

/** Names a stream: each has a sequence of its own. */
export interface StreamKey {
  readonly brokerId: string;
  readonly channelId: string;
}

/** Holds what a reader may select a record by: values per query parameter, such as `market`. */
export type RecordKeys = Readonly<Record<string, readonly string[]>>;

/** Is a data frame as it was, or will be, sent. */
export interface LogRecord {
  /** 1 for the first of a stream, then the last plus one. */
  readonly seq: bigint;
  /** Nanoseconds since the epoch. */
  readonly tsNs: bigint;
  /** The tag of the frame, such as `order_update`. */
  readonly type: string;
  /** The frame's text in UTF-8. Never changed after it was appended. */
  readonly frame: Uint8Array;
  readonly keys: RecordKeys;
}

/** Says what a stream holds. When it holds nothing, `first` is `last + 1`. */
export interface LogBounds {
  /** The oldest number still kept. */
  readonly first: bigint;
  /** The newest number ever given; 0 before the first. */
  readonly last: bigint;
}

/** Keeps frames in order, for readers to resume from. */
export interface SequencedLog {
  /**
   * Appends records, all or none; resolves with the numbers they took once they are durable.
   * Rejects with `LogError` `sequence_conflict` when the first is not the next of the stream or
   * they are not dense, and `log_closed` after `close`.
   */
  append(stream: StreamKey, records: readonly LogRecord[]): Promise<LogBounds>;
  /**
   * Reads up to `limit` durable records in order, from the first kept with a number of at least
   * `from`. When the first is higher than `from`, the ones between are no longer kept.
   */
  read(stream: StreamKey, from: bigint, limit: number): Promise<readonly LogRecord[]>;
  /** Tells what the stream holds. A stream nobody appended to is empty. */
  bounds(stream: StreamKey): Promise<LogBounds>;
  /**
   * Passes on every record that becomes durable after the call, in order, each once, when `read`
   * and `bounds` show it already. The listener must not throw. Gives a function that ends it.
   */
  tail(stream: StreamKey, listener: (records: readonly LogRecord[]) => void): () => void;
  /** Ends all tails and frees what the log holds. */
  close(): Promise<void>;
}
