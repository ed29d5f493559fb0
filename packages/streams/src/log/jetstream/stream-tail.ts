// Passes on the records that are appended to a stream after the tail has started.

import { LogError } from "../log-error.ts";
import { decodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import { type Following, followStream } from "./follow-stream.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import { bufferOf } from "./read-direct.ts";
import { readStream } from "./read-stream.ts";
import type { StreamHead } from "./stream-head.ts";
import { startViewCheck, type ViewCheck } from "./view-check.ts";

/** If the server is unreachable, the tail tries to start again after this number of milliseconds. */
const RETRY_MS = 200;
/** If the consumer delivers no records, this number of records is read at once. */
const READ_AT_ONCE = 1_024;

export interface TailListeners {
  readonly records: (records: readonly LogRecord[]) => void;
  /** Called after the tail has ended, because the stream belongs to a different log than before. */
  readonly replaced: ((identity: string) => void) | undefined;
}

export class StreamTail {
  readonly #context: JetStreamContext;
  readonly #head: StreamHead;
  readonly #listeners: TailListeners;
  readonly #startedMs: number;
  #view: ViewCheck | undefined;
  #hasEnded = false;
  #stop: () => void = () => {};

  constructor(context: JetStreamContext, head: StreamHead, listeners: TailListeners) {
    this.#context = context;
    this.#head = head;
    this.#listeners = listeners;
    this.#startedMs = context.clock.elapsed();
  }

  /** Returns the time since the tail was last known to be up to date, in milliseconds. */
  ageMs(): number {
    return this.#view?.ageMs() ?? this.#context.clock.elapsed() - this.#startedMs;
  }

  /** Starts the tail when the server is reachable. `begin` returns the first number. */
  start(begin: () => Promise<bigint>): void {
    if (this.#hasEnded) return;
    const begun = begin();
    this.#head.holdFor(begun);
    begun.then(
      (from) => this.#followFrom(from),
      () => {
        this.#stop = this.#context.clock.setTimer(RETRY_MS, () => this.start(begin));
      },
    );
  }

  end(): void {
    this.#hasEnded = true;
    this.#stop();
  }

  /** Ends the tail, because the stream belongs to a different log than before. */
  replace(identity: string): void {
    this.end();
    this.#listeners.replaced?.(identity);
  }

  #followFrom(from: bigint): void {
    if (this.#hasEnded) return;
    const { client, name, clock, health, notify, checkEveryMs } = this.#context;
    const following = followStream(client, name, {
      from,
      clock,
      verify: () => this.#verify(),
      take: (messages) => {
        if (messages.some(({ subject }) => subject !== this.#head.current?.subject)) {
          following.renew();
          return;
        }
        this.#deliverRecords(
          messages.map(({ seq, data }) => decodeRecord(BigInt(seq), bufferOf(data))),
        );
      },
      onGap(expected, got) {
        const message = `records ${expected} to ${got - 1n} of ${name} expired before they could be passed on`;
        notify({ level: "warn", event: "tail_gap", message });
      },
    });
    const forget = health.onBack(() => following.renew());
    const view = startViewCheck({
      clock,
      everyMs: checkEveryMs,
      next: () => following.next,
      lastOfLog: () => this.#lastNow(),
      onUnknown: () => health.move(`the last record of ${name} is unknown`),
      onStalled: (last) => {
        const message = `no records of ${name} arrive, although it ends at ${last}: reading it directly`;
        notify({ level: "warn", event: "tail_stalled", message });
        following.renew();
        this.#readOn(following).catch(() => health.move(`${name} cannot be read`));
      },
    });
    this.#view = view;
    this.#stop = () => {
      forget();
      view.stop();
      following.stop();
    };
  }

  #deliverRecords(records: readonly LogRecord[]): void {
    this.#head.note(records.at(-1)?.seq ?? 0n);
    if (!this.#hasEnded && records.length > 0) this.#listeners.records(records);
  }

  /** Reads records without the consumer and passes them on, until a consumer delivers records again. */
  async #readOn(following: Following): Promise<void> {
    for (;;) {
      const from = following.next;
      const records = await readStream(this.#context, this.#head, from, READ_AT_ONCE);
      // A consumer has delivered later records, or the tail has reached the end of the log.
      if (this.#hasEnded || following.next !== from || records[0]?.seq !== from) return;
      following.advance(from + BigInt(records.length));
      this.#deliverRecords(records);
    }
  }

  async #lastNow(): Promise<bigint> {
    const { health, admin, name } = this.#context;
    await health.up();
    const found = await admin.lookNow(name);
    if (found === undefined) throw streamDeleted(name);
    return this.#head.adopt(found).last;
  }

  /** Resolves when the server has the stream. If the stream was replaced, this ends its tails. */
  async #verify(): Promise<void> {
    const { health, admin, name } = this.#context;
    await health.up();
    const found = await admin.look(name);
    if (found === undefined) throw streamDeleted(name);
    this.#head.adopt(found);
  }
}

function streamDeleted(name: string): LogError {
  return new LogError("log_unavailable", `the stream ${name} was deleted`);
}
