import type { Clock } from "@specwright/runtime";
import type { NatsConsumption, NatsStreamClient, NatsStreamMessage } from "./nats.ts";

/** Is a stream that is being followed. */
export interface Following {
  /** Begins anew where it is: a server that restarted has forgotten its consumers. */
  renew(): void;
  stop(): void;
}

/** Configures `followStream`. */
export interface FollowOptions {
  readonly from: bigint;
  readonly headersOnly: boolean;
  readonly clock: Clock;
  /** Takes messages in order, each once. What arrives together comes together. */
  take(messages: readonly NatsStreamMessage[]): void;
  /** Resolves once the stream is found to be the one to follow; rejects to be asked again. */
  verify(): Promise<unknown>;
  /** Learns of numbers that are no longer kept. */
  onGap(expected: bigint, got: bigint): void;
}

const RETRY_MS = 200;
/** How often is looked whether the stream is still the same while nothing comes. */
const LOOK_MS = 5_000;

/**
 * Follows a stream by an ordered consumer. Whether it is in order and dense is verified here: when
 * it is not, or the consumer ends, another begins after the last message that was taken.
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
  /** Whether the first message may have a higher number: it is the first that is kept. */
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

  /** The client makes a consumer that is lost again by itself, even in another stream of the name. */
  async function watch(messages: NatsConsumption, mine: number): Promise<void> {
    for await (const { type } of messages.status()) {
      if (mine !== run) return;
      if (type === "stream_not_found" || type === "ordered_consumer_recreated") retry();
    }
  }

  /** A consumer that went with its stream may stay silent for long. */
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
