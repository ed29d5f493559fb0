import type { Clock } from "@specwright/runtime";
import type { NatsConsumption, NatsStreamClient, NatsStreamMessage } from "./nats.ts";

/** A stream that is being followed. */
export interface Following {
  /**
   * Starts a new consumer from the current position, since a restarted server has lost the old one.
   */
  renew(): void;
  stop(): void;
}

/** Options for `followStream`. */
export interface FollowOptions {
  readonly from: bigint;
  readonly headersOnly: boolean;
  readonly clock: Clock;
  /**
   * Receives messages in order, each once. Messages that arrive together are passed on together.
   */
  take(messages: readonly NatsStreamMessage[]): void;
  /**
   * Resolves once the stream is confirmed to be the one to follow. If it rejects, it is called
   * again.
   */
  verify(): Promise<unknown>;
  /** Called when numbers were skipped because they are no longer kept. */
  onGap(expected: bigint, got: bigint): void;
}

const RETRY_MS = 200;
/** The interval at which a silent stream is checked for having been replaced. */
const LOOK_MS = 5_000;

/**
 * Follows a stream through an ordered consumer and verifies that the messages are in order and
 * without gaps. If they are not, or if the consumer ends, it starts another consumer after the last
 * message taken.
 */
export function followStream(
  client: NatsStreamClient,
  name: string,
  { from, headersOnly, clock, take, onGap, verify }: FollowOptions,
): Following {
  let next = from;
  let stopped = false;
  let current: NatsConsumption | undefined;
  let cancelRetry: (() => void) | undefined;
  let cancelLook = clock.setTimer(LOOK_MS, lookAgain);
  let quiet = true;
  let run = 0;
  let batch: NatsStreamMessage[] = [];
  /** Whether the first message may have a higher number than expected, as the first one kept. */
  let fresh = true;

  function retry(): void {
    run += 1;
    current?.stop();
    current = undefined;
    if (!stopped) cancelRetry ??= clock.setTimer(RETRY_MS, again);
  }

  function again(): void {
    cancelRetry = undefined;
    begin().catch(retry);
  }

  async function begin(): Promise<void> {
    const mine = run;
    fresh = true;
    await verify();
    if (stopped || mine !== run) return;
    const consumer = await client.consumers.get(name, {
      deliver_policy: "by_start_sequence",
      opt_start_seq: Number(next),
      headers_only: headersOnly,
    });
    const messages = await consumer.consume({
      max_messages: 2048,
      callback: (message) => {
        if (mine === run) check(message);
      },
    });
    if (stopped || mine !== run) {
      messages.stop();
      return;
    }
    current = messages;
    void watch(messages, mine);
    await messages.closed();
    if (mine === run) retry();
  }

  /**
   * The NATS client replaces a lost consumer by itself, even if the stream of that name is a new
   * one.
   */
  async function watch(messages: NatsConsumption, mine: number): Promise<void> {
    for await (const { type } of messages.status()) {
      if (mine !== run) return;
      if (type === "stream_not_found" || type === "ordered_consumer_recreated") retry();
    }
  }

  /** A consumer whose stream was deleted may stay silent for a long time. */
  function lookAgain(): void {
    if (quiet && current !== undefined) verify().catch(() => {});
    quiet = true;
    cancelLook = clock.setTimer(LOOK_MS, lookAgain);
  }

  function check(message: NatsStreamMessage): void {
    const seq = BigInt(message.seq);
    if (seq < next) return;
    if (seq > next) {
      if (!fresh) {
        retry();
        return;
      }
      onGap(next, seq);
    }
    fresh = false;
    next = seq + 1n;
    if (batch.length === 0) queueMicrotask(flush);
    batch.push(message);
  }

  function flush(): void {
    const all = batch;
    batch = [];
    quiet = false;
    if (!stopped) take(all);
  }

  begin().catch(retry);
  return {
    renew: retry,
    stop() {
      stopped = true;
      cancelRetry?.();
      cancelLook();
      current?.stop();
    },
  };
}
