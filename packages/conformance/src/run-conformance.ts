import { type ChannelOptions, channelSuite } from "./contract/channel-suite.ts";
import {
  type Clause,
  type ClauseOutcome,
  type ClauseResult,
  selectClauses,
} from "./report/clause.ts";
import type { ConformanceReport, RunOptions, Suite } from "./report/conformance-report.ts";
import { adviceFor } from "./report/format-advice.ts";
import { type StreamsOptions, streamsSuite } from "./streams/streams-suite.ts";

/**
 * Options for `runConformance`. With a `channel`, the server is judged by the contract of that channel;
 * without one, by the streams contract.
 */
export type ConformanceOptions = ChannelOptions | StreamsOptions;

/**
 * Judges a server by every selected clause. Once the server was reached, its behaviour never causes a
 * rejection; it only affects the results.
 *
 * @throws ConformanceError `bad_usage` if no clause is selected, an option does not fit the
 * contract, or the server of a channel cannot be reached or refuses the topics.
 *
 * @example
 * ```ts
 * const report = await runConformance({ url: "wss://stream.example.com", channel: market });
 * console.log(report.counts, report.advice);
 * ```
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  return "channel" in options
    ? runSuite(channelSuite(options), options)
    : runSuite(streamsSuite(options), options);
}

async function runSuite<Each extends Clause>(
  { url, clauses, steps, judge }: Suite<Each>,
  { only, onResult }: RunOptions,
): Promise<ConformanceReport> {
  const selected = selectClauses(clauses, only);
  const found = new Map<string, ClauseResult>();
  const startedMs = Date.now();
  const unfinished = await judge(selected, (result) => {
    found.set(result.id, result);
    onResult?.(result);
  });
  const results = selected.flatMap(({ id }) => found.get(id) ?? []);
  const count = (outcome: ClauseOutcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    url,
    results,
    counts: { pass: count("pass"), fail: count("fail"), "not run": count("not run") },
    advice: adviceFor(results, steps, unfinished),
    ...(unfinished !== undefined && { unfinished }),
    durationMs: Date.now() - startedMs,
  };
}
