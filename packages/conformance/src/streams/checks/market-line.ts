// Functions of clauses for connections to `/market-data`.

import type { MessageTaker } from "../../contract/conversation-settings.ts";
import { notRun } from "../../report/conformance-error.ts";
import { type Frame, isData, isSnapshot, mdSeqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { textAt } from "../stimulus/json-values.ts";
import { askForLimit } from "../stimulus/limits.ts";
import { bookDiff } from "../stimulus/samples.ts";
import type { JsonObject } from "../stimulus/stimulus.ts";
import type { CheckContext } from "./check-context.ts";

/** A connection that is subscribed to a market. */
export interface SubscribedLine {
  readonly line: Line;
  readonly market: string;
  readonly snapshot: Frame;
}

export function isOfMarket(frame: Frame, market: string): boolean {
  return textAt(frame.value, "market_id") === market;
}

/** Returns the data frames of a market received so far. */
export function marketFrames(line: Line, market: string): readonly Frame[] {
  return line.frames.filter((frame) => isData(frame) && isOfMarket(frame, market));
}

/**
 * Returns the snapshots that the server sent on request. Such a snapshot repeats a number; every other
 * snapshot has a new number (S13).
 */
export function onDemand(line: Line, market: string): readonly Frame[] {
  let last: bigint | undefined;
  return marketFrames(line, market).filter((frame) => {
    const seq = mdSeqOf(frame) ?? -1n;
    const repeats = last === undefined || seq <= last;
    last = seq;
    return isSnapshot(frame) && repeats;
  });
}

/**
 * Publishes a change of a market, or waits for a change that the server sends by itself. Returns the frame
 * of the change.
 */
export async function awaitChange(
  context: CheckContext,
  line: Line,
  market: string,
  message: JsonObject = bookDiff(market),
): Promise<Frame> {
  if (!context.can("publish")) {
    const before = marketFrames(line, market).length;
    return line
      .until("a change", () =>
        marketFrames(line, market)
          .slice(before)
          .find((frame) => !isSnapshot(frame)),
      )
      .catch(() => notRun(`nothing changed on ${market} without a stimulus`, { kind: "wait" }));
  }
  const seq = await context.publish({ channel: "market-data", message });
  return line.until(`the md_seq ${seq} of ${market}`, () =>
    marketFrames(line, market).find(
      (frame) => mdSeqOf(frame) === seq && !isRequested(line, market, frame),
    ),
  );
}

function isRequested(line: Line, market: string, frame: Frame): boolean {
  return onDemand(line, market).includes(frame);
}

/** Waits for the next requested snapshot of a market. */
export function awaitSnapshot(line: Line, market: string, count = 1): Promise<Frame> {
  return line.until(`the snapshot ${count} of ${market}`, () => onDemand(line, market)[count - 1]);
}

/** Subscribes to a market and waits for its snapshot. */
export function subscribeTo(line: Line, market: string): Promise<Frame> {
  line.send({ type: "subscribe", markets: [market] });
  return awaitSnapshot(line, market);
}

/** Opens a connection that is subscribed to a market. */
export async function openSubscribed(
  context: CheckContext,
  takers?: readonly MessageTaker[],
): Promise<SubscribedLine> {
  const market = await context.market();
  const line = await context.open("market-data", {}, takers);
  return { line, market, snapshot: await subscribeTo(line, market) };
}

/**
 * Waits until the server has processed all control frames that were sent so far. The server processes
 * frames in order, so it is enough to wait for the answer to one more frame.
 */
export async function awaitProcessed(context: CheckContext, line: Line): Promise<void> {
  const unknown = context.unique("unknown");
  line.send({ type: "subscribe", markets: [unknown] });
  await line.until("the answer to an unknown market", () =>
    line.frames.find(({ type, text }) => type === "error" && text.includes(unknown)),
  );
}

/** Waits for a snapshot that the server sends without a request. */
export async function awaitPeriodicSnapshot(context: CheckContext): Promise<SubscribedLine> {
  const { line, market } = await openSubscribed(context);
  // The server need not send snapshots of a book that does not change.
  const change = await awaitChange(context, line, market);
  const waitMs = context.limits.snapshot_interval * 2000 + 1000;
  const snapshot = await line
    .until(
      `periodic snapshot within twice the interval of ${context.limits.snapshot_interval} s`,
      () =>
        line.frames
          .slice(line.frames.indexOf(change))
          .find((frame) => isSnapshot(frame) && isOfMarket(frame, market)),
      waitMs,
    )
    .catch((error: unknown) => {
      if (context.can("publish") && context.isGiven("snapshot_interval")) throw error;
      return notRun(`no periodic snapshot came; ${askForLimit("snapshot_interval")}`, {
        kind: "limit",
        limit: "snapshot_interval",
      });
    });
  return { line, market, snapshot };
}
