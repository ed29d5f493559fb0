// Filters judged by the frames of a live server: what /events says about markets, and /orders about
// their orders.

import { demand, notRun } from "../../report/conformance-error.ts";
import { ExchangeRecord } from "../line/exchange-record.ts";
import { type Frame, isData, seqOf } from "../line/frame.ts";
import { textAt } from "../stimulus/json-values.ts";
import type { CheckContext } from "./check-context.ts";
import { openWithHistory, record } from "./open-with-history.ts";

/**
 * Fails the clause unless `event_id` selects the frames of a type on /orders that belong to an
 * event.
 */
export async function demandWatched(
  context: CheckContext,
  type: "order_update" | "order_reject",
): Promise<string> {
  const into = new ExchangeRecord();
  await record(context, "events", into);
  const { line } = await openWithHistory(context, "orders");
  const frames = [...line.data()];
  const eventOf = eventsOf(frames, into);
  const counts = new Map<string, number>();
  for (const frame of frames) {
    const event = eventOf(frame);
    if (frame.type === type && event !== undefined) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  const [event] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const [first, last] = [frames[0], frames.at(-1)];
  if (event === undefined || first === undefined || last === undefined) {
    return notRun(`no ${type} came of which the event is known`, { kind: "wait" });
  }
  const since = seqOf(first) ?? 1n;
  const selected = await context.open("orders", { query: { event_id: event, since } });
  await selected.next("a backlog_end", (frame) => frame.type === "backlog_end");
  const upTo = seqOf(last) ?? 0n;
  const got = selected.frames.filter((frame) => isData(frame) && (seqOf(frame) ?? 0n) <= upTo);
  const numbers = new Set(got.map(seqOf));
  const wanted = frames.filter((frame) => frame.type === type && eventOf(frame) === event);
  const missing = wanted.find((frame) => !numbers.has(seqOf(frame)));
  const came = wanted.filter((frame) => numbers.has(seqOf(frame))).length;
  demand(missing === undefined, `event_id=${event} gave ${came} of ${wanted.length} ${type}s`);
  const stray = got.find((frame) => (eventOf(frame) ?? event) !== event);
  demand(stray === undefined, `event_id=${event} gave ${stray?.text}`);
  return `${wanted.length} ${type}s of ${event}`;
}

/** Returns a function that looks up the event of a frame, if known. */
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
