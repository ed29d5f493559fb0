// A gateway's view of the log if its NATS server was frozen or cut off: nothing arrives for a time, and
// then all missed records.

import { type Clock, sleep } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import { LogError, type LogReader, type LogRecord } from "@specwright/streams/log";
import { crashingLog, type Disk } from "./crashing-log.ts";

/** A view of a log that can stand still. */
export interface StandingLog extends LogReader {
  /** Stops the tails. `answers`: whether another server still responds to requests. */
  stand(answers: boolean): void;
  /** Catches up. */
  goOn(): void;
  /** Returns how long it has been standing still, in milliseconds. */
  standsMs(): number;
}

/** How long a request is retried, in milliseconds. */
const ASK_MS = 10_000;

export function standingLog(disk: Disk, clock: Clock, random: SeededRandom): StandingLog {
  const log = crashingLog(disk, clock, random);
  let sinceMs: number | undefined;
  let answers = true;
  let held: (() => void)[] = [];

  async function answered(): Promise<void> {
    for (const startedMs = clock.elapsed(); !answers; await sleep(clock, 100)) {
      if (clock.elapsed() - startedMs < ASK_MS) continue;
      throw new LogError("log_unavailable", "the stream has no leader with a quorum");
    }
  }

  function standsMs(): number {
    return sinceMs === undefined ? 0 : clock.elapsed() - sinceMs;
  }

  return {
    stand(stillAnswers) {
      sinceMs = clock.elapsed();
      answers = stillAnswers;
    },
    goOn() {
      sinceMs = undefined;
      answers = true;
      const all = held;
      held = [];
      for (const pass of all) pass();
    },
    standsMs,
    async read(key, from, limit) {
      await answered();
      return log.read(key, from, limit);
    },
    async bounds(key) {
      await answered();
      return log.bounds(key);
    },
    seqOf: (key, id) => log.seqOf(key, id),
    identity: (key) => log.identity(key),
    tail(key, listener, replaced) {
      const pass = (records: readonly LogRecord[]): void => {
        if (sinceMs === undefined) listener(records);
        else held.push(() => listener(records));
      };
      return log.tail(key, pass, replaced);
    },
    // It is confirmed once a second.
    viewAgeMs: () => (sinceMs === undefined ? 0 : standsMs() + 1_000),
    close: () => log.close(),
  };
}
