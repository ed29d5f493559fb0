// A connection to a sequenced channel (streams source §3.3, §4.5). The session first replays frames from
// the log, and then continues with live frames. No frame is lost or repeated in between. If a reader falls
// behind, the session replays again, so that the unread frames stay in the log and need no memory.

import type { ChannelParameters } from "@specwright/runtime";
import type { SequenceDescriptor } from "@specwright/runtime/transport";
import { LogError } from "../../log/log-error.ts";
import type { LogReader, LogRecord } from "../../log/sequenced-log.ts";
import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { StreamConnection } from "../connection/stream-connection.ts";
import type { StreamSession } from "../connection/stream-session.ts";
import type { StreamServerSettings } from "../settings.ts";
import type { LiveGroup } from "./live-readers.ts";
import type { FrameProjection, FrameReader } from "./project-frames.ts";
import { returnLater } from "./return-later.ts";
import {
  passesFilter,
  type RecordFilter,
  readFilter,
  readLogId,
  readSince,
} from "./select-records.ts";
import type { FeedReader, StreamFeed } from "./stream-feed.ts";
import { isCurrent } from "./view-watch.ts";

/** The parts that all sessions of a channel share. */
export interface SequencedSource {
  readonly sequence: SequenceDescriptor;
  readonly log: LogReader;
  readonly readFrame: FrameReader;
  readonly settings: StreamServerSettings;
  readonly random: () => number;
}

export interface SequencedSessionInput {
  readonly connection: StreamConnection;
  readonly source: SequencedSource;
  readonly feed: StreamFeed;
  readonly parameters: ChannelParameters;
  readonly projection: FrameProjection | undefined;
}

/** The session of a connection to a sequenced channel. */
export class SequencedSession implements StreamSession, FeedReader {
  readonly #connection: StreamConnection;
  readonly #source: SequencedSource;
  readonly #feed: StreamFeed;
  readonly #filter: RecordFilter;
  readonly #projection: FrameProjection | undefined;
  /** The resume point of the client, and the identity of the log to which it belongs. */
  readonly #since: bigint | undefined;
  readonly #logId: string | undefined;
  /** The next number to read from the log. All selected frames before it were sent. */
  #cursor = 0n;
  /** The value of `#cursor` that the client knows from its request, a frame or a heartbeat. */
  #stated = 0n;
  #delivered: bigint | undefined;
  /** The group of live readers with this session. Undefined while the session replays. */
  #group: LiveGroup | undefined;

  // The parameters are not kept, because they contain the signature of the upgrade.
  constructor({ connection, source, feed, parameters, projection }: SequencedSessionInput) {
    this.#connection = connection;
    this.#source = source;
    this.#feed = feed;
    this.#projection = projection;
    this.#filter = readFilter(source.sequence, parameters);
    this.#since = readSince(source.sequence, parameters);
    this.#logId = readLogId(source.sequence, parameters);
  }

  get replaying(): boolean {
    return this.#group === undefined;
  }

  start(): void {
    const feed = this.#feed;
    const [since, logId] = [this.#since, this.#logId];
    feed.watch(this);
    if (since !== undefined && logId !== undefined && logId !== feed.logId) {
      this.replaced(feed.logId);
      return;
    }
    const next = feed.committed() + 1n;
    if (since !== undefined && since < next) {
      this.#replayFrom(since, since);
      return;
    }
    if (since !== undefined && since > next) {
      this.#awaitStart(since);
      return;
    }
    this.#goLive();
    // Shows the reader at once that it is live, and the last number of the log.
    if (since !== undefined || this.#source.settings.announcePosition) this.heartbeat();
  }

  /**
   * Called if the client resumes at a number that this gateway has not reached. If the gateway lags behind
   * the log, waits for the frame. If the log itself ends before that number, makes the reader live at once
   * (streams source §4.5, rule 3).
   */
  #awaitStart(since: bigint): void {
    const [connection, feed] = [this.#connection, this.#feed];
    const startLive = (): void => {
      this.#goLive();
      this.heartbeat();
    };
    const cancel = feed.await(this, since - 1n, () => {
      if (since <= feed.committed()) this.#replayFrom(since, since);
      else startLive();
    });
    this.#source.log.bounds(feed.stream).then(
      ({ last }) => {
        if (!connection.open || last + 1n >= since || feed.committed() + 1n >= since) return;
        // The log has lost frames that the reader had received.
        connection.log("warn", "resume_ahead");
        cancel();
        startLive();
      },
      // If the feed stays behind, it ends the connection later.
      (error: unknown) => connection.log("warn", "log_unavailable", { error }),
    );
  }

  abandon(): void {
    const { settings, random } = this.#source;
    this.#connection.end(1001, returnLater(settings, random));
  }

  deliver(batch: FrameBatch, lastSeq: bigint): void {
    const connection = this.#connection;
    this.#delivered = lastSeq;
    const pendingBytes = connection.send(batch);
    const { replayAboveBytes } = this.#source.settings;
    if (pendingBytes > replayAboveBytes && connection.open) this.fallBehind(lastSeq + 1n);
  }

  fallBehind(from: bigint): void {
    if (this.replaying) return;
    this.#leaveFeed();
    this.#replayFrom(from, undefined);
  }

  heartbeat(): void {
    const [connection, feed] = [this.#connection, this.#feed];
    if (!isCurrent(feed.ageMs(), this.#source.settings.viewLimitMs)) return;
    if (this.replaying) {
      // If a replay does not advance, a heartbeat would look like the end of the replay.
      if (this.#cursor === this.#stated) return;
      this.#stated = this.#cursor;
    }
    connection.sendControl({
      kind: "heartbeat",
      intervalMs: connection.heartbeatMs,
      logId: feed.logId,
      watermark: this.#cursor > 0n && this.replaying ? this.#cursor - 1n : feed.committed(),
      ...(this.#delivered !== undefined && { seq: this.#delivered }),
    });
  }

  receive(): void {
    this.#connection.refuseFrame("this channel does not accept frames from clients");
  }

  lastSeq(): bigint | undefined {
    return this.#delivered;
  }

  stop(): void {
    this.#feed.unwatch(this);
    this.#leaveFeed();
  }

  #leaveFeed(): void {
    if (this.#group !== undefined) this.#feed.leave(this, this.#group);
    this.#group = undefined;
  }

  #goLive(): void {
    const selection = { filter: this.#filter, projection: this.#projection };
    this.#group = this.#feed.join(this, selection);
  }

  /**
   * Replays frames up to the present. Sends the end of the backlog only if the client requested the replay
   * (`since`).
   */
  #replayFrom(from: bigint, since: bigint | undefined): void {
    this.#cursor = from;
    this.#stated = from;
    this.#pullRecords(since).catch((error: unknown) => {
      if (!(error instanceof LogError && error.code === "log_unavailable")) {
        this.#connection.failInternally(error);
        return;
      }
      this.#connection.log("warn", error.code, { error });
      this.abandon();
    });
  }

  async #pullRecords(since: bigint | undefined): Promise<void> {
    const [connection, feed] = [this.#connection, this.#feed];
    const { log, settings } = this.#source;
    for (;;) {
      // While the reader is slow, its frames stay in the log and need no memory.
      await connection.writable();
      if (!connection.open) return;
      // Commits are passed on in this thread, so none can come between this check and `#goLive`.
      if (this.#cursor > feed.committed()) {
        if (since !== undefined) {
          const seq = this.#delivered ?? since - 1n;
          const { logId } = feed;
          const lastSeq = this.#cursor - 1n;
          connection.sendControl({ kind: "end-of-backlog", seq, lastSeq, logId });
        }
        this.#goLive();
        return;
      }
      // The log may already have records that the feed has not passed on. The reader gets them live.
      const left = feed.committed() - this.#cursor + 1n;
      const limit = Math.min(settings.replayBatchFrames, Number(left));
      const records = await log.read(feed.stream, this.#cursor, limit);
      // The log may have been replaced in the meantime.
      if (!connection.open) return;
      if (records[0]?.seq !== this.#cursor) {
        this.#refuseTooOld();
        return;
      }
      this.#writeRecords(records);
    }
  }

  #writeRecords(records: readonly LogRecord[]): void {
    const { readFrame } = this.#source;
    const wanted = records.filter((record) => passesFilter(this.#filter, record));
    this.#cursor += BigInt(records.length);
    const last = wanted.at(-1);
    if (last === undefined) return;
    this.#delivered = last.seq;
    this.#stated = last.seq + 1n;
    const frames = wanted.map((record) => readFrame(record, this.#projection));
    this.#connection.send(textFrames(frames));
  }

  #refuseTooOld(): void {
    const { sequence } = this.#source;
    const { errorCode, closeCode } = sequence.tooOld;
    const message = `${sequence.resumeParameter} is older than the oldest frame that is kept`;
    this.#connection.fail({ closeCode, code: errorCode, message });
  }

  /**
   * Ends a connection whose resume point belongs to a different log, because the numbers of two logs are
   * unrelated. The error contains the identity of the current log, and the reader starts again.
   */
  replaced(logId: string): void {
    const { tooOld, identity, resumeParameter } = this.#source.sequence;
    const { errorCode, closeCode } = tooOld;
    const message = `${resumeParameter} is a number of a different log`;
    const details = {
      reason: "other_log",
      ...(identity !== undefined && { [identity.parameter]: logId }),
    };
    this.#connection.fail({ closeCode, code: errorCode, message, details });
  }
}
