import { type Clock, sleep } from "@specwright/runtime";
import { mayPublishAgain } from "@specwright/streams/server";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import type { StreamsService } from "@specwright/streams-service";
import type { Exchange } from "./exchange/create-exchange.ts";
import type { Turn, TurnStore } from "./turn-store.ts";

/** Options for `runExchange`. */
export interface RunExchangeOptions {
  /** The exchange. If `last` is set, the exchange must have the state of `last`. */
  readonly exchange: Exchange;
  readonly turns: TurnStore;
  readonly last: Turn | undefined;
  /** The identity of the log that `service` writes to. */
  readonly logId: string;
  readonly service: Pick<StreamsService, "publish">;
  readonly clock: Clock;
  /** The time between two turns, in milliseconds. */
  readonly stepMs: number;
  /**
   * The number of steps in the first turn of a new exchange. The times of these steps are in the
   * past, so that the books are not empty at the start.
   */
  readonly warmUpSteps: number;
  /** Called when a frame was rejected or a turn could not be stored. */
  readonly onError: (error: unknown) => void;
}

/** An exchange that runs by itself. */
export interface RunningExchange {
  /** Stops the exchange. Resolves when all of its frames are published. */
  stop(): Promise<void>;
}

/** The delay before a failed write is retried, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Runs an exchange by the clock and publishes its frames, turn by turn. Each turn is first stored
 * and then published. Only then does the next turn start. Resolves when the stored turn `last` is
 * completely published, or in a new exchange the first turn. Rejects if publishing fails.
 */
export async function runExchange(options: RunExchangeOptions): Promise<RunningExchange> {
  const { exchange, turns, last, logId, service, clock, stepMs, warmUpSteps, onError } = options;
  const stopping = new AbortController();
  let number = last?.number ?? 0;

  function makeTurn(frames: readonly PublishCommand[]): Turn {
    number += 1;
    // By these ids, the log recognizes frames that it already contains.
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

  /**
   * Retries until the attempt succeeds or the exchange is stopped. If it is stopped, the next start
   * continues with the same turn.
   */
  async function retryUntil(attempt: () => void | Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        onError(error);
        await pause(RETRY_MS);
      }
    }
  }

  /** Publishes frames in order; rejects if the log did not accept all of them. */
  async function publishAll(frames: readonly PublishCommand[]): Promise<void> {
    // The calls are not awaited one by one, so that the publisher writes the turn as one batch. The
    // publisher keeps the order of the calls.
    const done = await Promise.allSettled(frames.map((frame) => service.publish(frame)));
    const refusals = done.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    const passing = refusals.find(mayPublishAgain);
    if (passing !== undefined) throw passing;
    for (const reason of refusals) onError(reason);
  }

  async function beginTrading(): Promise<void> {
    const turn = last ?? warmUp();
    if (last === undefined) turns.keep(turn);
    await publishAll(turn.frames);
  }

  async function runTurns(): Promise<void> {
    await pause(stepMs);
    while (!stopping.signal.aborted) {
      const turn = makeTurn(exchange.step(clock.now()));
      await retryUntil(() => turns.keep(turn));
      await retryUntil(() => publishAll(turn.frames));
      await pause(stepMs);
    }
  }

  await beginTrading();
  const running = runTurns().catch(onError);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
