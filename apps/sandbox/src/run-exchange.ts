import { type Clock, sleep } from "@specwright/runtime";
import { mayPublishAgain } from "@specwright/streams/server";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import type { StreamsService } from "@specwright/streams-service";
import type { Exchange } from "./exchange/create-exchange.ts";
import type { Turn, TurnStore } from "./turn-store.ts";

/** Options for `runExchange`. */
export interface RunExchangeOptions {
  /** The exchange. It must continue from `last`, if that is set. */
  readonly exchange: Exchange;
  readonly turns: TurnStore;
  readonly last: Turn | undefined;
  /** The identity of the log that the service writes to. */
  readonly logId: string;
  readonly service: Pick<StreamsService, "publish">;
  readonly clock: Clock;
  /** The time between two turns, in milliseconds. */
  readonly stepMs: number;
  /**
   * The number of steps in the first turn of a new exchange. Their times are before the start, so
   * that books are not empty.
   */
  readonly warmUpSteps: number;
  /** Called when a frame was rejected or a turn could not be stored. */
  readonly onError: (error: unknown) => void;
}

/** An exchange that runs by itself. */
export interface RunningExchange {
  /** Stops it; resolves when all its frames are published. */
  stop(): Promise<void>;
}

/** The delay before a failed write is repeated, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Runs an exchange by the clock and publishes its frames, turn by turn. A turn is stored, then
 * published, and only then the next turn starts. Resolves when the last turn, or the first of a new
 * exchange, is published completely; rejects if that fails.
 */
export async function runExchange(options: RunExchangeOptions): Promise<RunningExchange> {
  const { exchange, turns, last, logId, service, clock, stepMs, warmUpSteps, onError } = options;
  const stopping = new AbortController();
  let number = last?.number ?? 0;

  function makeTurn(frames: readonly PublishCommand[]): Turn {
    number += 1;
    // The ids let the log recognise frames that it already has.
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
   * Retries until the attempt succeeds or the exchange is stopped; the next start continues from
   * there.
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
    // The calls are awaited together, because the publisher keeps their order and writes a turn as
    // one batch.
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
