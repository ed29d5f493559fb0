// The contract of every engine (streams source §4.5): one sequence without gaps for each owner,
// channel and concrete address. The writer numbers the records, because a frame contains its
// number. The engine refuses every number except the next one, which also excludes a second writer.

/** The key of a stream. Each stream has its own sequence. */
export interface StreamKey {
  readonly brokerId: string;
  readonly channelId: string;
  /** The concrete address of a channel whose address has parameters, such as `/rooms/main`. */
  readonly address?: string;
}

/** The values by which a reader may select a record, for each query parameter, such as `market`. */
export type RecordKeys = Readonly<Record<string, readonly string[]>>;

/**
 * A data frame as it was or will be sent. A record returned by an engine has getters on its
 * prototype, which decode its members on access: a spread does not copy them.
 */
export interface LogRecord {
  /** The first record of a stream has the number 1, every other record the previous number plus one. */
  readonly seq: bigint;
  /** Nanoseconds since the epoch, an int64. */
  readonly tsNs: bigint;
  /** The tag of the frame, such as `order_update`; up to 255 bytes of UTF-8. */
  readonly type: string;
  /** The text of the frame in UTF-8. Neither writer nor readers may change it after the append. */
  readonly frame: Uint8Array;
  /** Names of up to 255 and values of up to 65,535 bytes of UTF-8. */
  readonly keys: RecordKeys;
  /**
   * The id that the caller gave to the record, 1 to 256 bytes of UTF-8. While the record is kept,
   * no other can be appended with the same id.
   */
  readonly id?: string | undefined;
}

/** The range of numbers that a stream has. If it is empty, `first` is `last + 1`. */
export interface LogBounds {
  /** The oldest number still kept. */
  readonly first: bigint;
  /** The newest number ever assigned; 0 before the first. */
  readonly last: bigint;
}

/**
 * Reads streams of frames. Any number of readers, in any number of processes, may follow one log.
 */
export interface LogReader {
  /**
   * Reads up to `limit` durable records in order, from the first kept record whose number is at
   * least `from`. If that number is higher than `from`, the records in between are no longer kept.
   * An engine may return fewer than `limit` records although there are more. It returns an empty
   * list only if the stream has no such records.
   */
  read(stream: StreamKey, from: bigint, limit: number): Promise<readonly LogRecord[]>;
  /**
   * Returns the range of numbers that the stream has. A stream without appended records is empty.
   */
  bounds(stream: StreamKey): Promise<LogBounds>;
  /**
   * Returns the number of the record with this id, as long as the record is kept. A publisher that
   * does not know whether an append succeeded can look the id up and append again if it is missing.
   */
  seqOf(stream: StreamKey, id: string): Promise<bigint | undefined>;
  /**
   * Resolves with the identity of the log that the stream belongs to, 32 lowercase hex digits. It
   * is created and kept with the log; the numbers of two logs are unrelated.
   */
  identity(stream: StreamKey): Promise<string>;
  /**
   * Passes on every record that is appended after the call, in order and once. `read` and `bounds`
   * already return a record when the listener gets it. If appends are pending during the call, the
   * tail begins at one of their records. Numbers are skipped only after an outage that lasted so
   * long that their records expired. The listener must not throw. Returns a function that ends the
   * tail.
   *
   * When another log replaces this one, the tail ends, and `replaced` is called with the new
   * identity before any method returns data of the new log. To follow the new log, call `tail`
   * again.
   */
  tail(
    stream: StreamKey,
    listener: (records: readonly LogRecord[]) => void,
    replaced?: (identity: string) => void,
  ): () => void;
  /**
   * Returns how long ago the tails of a stream were last known to be up to date, in milliseconds; normally
   * a few seconds at most. Absent if tails are always up to date.
   */
  viewAgeMs?(stream: StreamKey): number;
  /** Ends all tails and frees the resources of the log. */
  close(): Promise<void>;
}

/** How much of each stream a log keeps. The limit reached first counts. */
export interface LogRetention {
  /** The largest number of records kept. */
  readonly maxFrames: number;
  /** How long a record is kept, in milliseconds. */
  readonly maxAgeMs: number;
}

/** Keeps frames in order, so that readers can resume. Only one process may write at a time. */
export interface SequencedLog extends LogReader {
  readonly retention: LogRetention;
  /**
   * Appends records, all or none, and resolves with their numbers once they are durable.
   *
   * @throws LogError `sequence_conflict` if the first number is not the next one of the stream or there are
   * gaps, `duplicate_id`, `record_invalid`, `log_full`, `log_locked`, `writer_fenced`, `log_unavailable`,
   * and `log_closed` after `close`. After `log_unavailable`, the first records of the batch may be stored:
   * none, some or all of them. `bounds` and `seqOf` show how many.
   */
  append(stream: StreamKey, records: readonly LogRecord[]): Promise<LogBounds>;
}
