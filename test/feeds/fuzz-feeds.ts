// Runs worlds of all venues, in one process for each venue, or of one venue in this process.

import { fork } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { fuzzWorlds } from "../simulation/fuzz-worlds.ts";
import { playVenue, type Venue } from "./play-world.ts";
import { worldRules } from "./rules.ts";

/** Options for `fuzzFeeds`. */
export interface FuzzFeedsOptions {
  /** The number of worlds of each venue; `first` is the seed of the first world. */
  readonly worlds: number;
  readonly first: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /** How many processes run at a time. */
  readonly jobs: number;
  /** The venue; all of them by default. */
  readonly venue: string | undefined;
}

/** Runs worlds, prints the failures, and returns their number. */
export async function fuzzFeeds(options: FuzzFeedsOptions): Promise<number> {
  const { worlds, first, deadline, jobs, venue } = options;
  const known = Object.keys(worldRules) as Venue[];
  const named = known.find((name) => name === venue);
  if (named !== undefined) {
    const play = async (seed: number): Promise<unknown> => {
      // Worlds only wait for promises; print the progress in between.
      if (seed % 50 === 0) await setImmediate();
      return playVenue(named, seed);
    };
    return fuzzWorlds({ play, worlds, first, deadline });
  }
  if (venue !== undefined)
    throw new RangeError(`Unknown venue ${venue}. Venues: ${known.join(", ")}`);
  const waiting = [...known];
  let failures = 0;
  const job = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const minutes = deadline === undefined ? undefined : (deadline - Date.now()) / 60_000;
      const code = await runVenue(next, { worlds, first, minutes });
      if (code !== 0) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: jobs }, job));
  return failures;
}

function runVenue(
  venue: Venue,
  {
    worlds,
    first,
    minutes,
  }: { readonly worlds: number; readonly first: number; readonly minutes: number | undefined },
): Promise<number> {
  console.log(`\n${venue}`);
  const limits = minutes === undefined ? [] : ["--minutes", String(minutes)];
  const child = fork(
    new URL("../fuzz/main.ts", import.meta.url),
    ["feeds", "--venue", venue, "--cases", String(worlds), "--seed", String(first), ...limits],
    { execArgv: ["--conditions=@specwright/source", "--disable-warning=ExperimentalWarning"] },
  );
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 2)));
}
