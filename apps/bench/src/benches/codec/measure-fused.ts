import type { BenchContext, BenchRow } from "../../bench.ts";
import { pairRow } from "./codec-row.ts";
import type { JobContext } from "./job.ts";

/** Measures decoding a `book_diff` straight into a book. There is nothing to measure yet. */
export async function measureFused(
  context: BenchContext,
  _jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  context.log("fused decode and apply: not there yet");
  const metric = "decode and apply to a book, ns";
  return [pairRow({ case: "book_diff", metric, peer: "JSON.parse (lossy)", target: 0.25 }, null)];
}
