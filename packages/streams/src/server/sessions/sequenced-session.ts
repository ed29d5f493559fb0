// A connection to a sequenced channel (streams source §3.3, §4.5): it replays from the log, then
// continues live, without losing or repeating a frame in between. A reader that lags returns to
// replaying, so that its unread frames stay in the log and not in memory.

import type { SequenceDescriptor } from "@specwright/runtime/transport";
import type { LogReader, LogRecord } from "../../log/sequenced-log.ts";
import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { StreamConnection } from "../connection/stream-connection.ts";
import type { StreamSession } from "../connection/stream-session.ts";
import type { StreamServerSettings } from "../settings.ts";
import type { FrameProjection, FrameReader } from "./project-frames.ts";
import { passes, type RecordFilter, readFilter, readLogId, readSince } from "./select-records.ts";
import type { FeedReader, StreamFeed } from "./stream-feed.ts";

/** The parts of a sequenced session. */
export interface SequencedSessionInput {
  readonly connection: StreamConnection;
  readonly sequence: SequenceDescriptor;
  readonly feed: StreamFeed;
  readonly log: LogReader;
  readonly readFrame: FrameReader;
  readonly projection: FrameProjection | undefined;
  readonly settings: StreamServerSettings;
}

/** The session of one connection to a sequenced channel. */
export class SequencedSession implements StreamSession, FeedReader {
  readonly #input: SequencedSessionInput;
  readonly #connection: StreamConnection;
  readonly #replayAboveBytes: number;
  readonly #filter: RecordFilter;
  /** While replaying, the next number to read: everything below that matches was sent. */
  #cursor = 0n;
  #delivered: bigint | undefined;
  /** Leaves the feed; set while live. */
  #leave: (() => void) | undefined;
  #unwatch: (() => void) | undefined;

  constructor(input: SequencedSessionInput) {
    this.#input = input;
    this.#connection = input.connection;
    this.#replayAboveBytes = input.settings.replayAboveBytes;
    this.#filter = readFilter(input.sequence, input.connection.parameters);
  }

  get replaying(): boolean {
    return this.#leave === undefined;
  }

  start(): void {
    const { connection, sequence, feed, settings } = this.#input;
    this.#unwatch = feed.onReplaced((logId) => this.#refuseOtherLog(logId));
    const since = readSince(sequence, connection.parameters);
    const logId = readLogId(sequence, connection.parameters);
    if (since !== undefined && logId !== undefined && logId !== feed.logId) {
      this.#refuseOtherLog(feed.logId);
      return;
    }
    const next = feed.committed() + 1n;
    if (since !== undefined && since < next) {
      this.#replay(since, since);
      return;
    }
    // A reader ahead of the log has seen frames that this log has lost, or uses a gateway that
    // lags.
    if (since !== undefined && since > next) connection.log("warn", "resume_ahead");
    this.#goLive();
    // So that its reader learns within a round trip that it is live, and where the log ends.
    if (since !== undefined || settings.announcePosition) this.heartbeat();
  }

  deliver(batch: FrameBatch, lastSeq: bigint): void {
    const connection = this.#connection;
    this.#delivered = lastSeq;
    const pendingBytes = connection.send(batch);
    if (pendingBytes > this.#replayAboveBytes && connection.open) this.fallBehind(lastSeq + 1n);
  }

  fallBehind(from: bigint): void {
    this.#leaveFeed();
    this.#replay(from, undefined);
  }

  heartbeat(): void {
    const { connection, feed } = this.#input;
    connection.sendControl({
      kind: "heartbeat",
      intervalMs: connection.heartbeatMs,
      logId: feed.logId,
      watermark: this.replaying ? this.#cursor - 1n : feed.committed(),
      ...(this.#delivered !== undefined && { seq: this.#delivered }),
    });
  }

  receive(): void {
    this.#input.connection.refuseFrame("this channel takes no frames from clients");
  }

  lastSeq(): bigint | undefined {
    return this.#delivered;
  }

  stop(): void {
    this.#unwatch?.();
    this.#leaveFeed();
  }

  #leaveFeed(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  #goLive(): void {
    const { feed, projection } = this.#input;
    this.#leave = feed.join(this, { filter: this.#filter, projection });
  }

  /** Replays up to the present; announces the end only if the client requested the replay. */
  #replay(from: bigint, since: bigint | undefined): void {
    this.#cursor = from;
    this.#pull(since).catch((error: unknown) => this.#input.connection.failInternally(error));
  }

  async #pull(since: bigint | undefined): Promise<void> {
    const { connection, feed, log, settings } = this.#input;
    for (;;) {
      // Waiting for the socket keeps a slow reader's backlog in the log instead of in memory.
      await connection.writable();
      if (!connection.open) return;
      // Commits are distributed in this thread, so that none falls between this check and joining.
      if (this.#cursor > feed.committed()) {
        if (since !== undefined) {
          const seq = this.#delivered ?? since - 1n;
          const { logId } = feed;
          connection.sendControl({
            kind: "end-of-backlog",
            seq,
            lastSeq: this.#cursor - 1n,
            logId,
          });
        }
        this.#goLive();
        return;
      }
      // A log may contain more than was distributed by now; the rest will arrive live.
      const left = feed.committed() - this.#cursor + 1n;
      const limit = Math.min(settings.replayBatchFrames, Number(left));
      const records = await log.read(feed.stream, this.#cursor, limit);
      // The log may have been replaced meanwhile.
      if (!connection.open) return;
      if (records[0]?.seq !== this.#cursor) {
        this.#refuseTooOld();
        return;
      }
      this.#write(records);
    }
  }

  #write(records: readonly LogRecord[]): void {
    const { connection, readFrame, projection } = this.#input;
    const wanted = records.filter((record) => passes(this.#filter, record));
    this.#cursor += BigInt(records.length);
    this.#delivered = wanted.at(-1)?.seq ?? this.#delivered;
    if (wanted.length === 0) return;
    connection.send(textFrames(wanted.map((record) => readFrame(record, projection))));
  }

  #refuseTooOld(): void {
    const { connection, sequence } = this.#input;
    const { errorCode, closeCode } = sequence.tooOld;
    const message = `${sequence.resumeParameter} is older than what is kept`;
    connection.fail({ closeCode, code: errorCode, message });
  }

  /**
   * Ends a connection with the resume point of another log, because numbers of two logs must never
   * be joined: the reader starts over, and the error names the current log.
   */
  #refuseOtherLog(logId: string): void {
    const { connection, sequence } = this.#input;
    const { tooOld, identity, resumeParameter } = sequence;
    const { errorCode, closeCode } = tooOld;
    const message = `${resumeParameter} is a number of another log than the one that is served now`;
    const details = {
      reason: "other_log",
      ...(identity !== undefined && { [identity.parameter]: logId }),
    };
    connection.fail({ closeCode, code: errorCode, message, details });
  }
}
