// The suite of the streams contract: the clauses of its source document.

import { SpecwrightError } from "@specwright/runtime";
import type { ClauseOutcome, ClauseResult } from "../report/clause.ts";
import { ConformanceError } from "../report/conformance-error.ts";
import type { RunOptions, Suite } from "../report/conformance-report.ts";
import type { Remedy } from "../report/remedy.ts";
import { CheckContext, type CheckContextSettings } from "./checks/check-context.ts";
import type { CheckedClause } from "./checks/clause.ts";
import { observeChannel } from "./checks/observe-channels.ts";
import { clauses } from "./clauses/clauses.ts";
import { createLedgers, groupOf } from "./line/channel-judge.ts";
import { type ConformanceLimits, defaultLimits } from "./stimulus/limits.ts";
import {
  type Account,
  type SequencedName,
  type Stimulus,
  sequencedNames,
} from "./stimulus/stimulus.ts";

/** Options for judging a server by the streams contract. */
export interface StreamsOptions extends RunOptions {
  /** The stream address with its version segment, such as `wss://host/v1`. */
  readonly url: string;
  readonly account: Account;
  /** The stimulus, which makes the server act. If it is absent, the clauses that need it are not run. */
  readonly stimulus?: Stimulus;
  /** The settings of the server that differ from the defaults. */
  readonly limits?: Partial<ConformanceLimits>;
  /** Markets for subscriptions. Used if the stimulus cannot open a market. */
  readonly markets?: readonly string[];
  /**
   * Whether the broker of the key is the only broker that trades, so that its orders are the whole book.
   * Default false: a rule that depends on this then counts as not run if it would fail.
   */
  readonly soleBroker?: boolean;
  /** The sequenced channels on which to judge the rules that all of them share. Default: all four. */
  readonly channels?: readonly SequencedName[];
  /** The maximum duration of one wait, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * The number of clauses that are judged in parallel. Default 16; 1 if the checks would disturb each
   * other.
   */
  readonly concurrency?: number;
}

/** Returns the suite of the streams contract. */
export function streamsSuite(options: StreamsOptions): Suite<CheckedClause> {
  const { url, account, stimulus = {}, timeoutMs = 30_000 } = options;
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
    lines: [],
    ledgers: createLedgers(),
    once: new Map(),
  };
  // If two checks use the same broker, frames that one of them publishes disturb the other.
  const alone = stimulus.publish !== undefined && stimulus.issueKey === undefined;
  const concurrency = options.concurrency ?? (alone ? 1 : 16);
  return {
    url,
    clauses,
    steps: [],
    async judge(selected, report) {
      const turns = [
        [undefined, concurrency],
        ["last", concurrency],
        ["watch", 1],
      ] as const;
      for (const [turn, limit] of turns) {
        const chosen = selected.filter(({ when }) => when === turn);
        const judging = chosen.map((clause) => async () => {
          report(await judgeClause(clause, settings));
        });
        const observing = turn === undefined ? channelObservations(selected, settings) : [];
        await inParallel([...observing, ...judging], limit);
      }
      return undefined;
    },
  };
}

async function judgeClause(
  clause: CheckedClause,
  settings: CheckContextSettings,
): Promise<ClauseResult> {
  const { id, source, sentence, needs = [] } = clause;
  const startedMs = Date.now();
  const endedResult = (outcome: ClauseOutcome, seen: string, remedy?: Remedy): ClauseResult => {
    const judged = { id, source, sentence, outcome, seen, ...(remedy && { remedy }) };
    return { ...judged, durationMs: Date.now() - startedMs };
  };
  const missing = needs.filter((action) => settings.stimulus[action] === undefined);
  if (missing.length > 0) {
    const why = `needs a stimulus for ${missing.join(", ")}`;
    return endedResult("not run", why, { kind: "stimulus", actions: missing });
  }
  const context = new CheckContext(settings);
  try {
    return endedResult("pass", await clause.check(context));
  } catch (error) {
    if (error instanceof ConformanceError) {
      // If the stimulus fails, the server is not to blame, but the clause must not count as passed.
      return endedResult(
        error.code === "clause_failed" ? "fail" : "not run",
        error.seen,
        error.remedy,
      );
    }
    if (error instanceof SpecwrightError) return endedResult("fail", error.message);
    return endedResult("fail", `the check itself failed: ${String(error)}`);
  } finally {
    context.close();
  }
}

/** Returns the functions that observe the channels of the given clauses. */
function channelObservations(
  selected: readonly CheckedClause[],
  settings: CheckContextSettings,
): readonly (() => Promise<void>)[] {
  const { channels } = settings;
  return [...channels, "market-data" as const]
    .filter((channel) => selected.some(({ observes }) => observes === groupOf(channel)))
    .map((channel) => async () => {
      const context = new CheckContext(settings);
      try {
        await observeChannel(context, channel);
      } catch (error) {
        // Each clause reports only that nothing was observed. The reason, such as a missing stimulus, is
        // recorded here.
        if (!(error instanceof ConformanceError)) throw error;
        if (error.code === "clause_failed") context.failObservation(channel, error.seen);
      } finally {
        context.close();
      }
    });
}

async function inParallel(tasks: readonly (() => Promise<void>)[], limit: number): Promise<void> {
  const waiting = [...tasks];
  const workers = Array.from({ length: Math.max(1, Math.min(limit, tasks.length)) }, async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await run();
  });
  await Promise.all(workers);
}
