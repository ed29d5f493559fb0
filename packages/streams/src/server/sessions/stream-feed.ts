import type { LogReader, LogRecord, StreamKey } from "../../log/sequenced-log.ts";
import {
  createLiveReaders,
  type LiveGroup,
  type LiveReader,
  type LiveSelection,
} from "./live-readers.ts";
import type { FrameReader } from "./project-frames.ts";

/** A connection that reads a feed. */
export interface FeedReader extends LiveReader {
  /**
   * Called when the feed has skipped live frames. The reader must read the log from the number `from` on.
   */
  fallBehind(from: bigint): void;
  /** Called when the log of the feed was replaced. The feed has ended. */
  replaced(logId: string): void;
  /** Called when the feed may be out of date, because it has lost contact with its log. */
  abandon(): void;
}

/** Passes the commits of a stream to all live connections of this process. */
export interface StreamFeed {
  readonly stream: StreamKey;
  /** The identity of the log. */
  readonly logId: string;
  /** Returns the number of the last frame that the feed has passed on. */
  committed(): bigint;
  /** Returns the time since the feed was last known to be up to date, in milliseconds. */
  ageMs(): number;
  /**
   * Calls `reached` once, when the feed has passed on all frames up to `seq`. Returns a function that
   * cancels the call. `unwatch` also cancels it.
   */
  await(reader: FeedReader, seq: bigint, reached: () => void): () => void;
  /** Calls `abandon` of all readers. */
  end(): void;
  /** Passes all frames from now on to a reader. Returns the group of the reader, which `leave` needs. */
  join(reader: FeedReader, selection: LiveSelection): LiveGroup;
  leave(reader: FeedReader, group: LiveGroup): void;
  /**
   * Reports events of the feed to a reader until `unwatch` is called. If the log was already replaced,
   * calls `replaced` at once.
   */
  watch(reader: FeedReader): void;
  unwatch(reader: FeedReader): void;
  /** Reports whether any connection watches the feed, live or while it replays. */
  isRead(): boolean;
  close(): void;
}

/**
 * Opens a feed. A reader that calls `committed` and `join` in the same turn of the event loop misses no
 * frame.
 *
 * @param ended called when the log of the feed was replaced
 */
export async function openFeed(
  log: LogReader,
  stream: StreamKey,
  readFrame: FrameReader,
  ended: () => void,
): Promise<StreamFeed> {
  const readers = createLiveReaders(readFrame);
  const watching = new Set<FeedReader>();
  const waiting = new Map<FeedReader, { readonly seq: bigint; readonly reached: () => void }>();
  let replacedBy: string | undefined;
  let opened = false;
  let committed = 0n;
  // The tail is opened first, so that no commit falls between the tail and the bounds.
  const end = log.tail(stream, takeRecords, (logId) => {
    replacedBy = logId;
    for (const reader of [...watching]) reader.replaced(logId);
    watching.clear();
    if (opened) ended();
  });
  const logId = await startFeed();
  // The log was replaced in the meantime. The feed has no readers yet, so it can be opened again.
  if (replacedBy !== undefined) return openFeed(log, stream, readFrame, ended);
  opened = true;

  function takeRecords(records: readonly LogRecord[]): void {
    const last = records.at(-1)?.seq;
    if (last === undefined || last <= committed) return;
    const fresh = records.filter(({ seq }) => seq > committed);
    const next = committed + 1n;
    const isNext = fresh[0]?.seq === next;
    if (isNext) readers.publish(fresh);
    committed = last;
    if (!isNext) for (const reader of [...watching]) reader.fallBehind(next);
    for (const [reader, { seq, reached }] of waiting) {
      if (seq > committed) continue;
      waiting.delete(reader);
      reached();
    }
  }

  async function startFeed(): Promise<string> {
    try {
      const identity = await log.identity(stream);
      const { last } = await log.bounds(stream);
      if (last > committed) committed = last;
      return identity;
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    stream,
    logId,
    committed: () => committed,
    ageMs: () => log.viewAgeMs?.(stream) ?? 0,
    await(reader, seq, reached) {
      if (seq <= committed) reached();
      else waiting.set(reader, { seq, reached });
      return () => void waiting.delete(reader);
    },
    end() {
      for (const reader of [...watching]) reader.abandon();
    },
    join: readers.join,
    leave: readers.leave,
    watch(reader) {
      if (replacedBy === undefined) watching.add(reader);
      else reader.replaced(replacedBy);
    },
    unwatch(reader) {
      watching.delete(reader);
      waiting.delete(reader);
    },
    // A session watches the feed from its start to its end, also while it replays.
    isRead: () => watching.size > 0,
    close: end,
  };
}
