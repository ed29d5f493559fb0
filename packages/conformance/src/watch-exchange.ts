// Follows an exchange over its channels: one that the stimulus publishes, or the real one.

import { FAR } from "./clauses/resuming.ts";
import { notRun } from "./conformance-error.ts";
import { ExchangeRecord, type RecordedMarket } from "./exchange-record.ts";
import { errorCodeOf, isData, seqOf } from "./frame.ts";
import { integerAt } from "./json-values.ts";
import type { Lab } from "./lab.ts";
import type { Line } from "./line.ts";
import { closingSteps, openingSteps, type SmallExchange, type Step } from "./small-exchange.ts";
import { type SequencedName, sequencedNames } from "./stimulus.ts";

/** The largest number of past frames of a channel that are read. */
const HISTORY = 10_000n;

/** How far apart the channels may announce events that happened together. */
const APART_MS = 3000;

/** What was seen of the finished markets of an exchange. */
export interface SeenExchange {
  readonly record: ExchangeRecord;
  /** The markets that ended and of which everything was seen. */
  readonly ended: ReadonlyMap<string, RecordedMarket>;
}

/** Follows an exchange until a market has ended, once in a run. */
export function seenExchange(lab: Lab): Promise<SeenExchange> {
  return lab.once("exchange", async () => {
    const record = new ExchangeRecord();
    if (lab.can("publish")) await publishExchange(lab, record);
    else await followExchange(lab, record);
    const ended = [...record.markets].filter(
      ([name, market]) => record.isWhole(market) && isOver(record, name, market),
    );
    return { record, ended: new Map(ended) };
  });
}

/** Returns the markets that ended. If there are none, the clause is not run. */
export async function endedMarkets(lab: Lab): Promise<SeenExchange> {
  const seen = await seenExchange(lab);
  if (seen.ended.size > 0) return seen;
  return notRun(`no market ended within ${lab.timeoutMs} ms; wait longer by --timeout`, {
    kind: "wait",
  });
}

/** Returns the market that stays open longest, if /events announces one. */
export async function findOpenMarket(lab: Lab): Promise<string | undefined> {
  const into = new ExchangeRecord();
  const line = await record(lab, "events", into);
  line.close();
  const open = [...into.markets].filter(([, { ended }]) => ended === undefined);
  const [last] = open.toSorted(([, a], [, b]) => (a.closesAt < b.closesAt ? 1 : -1));
  return last?.[0];
}

/** Creates the names of an exchange to publish. */
export function newExchange(lab: Lab): SmallExchange {
  const accounts = [lab.unique("account"), lab.unique("account")] as const;
  return { market: lab.unique("market"), event: lab.unique("event"), accounts };
}

/** Publishes steps one after another. */
export async function publishSteps(
  lab: Lab,
  steps: readonly Step[],
): Promise<ReadonlyMap<Step["channel"], bigint>> {
  const last = new Map<Step["channel"], bigint>();
  for (const step of steps) last.set(step.channel, await lab.publish(step));
  return last;
}

/** Opens a channel far enough in the past and records its frames. */
export async function record(
  lab: Lab,
  channel: SequencedName,
  into: ExchangeRecord,
): Promise<Line> {
  // Frames of the stimulus arrive only after they are published.
  const { line, sinceNs } = lab.can("publish")
    ? { line: await lab.open(channel), sinceNs: -1n }
    : await openWithHistory(lab, channel);
  into.begin(channel, sinceNs);
  let taken = 0;
  const take = (): void => {
    for (; taken < line.frames.length; taken += 1) {
      const frame = line.frames[taken];
      if (frame !== undefined) into.take(channel, frame);
    }
  };
  take();
  line.socket.on("message", take);
  return line;
}

async function publishExchange(lab: Lab, into: ExchangeRecord): Promise<void> {
  const lines = await Promise.all(
    sequencedNames.map(async (channel) => [channel, await record(lab, channel, into)] as const),
  );
  const exchange = newExchange(lab);
  const last = await publishSteps(lab, [...openingSteps(exchange), ...closingSteps(exchange)]);
  for (const [channel, line] of lines) await line.dataUntil(last.get(channel) ?? 0n);
}

async function followExchange(lab: Lab, into: ExchangeRecord): Promise<void> {
  const lines = await Promise.all(sequencedNames.map((channel) => record(lab, channel, into)));
  const [events] = lines.toReversed();
  const isDone = ([name, market]: readonly [string, RecordedMarket]): boolean =>
    into.isWhole(market) && isOver(into, name, market);
  // The frames of a market arrive on several channels; whichever is last triggers the check.
  await events
    ?.until("a market that ended", () => [...into.markets].find(isDone))
    .catch(() => undefined);
}

/** Reports whether all channels had time to announce the end of a market. */
function isOver(into: ExchangeRecord, name: string, { ended, endedMs }: RecordedMarket): boolean {
  if (ended === undefined) return false;
  return into.isFlat(name) || Date.now() - endedMs > APART_MS;
}

/** Opens a channel from the oldest frame within the limit, or live. */
export async function openWithHistory(
  lab: Lab,
  channel: SequencedName,
): Promise<{ readonly line: Line; readonly sinceNs: bigint }> {
  const ahead = await lab.open(channel, { query: { since: FAR } });
  const beat = await ahead.next("a heartbeat", ({ type }) => type === "heartbeat");
  ahead.close();
  const max = integerAt(beat.value, "watermark_seq");
  if (max !== undefined) {
    const since = max > HISTORY ? max - HISTORY : 1n;
    const line = await lab.open(channel, { query: { since } });
    const isFirst = ({ type }: { readonly type: string }): boolean =>
      type !== "heartbeat" || max === 0n;
    const first = await line.next("a first frame", isFirst);
    if (errorCodeOf(first) === undefined) {
      if (max > 0n) await line.next("a backlog_end", ({ type }) => type === "backlog_end");
      const whole = since === 1n && (!isData(first) || seqOf(first) === 1n);
      return { line, sinceNs: whole ? -1n : (integerAt(first.value, "ts_ns") ?? 0n) };
    }
  }
  const line = await lab.open(channel, { query: { since: FAR } });
  const first = await line.next("a heartbeat", ({ type }) => type === "heartbeat");
  return { line, sinceNs: integerAt(first.value, "ts_ns") ?? 0n };
}
