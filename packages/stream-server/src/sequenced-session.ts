// A connection to a sequenced channel (streams source §3.3, §4.5): replay from the log, then live,
// with no frame lost or sent twice in between.

import type { SequenceDescriptor } from "@specwright/runtime/codegen";
import type { LogRecord, SequencedLog } from "@specwright/sequenced-log";
import type { FrameProjection, FrameReader } from "./project-frames.ts";
import { type RecordFilter, readFilter, readSince } from "./select-records.ts";
import type { StreamServerSettings } from "./settings.ts";
import type { StreamConnection, StreamSession } from "./stream-connection.ts";
import type { FeedReader, StreamFeed } from "./stream-feed.ts";

/** Is what a sequenced session works with. */
export interface SequencedSessionInput {
  readonly connection: StreamConnection;
  readonly sequence: SequenceDescriptor;
  readonly feed: StreamFeed;
  readonly log: SequencedLog;
  readonly readFrame: FrameReader;
  readonly projection: FrameProjection | undefined;
  readonly settings: StreamServerSettings;
}

/** Is the session of one connection to a sequenced channel. */
export class SequencedSession implements StreamSession, FeedReader {
  readonly #input: SequencedSessionInput;
  readonly #filter: RecordFilter | undefined;
  #mode: "replaying" | "live" = "replaying";
  /** The next number to look at; everything below that matches was sent. */
  #cursor = 0n;
  #delivered: bigint | undefined;

  constructor(input: SequencedSessionInput) {
    this.#input = input;
    this.#filter = readFilter(input.sequence, input.connection.parameters);
  }

  start(): void {
    const { connection, sequence, feed, settings } = this.#input;
    const since = readSince(sequence, connection.parameters);
    const next = feed.committed() + 1n;
    if (since !== undefined && since < next) {
      this.#cursor = since;
      this.#replay(since);
      return;
    }
    // A reader ahead of the log has seen what this log has lost, or is on a gateway that lags.
    if (since !== undefined && since > next) connection.log("warn", "resume_ahead");
    this.#cursor = next;
    this.#goLive();
    if (settings.announcePosition) this.heartbeat();
  }

  take(records: readonly LogRecord[]): void {
    const { connection, readFrame, projection } = this.#input;
    for (const record of records) {
      if (this.#mode !== "live") return;
      if (record.seq < this.#cursor) continue;
      if (record.seq > this.#cursor) {
        this.#catchUp();
        return;
      }
      this.#cursor += 1n;
      if (this.#filter?.(record) === false) continue;
      this.#delivered = record.seq;
      connection.send(readFrame(record, projection));
    }
  }

  heartbeat(): void {
    const { connection, settings } = this.#input;
    connection.sendControl({
      kind: "heartbeat",
      intervalMs: settings.heartbeatMs,
      watermark: this.#cursor - 1n,
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
    this.#input.feed.leave(this);
  }

  #goLive(): void {
    this.#mode = "live";
    this.#input.feed.join(this);
  }

  #catchUp(): void {
    this.#mode = "replaying";
    this.#input.feed.leave(this);
    this.#replay(undefined);
  }

  /** Replays up to the present; announces the end only when a client asked for the replay. */
  #replay(since: bigint | undefined): void {
    this.#pull(since).catch((error: unknown) => this.#input.connection.failInternally(error));
  }

  async #pull(since: bigint | undefined): Promise<void> {
    const { connection, feed, log, settings } = this.#input;
    while (connection.open) {
      // Commits are passed on in this thread, so that none falls between this look and the join.
      if (this.#cursor > feed.committed()) {
        if (since !== undefined) {
          const seq = this.#delivered ?? since - 1n;
          connection.sendControl({ kind: "backlog_end", seq, lastSeq: this.#cursor - 1n });
        }
        this.#goLive();
        return;
      }
      const records = await log.read(feed.stream, this.#cursor, settings.replayBatchFrames);
      if (records[0]?.seq !== this.#cursor) {
        this.#refuseTooOld();
        return;
      }
      await this.#write(records);
    }
  }

  async #write(records: readonly LogRecord[]): Promise<void> {
    const { connection, readFrame, projection } = this.#input;
    const wanted = records.filter((record) => this.#filter?.(record) !== false);
    const frames = wanted.map((record) => readFrame(record, projection));
    this.#cursor += BigInt(records.length);
    this.#delivered = wanted.at(-1)?.seq ?? this.#delivered;
    // Waiting for the socket keeps a slow reader's backlog in the log instead of in memory.
    await connection.sendPaced(frames);
  }

  #refuseTooOld(): void {
    const { connection, sequence } = this.#input;
    const { errorCode, closeCode } = sequence.tooOld;
    const message = `${sequence.resumeParameter} is older than what is kept`;
    connection.fail({ closeCode, code: errorCode, message });
  }
}
