import { type Clock, systemClock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import { makeLogId } from "../make-log-id.ts";
import type { SequencedLog, StreamKey } from "../sequenced-log.ts";
import { checkDurability } from "./check-durability.ts";
import { connectNats } from "./connect-nats.ts";
import { followConnection } from "./connection-health.ts";
import { createJetStreamStream, type JetStreamStream } from "./jetstream-stream.ts";
import { type LogNotice, printNotice } from "./log-notice.ts";
import { jetStream, type NatsConnection, type NatsStreamManager } from "./nats.ts";
import { callError } from "./nats-error.ts";
import { openReplyInbox } from "./reply-inbox.ts";
import { createStreamAdmin } from "./stream-admin.ts";
import { streamName } from "./stream-config.ts";
import { createWriterClaim } from "./writer-claim.ts";

/** Configures `createJetStreamLog`. Both limits hold per stream; whichever is reached first counts. */
export interface JetStreamLogOptions {
  /** Where NATS is, such as `nats://127.0.0.1:4222`; or a connection, which stays open. */
  readonly servers?: string | readonly string[];
  readonly connection?: NatsConnection;
  /** How the names of the streams begin: letters, digits, `_` and `-`. Default `specwright`. */
  readonly prefix?: string;
  /** Most records kept. Default 1,000,000 (S12). */
  readonly maxFrames?: number;
  /** How long a record is kept, in milliseconds. Default 24 hours; at least 100 ms. */
  readonly maxAgeMs?: number;
  /** How many servers keep each stream, if there are as many. Default 3. */
  readonly replicas?: number;
  /** How long the server may take to answer, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
  /** The monitoring port of a server, such as `http://127.0.0.1:8222`, to ask how it syncs. */
  readonly monitorUrl?: string;
  /** Takes what an operator should know. By default, warnings are printed. */
  readonly notify?: (notice: LogNotice) => void;
  /**
   * Whether to claim the right to write at once, so that a second writer hears of the first when it
   * starts. Default: with the first append.
   */
  readonly claim?: boolean;
  readonly clock?: Clock;
  /** Makes the identity of a log that is new, 32 lowercase hex digits. Default: at random. */
  readonly newLogId?: () => string;
}

/**
 * Opens a log on NATS JetStream, a stream for each broker and channel. Any number of processes may
 * read and tail. One may write: while it lives, a second is refused with `writer_fenced`; whoever
 * finds that another has written meanwhile is, too, and both take no append any more.
 *
 * What is promised: an append resolves when the server has acknowledged every record. JetStream
 * takes message by message: when it refuses or loses one, those behind it are refused too, and the
 * append rejects; with `log_unavailable` when a beginning of the batch was kept or may have been.
 * The next append finds the true last number. What an acknowledgement is worth is the server's
 * setting: with `sync_interval: always` (2.10 on) or several replicas it outlives a power cut. What
 * is less is said through `notify`.
 *
 * Rejects with `LogError`: `log_unavailable` when no server answers or JetStream is off,
 * `writer_fenced` when `claim` is set and another writes.
 */
export async function createJetStreamLog(options: JetStreamLogOptions): Promise<SequencedLog> {
  const {
    prefix = "specwright",
    maxFrames = 1_000_000,
    maxAgeMs = 86_400_000,
    replicas = 3,
    timeoutMs = 5000,
    notify = printNotice,
    clock = systemClock,
    newLogId = makeLogId,
  } = options;
  const connection = options.connection ?? (await connectNats(options.servers, timeoutMs));
  const manager = await managerOf();
  const client = jetStream.jetstream(connection, { timeout: timeoutMs });
  const inbox = openReplyInbox(connection, clock, timeoutMs);
  const health = followConnection(connection, inbox, notify, clock, timeoutMs);
  const settings = { prefix, maxFrames, maxAgeMs, replicas, newLogId };
  const claim = createWriterClaim(connection, `${prefix}.writer`, clock, notify);
  const admin = createStreamAdmin(manager, settings, notify);
  const streams = new Map<string, JetStreamStream>();
  let closing: Promise<void> | undefined;
  await checkDurability(connection, options.monitorUrl, notify, timeoutMs);
  if (options.claim === true) await claimOrClose();

  async function claimOrClose(): Promise<void> {
    try {
      await claim.take();
    } catch (error) {
      await shut();
      throw error;
    }
  }

  async function managerOf(): Promise<NatsStreamManager> {
    try {
      return await jetStream.jetstreamManager(connection, { timeout: timeoutMs });
    } catch (error) {
      if (options.connection === undefined) await connection.close();
      throw callError(error);
    }
  }

  function of(key: StreamKey): JetStreamStream {
    if (closing !== undefined) throw new LogError("log_closed", "the log is closed");
    const name = streamName(prefix, key);
    const known = streams.get(name);
    if (known !== undefined) return known;
    const context = { name, key, connection, client, inbox, health, admin, claim, notify, clock };
    const made = createJetStreamStream(context);
    streams.set(name, made);
    return made;
  }

  async function shut(): Promise<void> {
    await Promise.all([...streams.values()].map((stream) => stream.close()));
    inbox.failAll(new LogError("log_closed", "the log is closed"));
    inbox.close();
    claim.close();
    if (options.connection === undefined) await connection.close();
  }

  return {
    retention: { maxFrames, maxAgeMs },
    async append(key, records) {
      return of(key).append(records);
    },
    async read(key, from, limit) {
      return of(key).read(from, limit);
    },
    async bounds(key) {
      return of(key).bounds();
    },
    async seqOf(key, id) {
      return of(key).seqOf(id);
    },
    async identity(key) {
      return of(key).identity();
    },
    tail(key, listener, replaced) {
      return of(key).tail(listener, replaced);
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}
