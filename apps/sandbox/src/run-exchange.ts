import { type Clock, sleep } from "@specwright/runtime";
import { mayPublishAgain } from "@specwright/stream-server";
import type { StreamsService } from "@specwright/streams-app";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import type { Exchange } from "./exchange/create-exchange.ts";
import type { Turn, TurnStore } from "./turn-store.ts";

/** Configures `runExchange`. */
export interface RunExchangeOptions {
  /** One that goes on from the last turn, if there was any. */
  readonly exchange: Exchange;
  readonly turns: TurnStore;
  readonly last: Turn | undefined;
  /** The identity of the log that the service publishes to. */
  readonly logId: string;
  readonly service: Pick<StreamsService, "publish">;
  readonly clock: Clock;
  /** Time between two turns, in milliseconds. */
  readonly stepMs: number;
  /** Steps of the first turn, as if they had come before it, so that books are not empty. */
  readonly warmUpSteps: number;
  /** Is told when a frame was refused or a turn could not be kept. */
  readonly onError: (error: unknown) => void;
}

/** An exchange that moves by itself. */
export interface RunningExchange {
  /** Stops it; resolves when all it made is published. */
  stop(): Promise<void>;
}

/** Time before what the disk did not take is tried again, in milliseconds. */
const AGAIN_MS = 1_000;

/**
 * Moves an exchange by the clock and publishes what it makes, a turn at a time: the turn is kept
 * first, then published, and only then comes the next. Resolves when the last turn, or the first
 * of a new exchange, is published whole; rejects when that fails.
 */
export async function runExchange(options: RunExchangeOptions): Promise<RunningExchange> {
  const { exchange, turns, last, logId, service, clock, stepMs, warmUpSteps, onError } = options;
  const stopping = new AbortController();
  let number = last?.number ?? 0;

  function makeTurn(frames: readonly PublishCommand[]): Turn {
    number += 1;
    // By its id a frame that the log has already is known when it comes again.
    const named = frames.map((frame, at) => ({ ...frame, id: `t${number}-${at}` }));
    return { number, frames: named, logId, state: exchange.state };
  }

  function warmUp(): Turn {
    const frames: PublishCommand[] = [];
    const startMs = clock.now();
    for (let ahead = warmUpSteps; ahead >= 0; ahead -= 1) {
      frames.push(...exchange.step(startMs - ahead * stepMs));
    }
    return makeTurn(frames);
  }

  function pause(ms: number): Promise<void> {
    return sleep(clock, ms, stopping.signal).catch(() => {});
  }

  /** Tries until it comes about, or it is to stop: the next start goes on from there. */
  async function insist(attempt: () => void | Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        onError(error);
        await pause(AGAIN_MS);
      }
    }
  }

  /** Publishes frames in order; rejects when the log did not take all of them. */
  async function publish(frames: readonly PublishCommand[]): Promise<void> {
    // Not awaited one by one: the publisher keeps the order, and writes a turn as one batch.
    const done = await Promise.allSettled(frames.map((frame) => service.publish(frame)));
    const refusals = done.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    const passing = refusals.find(mayPublishAgain);
    if (passing !== undefined) throw passing;
    for (const reason of refusals) onError(reason);
  }

  async function begin(): Promise<void> {
    const turn = last ?? warmUp();
    if (last === undefined) turns.keep(turn);
    await publish(turn.frames);
  }

  async function run(): Promise<void> {
    await pause(stepMs);
    while (!stopping.signal.aborted) {
      const turn = makeTurn(exchange.step(clock.now()));
      await insist(() => turns.keep(turn));
      await insist(() => publish(turn.frames));
      await pause(stepMs);
    }
  }

  await begin();
  const running = run().catch(onError);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
