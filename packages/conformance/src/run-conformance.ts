import { SpecwrightError } from "@specwright/runtime";
import { CheckContext, type CheckContextSettings } from "./checks/check-context.ts";
import type { Clause, ClauseOutcome, ClauseResult } from "./checks/clause.ts";
import type { ConformanceReport } from "./checks/conformance-report.ts";
import { clauses, isSelected } from "./clauses/clauses.ts";
import { createFrameWatch } from "./line/frame-watch.ts";
import { adviceFor } from "./report/format-advice.ts";
import { ConformanceError } from "./stimulus/conformance-error.ts";
import { type ConformanceLimits, defaultLimits } from "./stimulus/limits.ts";
import type { Remedy } from "./stimulus/remedy.ts";
import {
  type Account,
  type SequencedName,
  type Stimulus,
  sequencedNames,
} from "./stimulus/stimulus.ts";

/** Options for `runConformance`. */
export interface ConformanceOptions {
  /** The stream address with its version segment, such as `wss://host/v1`. */
  readonly url: string;
  readonly account: Account;
  /** The stimulus that makes the server act. Without one, the clauses that need it are not run. */
  readonly stimulus?: Stimulus;
  /** Ids of clauses or of sections, such as `4.5`. Default: all. */
  readonly only?: readonly string[];
  /** The settings of the server, where they differ from the defaults. */
  readonly limits?: Partial<ConformanceLimits>;
  /** Markets to subscribe to if the stimulus cannot open one. */
  readonly markets?: readonly string[];
  /**
   * Whether only the broker of the key trades, so that its orders are the whole book. Default
   * false: a rule that holds only then counts as not run if it would fail.
   */
  readonly soleBroker?: boolean;
  /** The sequenced channels on which their common rules are judged. Default: all four. */
  readonly channels?: readonly SequencedName[];
  /** The longest time for one wait, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * The number of clauses judged in parallel. Default 16, or 1 if they would disturb each other.
   */
  readonly concurrency?: number;
  /** Receives each result as soon as it is available. */
  readonly onResult?: (result: ClauseResult) => void;
  /** Receives each clause when it starts. */
  readonly onStart?: (clause: Clause) => void;
}

/**
 * Judges a server by every selected clause. Whatever the server does is a result, never a
 * rejection.
 *
 * @throws ConformanceError `bad_usage` if no clause is selected.
 *
 * @example
 * ```ts
 * const report = await runConformance({ url: "wss://host/v1", account, only: ["4.5"] });
 * console.log(report.counts, report.advice);
 * ```
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { url, account, stimulus = {}, only = [], timeoutMs = 30_000 } = options;
  const chosen = clauses.filter(({ id }) => isSelected(id, only));
  if (chosen.length === 0) {
    throw new ConformanceError("bad_usage", `no clause is called ${only.join(", ")}`);
  }
  const settings: CheckContextSettings = {
    url,
    account,
    stimulus,
    limits: { ...defaultLimits, ...options.limits },
    givenLimits: new Set(Object.keys(options.limits ?? {})),
    markets: options.markets ?? [],
    channels: options.channels ?? sequencedNames,
    timeoutMs,
    soleBroker: options.soleBroker ?? false,
    watch: createFrameWatch(),
    once: new Map(),
  };
  const startedMs = Date.now();
  const results = new Map<string, ClauseResult>();

  async function judge(clause: Clause): Promise<void> {
    options.onStart?.(clause);
    const result = await judgeClause(clause, settings);
    results.set(clause.id, result);
    options.onResult?.(result);
  }

  // Frames that one check publishes would disturb another check with the same broker.
  const alone = stimulus.publish !== undefined && stimulus.issueKey === undefined;
  const concurrency = options.concurrency ?? (alone ? 1 : 16);
  await inParallel(
    chosen.filter(({ when }) => when === undefined),
    concurrency,
    judge,
  );
  await inParallel(
    chosen.filter(({ when }) => when === "last"),
    concurrency,
    judge,
  );
  await inParallel(
    chosen.filter(({ when }) => when === "watch"),
    1,
    judge,
  );

  const ordered = chosen.flatMap(({ id }) => results.get(id) ?? []);
  const count = (outcome: ClauseOutcome): number =>
    ordered.filter((result) => result.outcome === outcome).length;
  return {
    url,
    results: ordered,
    counts: { pass: count("pass"), fail: count("fail"), "not run": count("not run") },
    advice: adviceFor(ordered),
    durationMs: Date.now() - startedMs,
  };
}

async function judgeClause(clause: Clause, settings: CheckContextSettings): Promise<ClauseResult> {
  const { id, source, sentence, needs = [] } = clause;
  const startedMs = Date.now();
  const end = (outcome: ClauseOutcome, seen: string, remedy?: Remedy): ClauseResult => {
    const judged = { id, source, sentence, outcome, seen, ...(remedy && { remedy }) };
    return { ...judged, durationMs: Date.now() - startedMs };
  };
  const missing = needs.filter((action) => settings.stimulus[action] === undefined);
  if (missing.length > 0) {
    const why = `needs a stimulus for ${missing.join(", ")}`;
    return end("not run", why, { kind: "stimulus", actions: missing });
  }
  const context = new CheckContext(settings);
  try {
    return end("pass", await clause.check(context));
  } catch (error) {
    if (error instanceof ConformanceError) {
      // A failed stimulus says nothing about the server, but must not look like a pass.
      return end(error.code === "clause_failed" ? "fail" : "not run", error.seen, error.remedy);
    }
    if (error instanceof SpecwrightError) return end("fail", error.message);
    return end("fail", `the check itself failed: ${String(error)}`);
  } finally {
    context.close();
  }
}

async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workers = Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  });
  await Promise.all(workers);
}
