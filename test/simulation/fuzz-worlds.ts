import { playWorld } from "./world.ts";

/** Says which worlds to play: those of so many seeds, from the first one on. */
export interface FuzzWorldsOptions {
  readonly worlds: number;
  readonly first: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
}

const PROGRESS_EVERY_MS = 5_000;

/** Plays worlds, prints the seeds in which something went wrong, and gives how many there were. */
export async function fuzzWorlds({ worlds, first, deadline }: FuzzWorldsOptions): Promise<number> {
  let played = 0;
  let failures = 0;
  const progress = (): void =>
    console.log(`${played} of ${worlds} worlds from seed ${first}, ${failures} failures`);
  const timer = setInterval(progress, PROGRESS_EVERY_MS);
  for (; played < worlds && (deadline === undefined || Date.now() < deadline); played += 1) {
    try {
      await playWorld(first + played);
    } catch (error) {
      failures += 1;
      console.log("FAILURE", error);
    }
  }
  clearInterval(timer);
  progress();
  return failures;
}
