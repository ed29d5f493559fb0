// Judges filters by frames that the stimulus publishes, or by frames of a live server: markets on
// `/events`, and their orders on `/orders`.

import { demand, notRun } from "../../report/conformance-error.ts";
import { ExchangeRecord } from "../line/exchange-record.ts";
import { type Frame, isData, seqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { textAt } from "../stimulus/json-values.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";
import type { CheckContext } from "./check-context.ts";
import { openAndRecord, openWithHistory } from "./open-with-history.ts";

type Query = Readonly<Record<string, string | readonly string[]>>;

/**
 * A frame to publish: whether the query selects it, and a function that publishes the frame and returns its
 * number.
 */
export type Selected = readonly [isSelected: boolean, publish: () => Promise<bigint>];

export function numbersOf(frames: readonly Frame[]): string {
  return frames.map((frame) => String(seqOf(frame))).join(", ");
}

/** Fails the clause unless a connection received exactly the expected frames. */
export async function demandOnly(
  line: Line,
  wanted: readonly bigint[],
  how: string,
): Promise<void> {
  const got = numbersOf(await line.dataUntil(wanted.at(-1) ?? 0n));
  demand(got === wanted.join(", "), `${how}: expected ${wanted.join(", ")}, got ${got}`);
}

/** Judges a query by published frames, first live and then in a replay. */
export async function demandSelected(
  context: CheckContext,
  channel: SequencedName,
  query: Query,
  frames: readonly Selected[],
): Promise<string> {
  const text = JSON.stringify(query);
  const live = await context.open(channel, { query });
  const wanted: bigint[] = [];
  let first: bigint | undefined;
  for (const [isSelected, publish] of frames) {
    const seq = await publish();
    first ??= seq;
    if (isSelected) wanted.push(seq);
  }
  await demandOnly(live, wanted, `${text} live`);
  const replay = await context.open(channel, { query: { ...query, since: String(first ?? 1n) } });
  await demandOnly(replay, wanted, `${text} in a replay`);
  return `${wanted.length} of ${frames.length} frames, live and in a replay`;
}

/** Judges a parameter by the members of frames that the server sends by itself. */
export async function demandWatched(
  context: CheckContext,
  channel: SequencedName,
  parameter: string,
): Promise<string> {
  const member = parameter === "market" ? "market_id" : parameter;
  const readValue = ({ value }: Frame): string | undefined => textAt(value, "payload", member);
  const all = await context.watchFor(await context.open(channel), 8);
  const [first] = all;
  const value = first && readValue(first);
  const others = all.filter((frame) => readValue(frame) !== value);
  if (value === undefined || others.length === 0) {
    const why = value === undefined ? `no frame shows its ${member}` : `all had ${member} ${value}`;
    return notRun(`needs publish: ${why}`, { kind: "stimulus", actions: ["publish"] });
  }
  return demandValue(context, channel, { [parameter]: value }, all, readValue);
}

/**
 * Fails the clause unless `event_id` selects exactly the frames of a type on `/orders` that belong to an
 * event. Uses frames that the server sends by itself.
 */
export async function demandEvent(
  context: CheckContext,
  type: "order_update" | "order_reject",
): Promise<string> {
  const into = new ExchangeRecord();
  await openAndRecord(context, "events", into);
  const { line } = await openWithHistory(context, "orders");
  const frames = [...line.data()];
  const eventOf = eventsOf(frames, into);
  const counts = new Map<string, number>();
  for (const frame of frames) {
    const event = eventOf(frame);
    if (frame.type === type && event !== undefined) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  const [event] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  if (event === undefined) {
    return notRun(`no ${type} arrived whose event is known`, { kind: "wait" });
  }
  return demandValue(context, "orders", { event_id: event }, frames, eventOf, type);
}

/**
 * Replays frames with a filter. Every frame with the filter's value must arrive, and no frame with a
 * different value.
 */
async function demandValue(
  context: CheckContext,
  channel: SequencedName,
  filter: Readonly<Record<string, string>>,
  frames: readonly Frame[],
  readValue: (frame: Frame) => string | undefined,
  type?: string,
): Promise<string> {
  const [name = "", value = ""] = Object.entries(filter)[0] ?? [];
  const [since = 1n, upTo = since] = [frames[0], frames.at(-1)].map((one) => one && seqOf(one));
  const line = await context.open(channel, { query: { ...filter, since } });
  await line.next("a backlog_end", "backlog_end");
  const got = line.frames.filter((frame) => isData(frame) && (seqOf(frame) ?? 0n) <= upTo);
  const numbers = new Set(got.map(seqOf));
  const wanted = frames.filter(
    (frame) => readValue(frame) === value && (type === undefined || frame.type === type),
  );
  const came = wanted.filter((frame) => numbers.has(seqOf(frame))).length;
  demand(came === wanted.length, `${name}=${value} gave ${came} of ${wanted.length} frames`);
  // A frame whose value cannot be seen may arrive: for example, the frame of an event arrives for each of
  // its markets.
  const stray = got.find((frame) => (readValue(frame) ?? value) !== value);
  demand(stray === undefined, `${name}=${value} gave ${stray?.text}`);
  return `${wanted.length} of ${frames.length} watched frames`;
}

/** Returns a function that finds the event of a frame, if the event is known. */
function eventsOf(
  frames: readonly Frame[],
  { markets }: ExchangeRecord,
): (frame: Frame) => string | undefined {
  const marketOf = new Map<string | undefined, string>();
  for (const { type, value } of frames) {
    const market = textAt(value, "payload", "market_id");
    if (type !== "order_update" || market === undefined) continue;
    marketOf.set(textAt(value, "payload", "order_id"), market);
  }
  return ({ type, value }) => {
    const order = textAt(value, "payload", "order_id");
    const named = textAt(value, "payload", "market_id");
    const market = type === "order_reject" ? marketOf.get(order) : named;
    return market === undefined ? undefined : markets.get(market)?.event;
  };
}
