// Follows an exchange over its channels. The exchange is either published by the stimulus, or is the real
// exchange of the server.

import { notRun } from "../../report/conformance-error.ts";
import { ExchangeRecord, type RecordedMarket } from "../line/exchange-record.ts";
import {
  closingSteps,
  openingSteps,
  type SmallExchange,
  type Step,
} from "../stimulus/small-exchange.ts";
import { sequencedNames } from "../stimulus/stimulus.ts";
import type { CheckContext } from "./check-context.ts";
import { openAndRecord } from "./open-with-history.ts";

/** The maximum time between the frames of different channels about the same moment. */
const APART_MS = 3000;

/** The finished markets of an exchange that were observed. */
export interface SeenExchange {
  readonly record: ExchangeRecord;
  /** The markets that ended and that were observed completely. */
  readonly ended: ReadonlyMap<string, RecordedMarket>;
}

/** Follows an exchange until a market has ended. Does this only once in a run. */
export function seenExchange(context: CheckContext): Promise<SeenExchange> {
  return context.once("exchange", async () => {
    const record = new ExchangeRecord();
    if (context.can("publish")) await publishExchange(context, record);
    else await followExchange(context, record);
    const ended = [...record.markets].filter(
      ([name, market]) => record.isWhole(market) && isOver(record, name, market),
    );
    return { record, ended: new Map(ended) };
  });
}

/** Returns the markets that ended. If no market has ended, the clause is not run. */
export async function endedMarkets(context: CheckContext): Promise<SeenExchange> {
  const seen = await seenExchange(context);
  if (seen.ended.size > 0) return seen;
  return notRun(`no market ended within ${context.timeoutMs} ms; wait longer with --timeout`, {
    kind: "wait",
  });
}

/** Creates the names of an exchange to publish. */
export function newExchange(context: CheckContext): SmallExchange {
  const accounts = [context.unique("account"), context.unique("account")] as const;
  return { market: context.unique("market"), event: context.unique("event"), accounts };
}

export async function publishSteps(
  context: CheckContext,
  steps: readonly Step[],
): Promise<ReadonlyMap<Step["channel"], bigint>> {
  const last = new Map<Step["channel"], bigint>();
  for (const step of steps) last.set(step.channel, await context.publish(step));
  return last;
}

async function publishExchange(context: CheckContext, into: ExchangeRecord): Promise<void> {
  const lines = await Promise.all(
    sequencedNames.map(
      async (channel) => [channel, await openAndRecord(context, channel, into)] as const,
    ),
  );
  const exchange = newExchange(context);
  const last = await publishSteps(context, [...openingSteps(exchange), ...closingSteps(exchange)]);
  for (const [channel, line] of lines) await line.dataUntil(last.get(channel) ?? 0n);
}

async function followExchange(context: CheckContext, into: ExchangeRecord): Promise<void> {
  const lines = await Promise.all(
    sequencedNames.map((channel) => openAndRecord(context, channel, into)),
  );
  const [events] = lines.toReversed();
  const isDone = ([name, market]: readonly [string, RecordedMarket]): boolean =>
    into.isWhole(market) && isOver(into, name, market);
  // The frames of a market arrive on several channels. Every frame of every channel triggers the check, so
  // the last frame completes it.
  await events
    ?.until("a market that ended", () => [...into.markets].find(isDone))
    .catch(() => undefined);
}

/** Reports whether a market has ended, and all channels have had time to announce its end. */
function isOver(into: ExchangeRecord, name: string, { ended, endedMs }: RecordedMarket): boolean {
  if (ended === undefined) return false;
  return into.isFlat(name) || Date.now() - endedMs > APART_MS;
}
