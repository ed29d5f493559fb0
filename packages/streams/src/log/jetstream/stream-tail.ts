// Tails: each follows the records that are appended to a stream after it has started.

import { LogError } from "../log-error.ts";
import { decodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import { followStream } from "./follow-stream.ts";
import { bufferOf } from "./read-direct.ts";
import type { JetStreamContext, StreamHead } from "./stream-head.ts";

/** How long a tail waits before it tries to start again, if the server is unreachable. */
const RETRY_MS = 200;

/** The listeners of a tail. */
export interface TailListeners {
  readonly records: (records: readonly LogRecord[]) => void;
  /** Called after the tail has ended because the stream is another log now. */
  readonly replaced: ((identity: string) => void) | undefined;
}

/** A tail of a stream. */
export class StreamTail {
  readonly #context: JetStreamContext;
  readonly #head: StreamHead;
  readonly #listeners: TailListeners;
  #hasEnded = false;
  #stop: () => void = () => {};

  constructor(context: JetStreamContext, head: StreamHead, listeners: TailListeners) {
    this.#context = context;
    this.#head = head;
    this.#listeners = listeners;
  }

  /** Starts with the number that `begin` returns, as soon as the server is reachable. */
  start(begin: () => Promise<bigint>): void {
    if (this.#hasEnded) return;
    const begun = begin();
    this.#head.holdFor(begun);
    begun.then(
      (from) => this.#follow(from),
      () => {
        this.#stop = this.#context.clock.setTimer(RETRY_MS, () => this.start(begin));
      },
    );
  }

  end(): void {
    this.#hasEnded = true;
    this.#stop();
  }

  /** Ends the tail because the stream is another log now. */
  replace(identity: string): void {
    this.end();
    this.#listeners.replaced?.(identity);
  }

  #follow(from: bigint): void {
    if (this.#hasEnded) return;
    const { client, name, clock, health, notify } = this.#context;
    const following = followStream(client, name, {
      from,
      headersOnly: false,
      clock,
      verify: () => this.#verify(),
      take: (messages) => {
        if (messages.some(({ subject }) => subject !== this.#head.current?.subject)) {
          following.renew();
          return;
        }
        const records = messages.map(({ seq, data }) => decodeRecord(BigInt(seq), bufferOf(data)));
        this.#head.note(records.at(-1)?.seq ?? 0n);
        if (!this.#hasEnded) this.#listeners.records(records);
      },
      onGap(expected, got) {
        const message = `records ${expected} to ${got - 1n} of ${name} expired before they could be passed on`;
        notify({ level: "warn", event: "tail_gap", message });
      },
    });
    const forget = health.onBack(() => following.renew());
    this.#stop = () => {
      forget();
      following.stop();
    };
  }

  /** Resolves once the stream exists. If it was replaced, its tails have ended by then. */
  async #verify(): Promise<void> {
    const { health, admin, name } = this.#context;
    await health.up();
    const found = await admin.look(name);
    if (found === undefined) {
      throw new LogError("log_unavailable", `the stream ${name} was deleted`);
    }
    this.#head.adopt(found);
  }
}
