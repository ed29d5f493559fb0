// A worker process of `npm run fuzz`: receives its assignment in one message and reports its
// progress.

import type { Divergence } from "./run-fuzz.ts";

/** The assignment of a worker. */
export interface Assignment {
  readonly suite: "codec" | "diff";
  readonly seed: number;
  readonly cases: number;
  readonly deadline?: number;
}

/** The progress of a worker, sent occasionally and at the end. */
export interface Progress {
  readonly cases: number;
  readonly found: readonly Divergence[];
  readonly done: boolean;
}

const REPORT_EVERY_MS = 1000;

async function work(assignment: Assignment): Promise<void> {
  let cases = 0;
  let found: Divergence[] = [];
  let reported = Date.now();
  const report = (done: boolean): void => {
    process.send?.({ cases, found, done } satisfies Progress);
    [cases, found, reported] = [0, [], Date.now()];
  };
  const run =
    assignment.suite === "diff"
      ? (await import("./diff/fuzz-diff.ts")).fuzzDiff
      : (await import("./fuzz-codecs.ts")).fuzzCodecs;
  await run({
    ...assignment,
    onSlice: (count, divergence) => {
      cases += count;
      if (divergence !== undefined) found.push(divergence);
      if (Date.now() - reported >= REPORT_EVERY_MS) report(false);
    },
  });
  report(true);
}

process.once("message", (assignment: Assignment) => {
  work(assignment).then(
    () => process.disconnect(),
    (error: unknown) => {
      console.error(error);
      process.exit(2);
    },
  );
});
