// Appends records to a stream. A batch is sent before the server has answered the previous ones.

import { checkDense, checkRecords } from "../check-records.ts";
import { LogError } from "../log-error.ts";
import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { askAgain, HEDGE_MS } from "./ask-again.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import { encodeOutgoing, publishBatch } from "./publish-batch.ts";
import { readWriter } from "./read-direct.ts";
import type { StreamHead } from "./stream-head.ts";

const DEFAULT_MAX_PAYLOAD = 1024 * 1024;

export class StreamWriter {
  readonly #context: JetStreamContext;
  readonly #head: StreamHead;
  readonly #underWay = new Set<Promise<unknown>>();
  /** The ids of records that were sent but not acknowledged. The server may have stored them. */
  readonly #idsUnderWay = new Set<string>();
  /**
   * The last number that was sent. Undefined before the first append, and after the server has refused a
   * record.
   */
  #queued: bigint | undefined;
  #hasWritten = false;
  #acknowledged = 0n;
  /** Whether the stream exists and has the limits of this writer. */
  #isReady = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(context: JetStreamContext, head: StreamHead) {
    this.#context = context;
    this.#head = head;
  }

  /** Drops the numbers, because the log was replaced. */
  forget(): void {
    this.#queued = undefined;
    this.#acknowledged = 0n;
  }

  /** Appends records. Resolves with their numbers when the server has stored them. */
  async append(records: readonly LogRecord[]): Promise<LogBounds> {
    if (records.length === 0) {
      const { last } = await this.#head.bounds();
      return { first: last + 1n, last };
    }
    const sending = this.#turn.then(() => this.#sendRecords(records));
    this.#turn = sending.catch(() => {});
    const { sent } = await sending;
    try {
      await sent;
    } catch (error) {
      this.#queued = undefined;
      // The stream may have been deleted. The next append then creates it again.
      this.#isReady = false;
      if (isConflict(error)) await this.#refuseForeign((await this.#head.look()).last);
      throw error;
    } finally {
      this.#underWay.delete(sent);
      for (const { id } of records) {
        if (id !== undefined) this.#idsUnderWay.delete(id.toWellFormed());
      }
    }
    const first = records[0]?.seq ?? 0n;
    const last = records.at(-1)?.seq ?? 0n;
    this.#acknowledged = last;
    this.#head.note(last);
    this.#head.index.add(records);
    return { first, last };
  }

  /** Returns the first number for a new tail. Creates the stream if it is missing. */
  async nextToFollow(): Promise<bigint> {
    if (this.#underWay.size > 0) return this.#acknowledged + 1n;
    const { health, admin, name, key } = this.#context;
    await health.up();
    if (!this.#isReady) this.#head.adopt(await admin.ensure(name, key, false));
    return (await this.#head.look()).last + 1n;
  }

  /** Resolves when all pending appends are done. */
  async settled(): Promise<void> {
    await this.#turn;
    await Promise.allSettled(this.#underWay);
  }

  /** Sends a batch. Waits until earlier batches are sent, but not for their answers. */
  async #sendRecords(records: readonly LogRecord[]): Promise<{ readonly sent: Promise<void> }> {
    const { connection, inbox, claim } = this.#context;
    const subject = await this.#prepare(records[0]?.seq ?? 0n);
    const last = this.#queued ?? 0n;
    checkDense(last, records);
    checkRecords(records);
    const maxPayload = connection.info?.max_payload ?? DEFAULT_MAX_PAYLOAD;
    const outgoing = encodeOutgoing(records, maxPayload);
    await this.#checkIds(records, last);
    this.#queued = last + BigInt(records.length);
    const sent = publishBatch(inbox, subject, outgoing, claim.mark);
    this.#hasWritten = true;
    this.#underWay.add(sent);
    for (const { id } of records) if (id !== undefined) this.#idsUnderWay.add(id.toWellFormed());
    return { sent };
  }

  /**
   * Waits until this process may write and the last number is known. Returns the subject to which records
   * are published.
   */
  async #prepare(first: bigint): Promise<string> {
    const { health, claim, admin, name, key } = this.#context;
    await health.up();
    await claim.take();
    if (!this.#isReady) this.#head.adopt(await admin.ensure(name, key, true));
    this.#isReady = true;
    await this.#head.started();
    // If the first number is unexpected, the caller has seen records of a different process.
    if (this.#underWay.size === 0 && this.#queued !== first - 1n) this.#queued = undefined;
    if (this.#queued === undefined) {
      const { last } = await this.#head.look();
      if (this.#hasWritten) await this.#refuseForeign(last);
      this.#queued = last;
      this.#acknowledged = last;
    }
    return (await this.#head.located()).subject;
  }

  /**
   * Throws if the last record of the stream was written by a different process. This writer then loses the
   * right to write.
   */
  async #refuseForeign(last: bigint): Promise<void> {
    const { claim, clock, readLimitMs } = this.#context;
    if (last <= this.#acknowledged) return;
    const place = await this.#head.place();
    const again = { clock, limitMs: readLimitMs, hedgeMs: HEDGE_MS };
    const writer = await askAgain(() => readWriter(place, last), again);
    if (writer === undefined || writer === claim.mark) return;
    throw claim.lose(writer === "" ? "another process" : writer);
  }

  async #checkIds(records: readonly LogRecord[], last: bigint): Promise<void> {
    if (records.every(({ id }) => id === undefined)) return;
    const known = await this.#head.look();
    const { index } = this.#head;
    await index.catchUp({ first: known.first, last: known.last < last ? known.last : last });
    const ids = records.flatMap(({ id }) => id ?? []);
    const found = await index.find(ids, known.first);
    checkRecords(records, (id) => this.#idsUnderWay.has(id.toWellFormed()) || found.has(id));
  }
}

/** Reports whether the server has refused a record because its number is not the next one. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof LogError)) return false;
  return error.code === "sequence_conflict" || isConflict(error.cause);
}
