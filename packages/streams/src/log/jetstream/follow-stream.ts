import type { Clock } from "@specwright/runtime";
import type { NatsConsumption, NatsStreamClient, NatsStreamMessage } from "./nats.ts";

/** A stream that is being followed. */
export interface Following {
  /** The number of the next record to receive. */
  readonly next: bigint;
  /**
   * Replaces the consumer by a new one that starts at `next`. Needed after a restart of the server, which
   * loses the consumer.
   */
  renew(): void;
  /** Continues at a higher number, because the records before it were read in a different way. */
  advance(next: bigint): void;
  stop(): void;
}

/** Options for `followStream`. */
export interface FollowOptions {
  readonly from: bigint;
  readonly clock: Clock;
  /** Receives messages in order, each once. Messages that arrive together are passed in one call. */
  take(messages: readonly NatsStreamMessage[]): void;
  /** Resolves when the server has the stream of the current log. If it rejects, it is called again. */
  verify(): Promise<unknown>;
  /** Called when numbers are skipped, because their records are no longer kept. */
  onGap(expected: bigint, got: bigint): void;
}

const RETRY_MS = 200;
/** If a consumer is not created within this number of milliseconds, it is created again. */
const START_MS = 3_000;

/**
 * Follows a stream with an ordered consumer. Checks that the messages are in order and that none is
 * missing. If one is missing, or the consumer is lost, starts a new consumer after the last received
 * message.
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
  /** When the creation of the consumer began. Undefined if the consumer exists. */
  let startedMs = Number.NEGATIVE_INFINITY;
  let batch: NatsStreamMessage[] = [];
  /**
   * Whether the first message may have a higher number than expected, because the records before it have
   * expired.
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
    // A later start, if there is one, does its own retries.
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
   * Starts a new consumer if the current one is lost. The NATS client would create one by itself, even if
   * the stream now belongs to a different log.
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
