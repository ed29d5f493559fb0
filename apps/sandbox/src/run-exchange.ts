import type { Clock } from "@specwright/runtime";
import type { StreamsService } from "@specwright/streams-app";
import type { Exchange } from "./exchange/create-exchange.ts";

/** Configures `runExchange`. */
export interface RunExchangeOptions {
  readonly exchange: Exchange;
  readonly service: Pick<StreamsService, "publish">;
  readonly clock: Clock;
  /** Time between two steps, in milliseconds. */
  readonly stepMs: number;
  /** Steps to make at once, as if they had come before, so that books are not empty. */
  readonly warmUpSteps: number;
  /** Is told when a frame was refused, which would be an error of the exchange. */
  readonly onError: (error: unknown) => void;
}

/** Is an exchange that moves by itself. */
export interface RunningExchange {
  /** Stops it; resolves when all it made is published. */
  stop(): Promise<void>;
}

/** Moves an exchange by the clock and publishes what it makes. */
export function runExchange(options: RunExchangeOptions): RunningExchange {
  const { exchange, service, clock, stepMs, warmUpSteps, onError } = options;
  let published: Promise<unknown> = Promise.resolve();
  let cancel = (): void => {};

  function step(nowMs: number): void {
    // Not awaited one by one: the publisher keeps the order, and writes a step as one batch.
    const frames = exchange.step(nowMs).map((frame) => service.publish(frame).catch(onError));
    published = Promise.all([published, ...frames]);
  }

  function tick(): void {
    step(clock.now());
    cancel = clock.setTimer(stepMs, tick);
  }

  const startMs = clock.now();
  for (let ahead = warmUpSteps; ahead > 0; ahead -= 1) step(startMs - ahead * stepMs);
  tick();
  return {
    async stop() {
      cancel();
      await published;
    },
  };
}
