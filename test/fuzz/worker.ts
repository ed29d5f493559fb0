// A worker process of `npm run fuzz`: told what to do by one message, tells its parent as it goes.

import { fuzzCodecs } from "./fuzz-codecs.ts";
import type { Divergence } from "./run-fuzz.ts";

/** Is what a worker is told. */
export interface Assignment {
  readonly seed: number;
  readonly cases: number;
  readonly deadline?: number;
}

/** Is what a worker tells, now and then and at the end. */
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
  await fuzzCodecs({
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
