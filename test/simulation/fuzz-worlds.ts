/** Options for `fuzzWorlds`: consecutive seeds, from the first one on. */
export interface FuzzWorldsOptions {
  /** Runs the world of a seed. */
  readonly play: (seed: number) => Promise<unknown>;
  readonly worlds: number;
  readonly first: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
}

const PROGRESS_EVERY_MS = 5_000;

/** Runs worlds, prints the seeds that failed, and returns their number. */
export async function fuzzWorlds(options: FuzzWorldsOptions): Promise<number> {
  const { play, worlds, first, deadline } = options;
  let played = 0;
  let failures = 0;
  const progress = (): void =>
    console.log(`${played} of ${worlds} worlds from seed ${first}, ${failures} failures`);
  const timer = setInterval(progress, PROGRESS_EVERY_MS);
  for (; played < worlds && (deadline === undefined || Date.now() < deadline); played += 1) {
    try {
      await play(first + played);
    } catch (error) {
      failures += 1;
      console.log("FAILURE", error);
    }
  }
  clearInterval(timer);
  progress();
  return failures;
}
