// A stream of the log in NATS JetStream. Appending, reading and trimming share what is known of its
// bounds and its index of message ids, and therefore one file.

import { type Clock, sleep } from "@specwright/runtime";
import { checkDense, checkRecords } from "../check-records.ts";
import { LogError } from "../log-error.ts";
import { decodeRecord } from "../record-layout.ts";
import type { LogBounds, LogRecord, StreamKey } from "../sequenced-log.ts";
import type { ConnectionHealth } from "./connection-health.ts";
import { followStream } from "./follow-stream.ts";
import { createIdIndex } from "./id-index.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsConnection, NatsStreamClient } from "./nats.ts";
import { encodeOutgoing, publishBatch } from "./publish-batch.ts";
import {
  bufferOf,
  type ReadPlace,
  readDirect,
  readDirectBatch,
  readNext,
  readWriter,
} from "./read-direct.ts";
import type { ReplyInbox } from "./reply-inbox.ts";
import type { StreamAdmin, StreamLook } from "./stream-admin.ts";
import type { StreamLog } from "./stream-config.ts";
import type { WriterClaim } from "./writer-claim.ts";

/** What a stream needs from its log. */
export interface JetStreamContext {
  readonly name: string;
  readonly key: StreamKey;
  readonly connection: NatsConnection;
  readonly client: NatsStreamClient;
  readonly inbox: ReplyInbox;
  readonly health: ConnectionHealth;
  readonly admin: StreamAdmin;
  readonly claim: WriterClaim;
  readonly clock: Clock;
  readonly notify: (notice: LogNotice) => void;
}

/** One stream of the log. */
export interface JetStreamStream {
  append(records: readonly LogRecord[]): Promise<LogBounds>;
  read(from: bigint, limit: number): Promise<readonly LogRecord[]>;
  bounds(): Promise<LogBounds>;
  seqOf(id: string): Promise<bigint | undefined>;
  identity(): Promise<string>;
  tail(
    listener: (records: readonly LogRecord[]) => void,
    replaced?: (identity: string) => void,
  ): () => void;
  /** Ends the tails and waits for pending appends. */
  close(): Promise<void>;
}

/** How often a read is retried for records that a replica has not received yet. */
const READ_TRIES = 40;
const LAG_MS = 5;
const EMPTY: LogBounds = { first: 1n, last: 0n };
const DEFAULT_MAX_PAYLOAD = 1024 * 1024;

/** Creates the stream for a key. Nothing is sent until it is used. */
export function createJetStreamStream(context: JetStreamContext): JetStreamStream {
  const { name, key, connection, client, inbox, health, admin, claim, clock, notify } = context;
  let index = createIdIndex(client, name, clock, bounds);
  /** The log that the stream belongs to, if known. */
  let current: StreamLog | undefined;
  const tails = new Set<{ end(): void; readonly replaced: ((to: string) => void) | undefined }>();
  /** Tails that are still looking for their first number. Later calls wait for them. */
  const starting = new Set<Promise<unknown>>();
  const underWay = new Set<Promise<unknown>>();
  /** The ids of records that were sent but not acknowledged: the server may hold them already. */
  const idsUnderWay = new Set<string>();
  /** The last number that was sent; undefined at first and after the server refused a record. */
  let queued: bigint | undefined;
  let hasWritten = false;
  let acknowledged = 0n;
  /** The highest number known to exist, which saves readers a request. */
  let seen = 0n;
  let ready = false;
  let turn: Promise<unknown> = Promise.resolve();
  let looking: Promise<LogBounds> | undefined;

  async function look(): Promise<LogBounds> {
    await health.up();
    const found = await admin.look(name);
    return found === undefined ? EMPTY : adopt(found);
  }

  /**
   * Stores what was found. If it is another log, everything known about the previous one is
   * dropped.
   */
  function adopt(found: StreamLook): LogBounds {
    const before = current;
    current = found;
    if (before !== undefined && before.identity !== found.identity) {
      queued = undefined;
      acknowledged = 0n;
      seen = 0n;
      index = createIdIndex(client, name, clock, bounds);
      const message = `the stream ${name} was deleted and created again: it is a new log, whose numbers start at 1`;
      notify({ level: "warn", event: "log_replaced", message });
      for (const { end, replaced } of [...tails]) {
        end();
        replaced?.(found.identity);
      }
    }
    if (found.last > seen) seen = found.last;
    return { first: found.first, last: found.last };
  }

  /** Returns the log that the stream belongs to, and creates the stream if it is missing. */
  async function located(): Promise<StreamLog> {
    if (current !== undefined) return current;
    await health.up();
    const found = await admin.ensure(name, key, false);
    adopt(found);
    return found;
  }

  async function place(): Promise<ReadPlace> {
    const { subject } = await located();
    return { inbox, name, subject };
  }

  /** Sends one request for all callers of the same turn. */
  async function bounds(): Promise<LogBounds> {
    await Promise.allSettled(starting);
    // Later callers must not share the answer: it may miss what was appended in between.
    looking ??= Promise.resolve().then(() => {
      looking = undefined;
      return look();
    });
    return looking;
  }

  /**
   * Returns the subject to publish to, once this process may write and the last number is known.
   */
  async function prepare(first: bigint): Promise<string> {
    await health.up();
    await claim.take();
    if (!ready) adopt(await admin.ensure(name, key, true));
    ready = true;
    await Promise.allSettled(starting);
    // A caller whose number differs has seen what another process wrote.
    if (underWay.size === 0 && queued !== first - 1n) queued = undefined;
    if (queued === undefined) {
      const { last } = await look();
      if (hasWritten) await refuseForeign(last);
      queued = last;
      acknowledged = last;
    }
    return (await located()).subject;
  }

  /** Gives up the right to write if another process wrote after the last record of this writer. */
  async function refuseForeign(last: bigint): Promise<void> {
    if (last <= acknowledged) return;
    const writer = await readWriter(await place(), last);
    if (writer === undefined || writer === claim.mark) return;
    throw claim.lose(writer === "" ? "another process" : writer);
  }

  async function checkIds(records: readonly LogRecord[], last: bigint): Promise<void> {
    if (records.every(({ id }) => id === undefined)) return;
    const known = await look();
    await index.catchUp({ first: known.first, last: known.last < last ? known.last : last });
    checkRecords(
      records,
      (id) => idsUnderWay.has(id.toWellFormed()) || index.find(id, known.first) !== undefined,
    );
  }

  /** Sends a batch as soon as the previous ones are sent, without waiting for their answers. */
  async function send(records: readonly LogRecord[]): Promise<{ readonly sent: Promise<void> }> {
    const subject = await prepare(records[0]?.seq ?? 0n);
    const last = queued ?? 0n;
    checkDense(last, records);
    checkRecords(records);
    const maxPayload = connection.info?.max_payload ?? DEFAULT_MAX_PAYLOAD;
    const outgoing = encodeOutgoing(records, maxPayload);
    await checkIds(records, last);
    queued = last + BigInt(records.length);
    const sent = publishBatch(inbox, subject, outgoing, claim.mark);
    hasWritten = true;
    underWay.add(sent);
    for (const { id } of records) if (id !== undefined) idsUnderWay.add(id.toWellFormed());
    return { sent };
  }

  async function append(records: readonly LogRecord[]): Promise<LogBounds> {
    if (records.length === 0) {
      const { last } = await bounds();
      return { first: last + 1n, last };
    }
    const sending = turn.then(() => send(records));
    turn = sending.catch(() => {});
    const { sent } = await sending;
    try {
      await sent;
    } catch (error) {
      queued = undefined;
      // The next call recreates a stream that was deleted.
      ready = false;
      if (isConflict(error)) await refuseForeign((await look()).last);
      throw error;
    } finally {
      underWay.delete(sent);
      for (const { id } of records) if (id !== undefined) idsUnderWay.delete(id.toWellFormed());
    }
    const first = records[0]?.seq ?? 0n;
    const last = records.at(-1)?.seq ?? 0n;
    acknowledged = last;
    if (last > seen) seen = last;
    index.add(records);
    return { first, last };
  }

  async function read(from: bigint, limit: number): Promise<readonly LogRecord[]> {
    const start = from > 1n ? from : 1n;
    if (limit <= 0) return [];
    await health.up();
    const end = start + BigInt(limit) - 1n;
    const readKept = sendsBatches(connection) ? readDirectBatch : readDirect;
    let { last } = end <= seen ? { last: seen } : await bounds();
    for (let tries = 0; tries < READ_TRIES; tries += 1) {
      if (start > last) return [];
      const from = await place();
      const records = await readKept(from, start, end < last ? end : last);
      if (records.length > 0) return records;
      const known = await bounds();
      if (known.first > known.last) return [];
      last = known.last;
      if (start < known.first) {
        // Looked up as a range: the first record might expire before a request for its number
        // arrives.
        const first = await readNext(from, start);
        if (first === undefined) continue;
        const next = first.seq + 1n;
        const until = first.seq + BigInt(limit) - 1n;
        const more = await readKept(from, next, until < last ? until : last);
        return [first, ...more];
      }
      // The record exists, but the replica that answered has not received it yet.
      await sleep(clock, LAG_MS);
    }
    throw new LogError("log_unavailable", `no server returned record ${start} of ${name}`);
  }

  async function begin(): Promise<bigint> {
    if (underWay.size > 0) return acknowledged + 1n;
    await health.up();
    // Creates the stream if it is missing, so that there is one to follow.
    if (!ready) adopt(await admin.ensure(name, key, false));
    return (await look()).last + 1n;
  }

  /** Resolves once the stream exists. If it was replaced, its tails have ended by then. */
  async function verify(): Promise<void> {
    await health.up();
    const found = await admin.look(name);
    if (found === undefined)
      throw new LogError("log_unavailable", `the stream ${name} was deleted`);
    adopt(found);
  }

  function tail(
    listener: (records: readonly LogRecord[]) => void,
    replaced?: (identity: string) => void,
  ): () => void {
    let ended = false;
    let stop = (): void => {};
    function follow(from: bigint): void {
      if (ended) return;
      const following = followStream(client, name, {
        from,
        headersOnly: false,
        clock,
        verify,
        take(messages) {
          if (messages.some(({ subject }) => subject !== current?.subject)) {
            following.renew();
            return;
          }
          const records = messages.map(({ seq, data }) =>
            decodeRecord(BigInt(seq), bufferOf(data)),
          );
          const last = records.at(-1)?.seq ?? 0n;
          if (last > seen) seen = last;
          if (!ended) listener(records);
        },
        onGap(expected, got) {
          const message = `records ${expected} to ${got - 1n} of ${name} expired before they could be passed on`;
          notify({ level: "warn", event: "tail_gap", message });
        },
      });
      const forget = health.onBack(() => following.renew());
      stop = () => {
        forget();
        following.stop();
      };
    }
    function start(): void {
      if (ended) return;
      const begun = begin();
      starting.add(begun);
      begun.then(follow, () => {
        // The server is unreachable; start once it is back.
        stop = clock.setTimer(200, start);
      });
      void begun.finally(() => starting.delete(begun)).catch(() => {});
    }
    start();
    const self = { end, replaced };
    tails.add(self);
    function end(): void {
      ended = true;
      stop();
      tails.delete(self);
    }
    return end;
  }

  return {
    append,
    read,
    bounds,
    async seqOf(id) {
      if (id === "") return undefined;
      const known = await bounds();
      await index.catchUp(known);
      return index.find(id, known.first);
    },
    identity: async () => (await located()).identity,
    tail,
    async close() {
      for (const { end } of [...tails]) end();
      await turn;
      await Promise.allSettled(underWay);
    },
  };
}

/** Reports whether the server refused a record because its number is not the next. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof LogError)) return false;
  return error.code === "sequence_conflict" || isConflict(error.cause);
}

function sendsBatches({ info }: NatsConnection): boolean {
  const [major = 0, minor = 0] = (info?.version ?? "0").split(".").map(Number);
  return major > 2 || (major === 2 && minor >= 11);
}
