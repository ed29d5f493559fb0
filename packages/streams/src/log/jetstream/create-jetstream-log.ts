import { type Clock, systemClock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import { makeLogId } from "../make-log-id.ts";
import type { SequencedLog, StreamKey } from "../sequenced-log.ts";
import { askAgain, TRY_MS } from "./ask-again.ts";
import { checkDurability } from "./check-durability.ts";
import { checkVersion } from "./check-version.ts";
import { type ConnectNatsOptions, connectNats } from "./connect-nats.ts";
import { type ConnectionHealth, followConnection } from "./connection-health.ts";
import { createJetStreamStream, type JetStreamStream } from "./jetstream-stream.ts";
import { type LogNotice, printNotice } from "./log-notice.ts";
import { jetStream, type NatsConnection, type NatsStreamManager } from "./nats.ts";
import { callError, mayAnswerLater } from "./nats-error.ts";
import { openReplyInbox } from "./reply-inbox.ts";
import { createStreamAdmin } from "./stream-admin.ts";
import { streamName } from "./stream-config.ts";
import { createWriterClaim } from "./writer-claim.ts";

/**
 * Options for `createJetStreamLog`. Both limits apply to each stream. A record is dropped as soon as it
 * exceeds one of them.
 */
export interface JetStreamLogOptions extends ConnectNatsOptions {
  readonly connection?: NatsConnection;
  /**
   * The prefix of the names of streams. It may contain letters, digits, `_` and `-`. Default `specwright`.
   */
  readonly prefix?: string;
  /** The maximum number of records of a stream. Default 1,000,000. */
  readonly maxFrames?: number;
  /** How long a record is kept, in milliseconds. Default 24 hours; at least 100 ms. */
  readonly maxAgeMs?: number;
  /** The number of servers that store each stream, if the cluster has that many. Default 3. */
  readonly replicas?: number;
  /**
   * How long a server may take to answer, in milliseconds. Requests that only read are repeated, for at
   * most twice this time. Default 5000.
   */
  readonly timeoutMs?: number;
  /**
   * The URL of a server's monitoring endpoint, such as `http://127.0.0.1:8222`. It shows when the server
   * syncs to disk.
   */
  readonly monitorUrl?: string;
  /** Receives notices for the operator. By default, warnings are printed. */
  readonly notify?: (notice: LogNotice) => void;
  /**
   * Whether to claim the right to write already when the log is opened. A second writer is then refused at
   * its start. By default, the first append claims the right.
   */
  readonly claim?: boolean;
  readonly clock?: Clock;
  /** Creates the identity of a new log, as 32 lowercase hex digits. By default, the identity is random. */
  readonly newLogId?: () => string;
}

/** Requests that read are repeated until this many times the timeout has passed. */
const READ_TRIES = 2;

/**
 * Opens a log on NATS JetStream. Each broker and channel has a JetStream stream. Many processes may read
 * and tail the log, but only one may write. While the writer is running, a second one is refused with
 * `writer_fenced`. If two writers cannot reach each other and write at the same time, each of them is
 * refused when it finds a record of the other in its stream. Later appends of this writer are refused too.
 *
 * An append resolves when the server has acknowledged every record. JetStream accepts messages one by one.
 * If it refuses or loses a message, it refuses the later messages too, and the append rejects. If earlier
 * records of the batch were stored, or may have been, the error is `log_unavailable`. The next append asks
 * the server for the last number. It depends on the server whether acknowledged records survive a power
 * failure. They do if the server has `sync_interval: always` (NATS 2.10 and later), or if the stream has
 * several replicas. If neither is the case, `notify` receives a warning.
 *
 * @throws LogError `log_unavailable` if no server answers, or JetStream is off; `server_too_old` if a
 * cluster has servers before 2.12.2; `writer_fenced` if `claim` is set but a different process writes to
 * the log.
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
  const readLimitMs = READ_TRIES * timeoutMs;
  const connection = options.connection ?? (await connectNats(options));
  const manager = await openManager();
  await checkOrClose();
  const client = jetStream.jetstream(connection, { timeout: Math.min(timeoutMs, TRY_MS) });
  const inbox = openReplyInbox(connection, clock, timeoutMs, () =>
    health.move("NATS does not answer"),
  );
  const reads = openReplyInbox(connection, clock, Math.min(timeoutMs, TRY_MS));
  const health: ConnectionHealth = followConnection(
    connection,
    [inbox, reads],
    notify,
    clock,
    timeoutMs,
  );
  const settings = { prefix, maxFrames, maxAgeMs, replicas, newLogId };
  const claim = createWriterClaim(connection, `${prefix}.writer`, clock, notify);
  const admin = createStreamAdmin(manager, settings, notify, clock, readLimitMs, health);
  const streams = new Map<string, JetStreamStream>();
  let closing: Promise<void> | undefined;
  if (options.claim === true) await claimOrClose();
  await checkDurability(connection, options.monitorUrl, notify, timeoutMs);

  async function checkOrClose(): Promise<void> {
    try {
      checkVersion(connection);
    } catch (error) {
      if (options.connection === undefined) await connection.close();
      throw error;
    }
  }

  async function claimOrClose(): Promise<void> {
    try {
      await claim.take();
    } catch (error) {
      await closeLog();
      throw error;
    }
  }

  async function openManager(): Promise<NatsStreamManager> {
    try {
      const timeout = Math.min(timeoutMs, TRY_MS);
      return await askAgain(() => jetStream.jetstreamManager(connection, { timeout }), {
        clock,
        limitMs: readLimitMs,
        retries: mayAnswerLater,
      });
    } catch (error) {
      if (options.connection === undefined) await connection.close();
      throw callError(error);
    }
  }

  /**
   * Returns the time between two checks of a tail. With many streams, the time is longer, so that the
   * checks do not keep the servers busy.
   */
  function checkEveryMs(): number {
    return Math.min(1_000 + streams.size * 2, 2_500);
  }

  function streamFor(key: StreamKey): JetStreamStream {
    if (closing !== undefined) throw new LogError("log_closed", "the log is closed");
    const name = streamName(prefix, key);
    const known = streams.get(name);
    if (known !== undefined) return known;
    const context = { connection, client, inbox, reads, health, admin, claim, notify, clock };
    const made = createJetStreamStream({ name, key, ...context, checkEveryMs, readLimitMs });
    streams.set(name, made);
    return made;
  }

  async function closeLog(): Promise<void> {
    await Promise.all([...streams.values()].map((stream) => stream.close()));
    for (const each of [inbox, reads]) {
      each.failAll(new LogError("log_closed", "the log is closed"));
      each.close();
    }
    claim.close();
    if (options.connection === undefined) await connection.close();
  }

  return {
    retention: { maxFrames, maxAgeMs },
    async append(key, records) {
      return streamFor(key).append(records);
    },
    async read(key, from, limit) {
      return streamFor(key).read(from, limit);
    },
    async bounds(key) {
      return streamFor(key).bounds();
    },
    async seqOf(key, id) {
      return streamFor(key).seqOf(id);
    },
    async identity(key) {
      return streamFor(key).identity();
    },
    viewAgeMs: (key) => streamFor(key).viewAgeMs(),
    tail(key, listener, replaced) {
      return streamFor(key).tail(listener, replaced);
    },
    close() {
      closing ??= closeLog();
      return closing;
    },
  };
}
