import type { BenchContext, BenchRow } from "../../bench.ts";
import { measurePair, pairRow } from "./codec-row.ts";
import type { JobContext } from "./job.ts";

/** Measures from the text of a `book_diff` to a changed book, against `JSON.parse` that changes none. */
export async function measureFused(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const metric = "book_diff to a book, ns";
  const peer = "JSON.parse alone (lossy)";
  const fused = await measurePair(context, jobContext, { kind: "book", candidate: "fused" });
  const objects = await measurePair(context, jobContext, { kind: "book", candidate: "objects" });
  return [
    pairRow({ case: "bytes into the book", metric, peer, target: 0.25 }, fused),
    pairRow({ case: "stream decode, then applyDiff", metric, peer, target: null }, objects),
  ];
}
