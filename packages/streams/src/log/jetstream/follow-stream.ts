import type { Clock } from "@specwright/runtime";
import type { NatsConsumption, NatsStreamClient, NatsStreamMessage } from "./nats.ts";

/** A stream that is being followed. */
export interface Following {
  /** The next number to receive. */
  readonly next: bigint;
  /**
   * Starts a new consumer from the current position, since a restarted server has lost the old one.
   */
  renew(): void;
  /** Continues at a higher number, because earlier records were read by requests. */
  advance(next: bigint): void;
  stop(): void;
}

/** Options for `followStream`. */
export interface FollowOptions {
  readonly from: bigint;
  readonly clock: Clock;
  /**
   * Receives messages in order, each once. Messages that arrive together are passed on together.
   */
  take(messages: readonly NatsStreamMessage[]): void;
  /** Resolves once the stream is confirmed to be the right one. If it rejects, it is called again. */
  verify(): Promise<unknown>;
  /** Called when numbers were skipped because they are no longer kept. */
  onGap(expected: bigint, got: bigint): void;
}

const RETRY_MS = 200;
/** How long to wait for the creation of a consumer before it is created again. */
const START_MS = 3_000;

/**
 * Follows a stream through an ordered consumer and verifies that the messages are in order and without
 * gaps. If this fails, or if the consumer ends, it starts another consumer after the last received message.
 */
export function followStream(
  client: NatsStreamClient,
  name: string,
  { from, clock, take, onGap, verify }: FollowOptions,
): Following {
  let next = from;
  let stopped = false;
  let current: NatsConsumption | undefined;
  let cancelRetry: (() => void) | undefined;
  let run = 0;
  /** When the creation of a consumer began; undefined if the consumer exists. */
  let startedMs = Number.NEGATIVE_INFINITY;
  let batch: NatsStreamMessage[] = [];
  /**
   * Whether the first message may have a higher number than expected, because earlier ones have expired.
   */
  let fresh = true;

  function retryLater(): void {
    run += 1;
    startedMs = Number.NEGATIVE_INFINITY;
    current?.stop();
    current = undefined;
    if (!stopped) cancelRetry ??= clock.setTimer(RETRY_MS, startAgain);
  }

  function startAgain(): void {
    cancelRetry = undefined;
    const mine = run;
    startedMs = clock.elapsed();
    // If a later run has begun, it does its own retries.
    startConsumer(mine).catch(() => {
      if (mine === run) retryLater();
    });
  }

  async function startConsumer(mine: number): Promise<void> {
    fresh = true;
    await verify();
    if (stopped || mine !== run) return;
    const consumer = await client.consumers.get(name, {
      deliver_policy: "by_start_sequence",
      opt_start_seq: Number(next),
      headers_only: false,
    });
    if (stopped || mine !== run) return;
    const messages = await consumer.consume({
      max_messages: 2048,
      callback: (message) => {
        if (mine === run) checkNumber(message);
      },
    });
    if (stopped || mine !== run) {
      messages.stop();
      return;
    }
    current = messages;
    startedMs = Number.NEGATIVE_INFINITY;
    void watchConsumer(messages, mine);
    await messages.closed();
    if (mine === run) retryLater();
  }

  /**
   * Restarts the tail if the consumer is lost. The NATS client would replace it by itself, even if
   * the name now belongs to a new stream.
   */
  async function watchConsumer(messages: NatsConsumption, mine: number): Promise<void> {
    for await (const { type } of messages.status()) {
      if (mine !== run) return;
      if (type === "stream_not_found" || type === "ordered_consumer_recreated") retryLater();
    }
  }

  function checkNumber(message: NatsStreamMessage): void {
    const seq = BigInt(message.seq);
    if (seq < next) return;
    if (seq > next) {
      if (!fresh) {
        retryLater();
        return;
      }
      onGap(next, seq);
    }
    fresh = false;
    next = seq + 1n;
    if (batch.length === 0) queueMicrotask(deliverBatch);
    batch.push(message);
  }

  function deliverBatch(): void {
    const all = batch;
    batch = [];
    if (!stopped) take(all);
  }

  startAgain();
  return {
    get next() {
      return next;
    },
    renew() {
      if (clock.elapsed() - startedMs >= START_MS) retryLater();
    },
    advance(to) {
      next = to;
      fresh = true;
    },
    stop() {
      stopped = true;
      cancelRetry?.();
      current?.stop();
    },
  };
}
