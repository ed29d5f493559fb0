import type { BenchContext, BenchRow } from "../../bench.ts";
import { measurePair, pairRow } from "./codec-row.ts";
import type { JobContext } from "./job.ts";

/**
 * Measures the time from the text of a `book_diff` to a changed book. The baseline is `JSON.parse`
 * alone.
 */
export async function measureFused(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const metric = "book_diff to a book, ns";
  const peer = "JSON.parse alone (lossy)";
  const cases = [
    { case: "bytes into the book", candidate: "fused", input: "bytes", target: 0.25 },
    { case: "string into the book", candidate: "fused", input: "string", target: 0.25 },
    { case: "bytes, decoded, then applyDiff", candidate: "objects", input: "bytes", target: null },
  ] as const;
  const rows: BenchRow[] = [];
  for (const { candidate, input, ...names } of cases) {
    const pair = await measurePair(context, jobContext, { kind: "book", candidate, input });
    rows.push(pairRow({ ...names, metric, peer }, pair));
  }
  return rows;
}
