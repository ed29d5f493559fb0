// What every engine promises (streams source §4.5, decisions S8 and S20): one dense sequence per
// broker and channel. The writer numbers the records, since a frame carries its number; the engine
// refuses any other number than the next, which also keeps a second writer out.

/** Names a stream: each has a sequence of its own. */
export interface StreamKey {
  readonly brokerId: string;
  readonly channelId: string;
}

/** Holds what a reader may select a record by: values per query parameter, such as `market`. */
export type RecordKeys = Readonly<Record<string, readonly string[]>>;

/**
 * Is a data frame as it was, or will be, sent. What an engine gives reads its members only when
 * they are asked for, so that they are not members of its own: a spread does not copy them.
 */
export interface LogRecord {
  /** 1 for the first of a stream, then the last plus one. */
  readonly seq: bigint;
  /** Nanoseconds since the epoch, an int64. */
  readonly tsNs: bigint;
  /** The tag of the frame, such as `order_update`; up to 255 bytes of UTF-8. */
  readonly type: string;
  /** The frame's text in UTF-8. Never changed after it was appended, and not by a reader. */
  readonly frame: Uint8Array;
  /** Names up to 255, values up to 65,535 bytes of UTF-8. */
  readonly keys: RecordKeys;
  /**
   * What the caller knows the record by, 1 to 256 bytes of UTF-8: while it is kept, no other is
   * appended under it.
   */
  readonly id?: string | undefined;
}

/** Says what a stream holds. When it holds nothing, `first` is `last + 1`. */
export interface LogBounds {
  /** The oldest number still kept. */
  readonly first: bigint;
  /** The newest number ever given; 0 before the first. */
  readonly last: bigint;
}

/** Reads streams of frames. Any number of readers may follow one log, in other processes too. */
export interface LogReader {
  /**
   * Reads up to `limit` durable records in order, from the first kept with a number of at least
   * `from`. When the first is higher than `from`, the ones between are no longer kept. An engine
   * may give fewer than `limit` though there are more, but none only when there are none.
   */
  read(stream: StreamKey, from: bigint, limit: number): Promise<readonly LogRecord[]>;
  /** Tells what the stream holds. A stream nobody appended to is empty. */
  bounds(stream: StreamKey): Promise<LogBounds>;
  /**
   * Gives the number under which a record with this id was appended, for as long as the record is
   * kept. A publisher that asks first may repeat what it does not know the outcome of.
   */
  seqOf(stream: StreamKey, id: string): Promise<bigint | undefined>;
  /**
   * Resolves with the identity of the log that the stream is in, 32 lowercase hex digits: it is made
   * with the log and kept with it, and numbers of two logs have nothing to do with each other.
   */
  identity(stream: StreamKey): Promise<string>;
  /**
   * Passes on every record that is appended after the call, in order, each once, when `read` and
   * `bounds` show it already; of appends that are under way, all from some point on. Numbers are
   * skipped only when they are no longer kept, after an outage longer than that. The listener must
   * not throw. Gives a function that ends it.
   *
   * When another log takes the place of this one, the tail ends, and `replaced` is called with the
   * identity of the other before any method gives something of it. To follow it, tail again.
   */
  tail(
    stream: StreamKey,
    listener: (records: readonly LogRecord[]) => void,
    replaced?: (identity: string) => void,
  ): () => void;
  /** Ends all tails and frees what the log holds. */
  close(): Promise<void>;
}

/** Says how much of each stream a log keeps; whichever limit is reached first counts. */
export interface LogRetention {
  /** Most records kept. */
  readonly maxFrames: number;
  /** How long a record is kept, in milliseconds. */
  readonly maxAgeMs: number;
}

/** Keeps frames in order, for readers to resume from. One at a time may write. */
export interface SequencedLog extends LogReader {
  readonly retention: LogRetention;
  /**
   * Appends records, all or none; resolves with the numbers they took once they are durable.
   * Rejects with `LogError`: `sequence_conflict` when the first is not the next of the stream or
   * they are not dense, `duplicate_id`, `record_invalid`, `log_full`, `log_locked`,
   * `writer_fenced`, `log_unavailable`, and `log_closed` after `close`. After `log_unavailable` the records may
   * have been kept, from the first up to any; `bounds` and `seqOf` tell.
   */
  append(stream: StreamKey, records: readonly LogRecord[]): Promise<LogBounds>;
}
