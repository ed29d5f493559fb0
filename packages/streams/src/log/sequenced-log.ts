// The contract of every engine (streams source §4.5). Each owner, channel and concrete address has a
// sequence without gaps. The writer numbers the records, because a frame contains its number. An engine
// accepts only the next number, so a second writer is refused too.

/** Identifies a stream. Each stream has its own sequence of numbers. */
export interface StreamKey {
  readonly brokerId: string;
  readonly channelId: string;
  /** The concrete address, such as `/rooms/main`. Only for a channel whose address has parameters. */
  readonly address?: string;
}

/**
 * The values by which readers can select a record. The names are those of query parameters, such as
 * `market`.
 */
export type RecordKeys = Readonly<Record<string, readonly string[]>>;

/**
 * A data frame that was sent or will be sent. If an engine returns the record, its members are getters of
 * its prototype, which decode the values. Do not copy such a record with a spread.
 */
export interface LogRecord {
  /**
   * The number of the record. The first record of a stream has the number 1, and each other record the
   * previous number plus one.
   */
  readonly seq: bigint;
  /** The time of the record, in nanoseconds since the epoch. Must fit an int64. */
  readonly tsNs: bigint;
  /** The tag of the frame, such as `order_update`. At most 255 bytes of UTF-8. */
  readonly type: string;
  /** The text of the frame in UTF-8. Nobody may change the bytes after the append. */
  readonly frame: Uint8Array;
  /** The names have at most 255 bytes of UTF-8, and the values at most 65,535. */
  readonly keys: RecordKeys;
  /**
   * The caller's id for the record, with 1 to 256 bytes of UTF-8. While the record is kept, no other record
   * with the same id can be appended.
   */
  readonly id?: string | undefined;
}

/** The numbers of the records that a stream keeps. If it keeps none, `first` is `last + 1`. */
export interface LogBounds {
  /** The number of the oldest kept record. */
  readonly first: bigint;
  /** The highest number that was ever used. 0 before the first record. */
  readonly last: bigint;
}

/** Reads streams of frames. Many readers, in many processes, may read a log at the same time. */
export interface LogReader {
  /**
   * Reads at most `limit` durable records, in order. The first one is the oldest kept record with a number
   * of at least `from`. If its number is higher than `from`, the records in between are no longer kept. An
   * engine may return fewer than `limit` records although there are more. It returns an empty list only if
   * the stream keeps no such record.
   */
  read(stream: StreamKey, from: bigint, limit: number): Promise<readonly LogRecord[]>;
  /** Returns the numbers of the kept records. If nothing was appended, the stream is empty. */
  bounds(stream: StreamKey): Promise<LogBounds>;
  /**
   * Returns the number of the kept record with an id. A publisher that does not know whether an append
   * succeeded can look for the id, and append the record again if it is missing.
   */
  seqOf(stream: StreamKey, id: string): Promise<bigint | undefined>;
  /**
   * Resolves with the identity of the stream's log, as 32 lowercase hex digits. The identity is created and
   * stored with the log. The numbers of logs with different identities are unrelated.
   */
  identity(stream: StreamKey): Promise<string>;
  /**
   * Passes every record that is appended after this call to `listener`, in order and once. When the
   * listener gets a record, `read` and `bounds` already return it too. If appends are running during the
   * call, the tail may begin with any of their records. Numbers are skipped only after an outage in which
   * the records have expired. The listener must not throw an error. Returns a function that ends the tail.
   *
   * If a different log replaces this one, the tail ends. `replaced` is called with the new identity before
   * any method returns data of the new log. To follow the new log, call `tail` again.
   */
  tail(
    stream: StreamKey,
    listener: (records: readonly LogRecord[]) => void,
    replaced?: (identity: string) => void,
  ): () => void;
  /**
   * Returns the time since the tails of a stream were last known to be up to date, in milliseconds. Usually
   * this is at most a few seconds. A log whose tails are always up to date does not have this method.
   */
  viewAgeMs?(stream: StreamKey): number;
  /** Ends all tails, and releases all resources of the log. */
  close(): Promise<void>;
}

/**
 * How many records a log keeps of each stream. A record is dropped as soon as it exceeds one of the limits.
 */
export interface LogRetention {
  /** The maximum number of records. */
  readonly maxFrames: number;
  /** How long each record is kept, in milliseconds. */
  readonly maxAgeMs: number;
}

/**
 * A log that can be written. It keeps frames in order, so that readers can resume. Only one process may
 * write.
 */
export interface SequencedLog extends LogReader {
  readonly retention: LogRetention;
  /**
   * Appends all records or none. Resolves with their numbers when they are durable.
   *
   * @throws LogError `sequence_conflict` if the numbers do not continue the stream, or have a gap;
   * `duplicate_id`, `record_invalid`, `log_full`, `log_locked`, `writer_fenced`, `log_unavailable`; and
   * `log_closed` after `close`. After `log_unavailable`, some or all of the records may have been stored,
   * always from the first one on. `bounds` and `seqOf` show how many.
   */
  append(stream: StreamKey, records: readonly LogRecord[]): Promise<LogBounds>;
}
