// Shuts the server down and restarts it. This happens once in a run, for all clauses that observe it.

import { readJson } from "../line/frame.ts";
import type { Closing } from "../line/line.ts";
import { textAt } from "../stimulus/json-values.ts";
import { bookDiff, sampleOf } from "../stimulus/samples.ts";
import type { CheckContext } from "./check-context.ts";

/** The identity of the log, and the last numbers of a stream and of a market. */
export interface LastNumbers {
  readonly seq: bigint;
  readonly mdSeq: bigint;
  readonly logId: string | undefined;
}

/** The frames published before the shutdown and after the restart. */
export interface Restart {
  readonly before: LastNumbers;
  readonly after: LastNumbers;
}

const DRAINED = 8;

/** Shuts the server down while some connections are open. Does this only once in a run. */
export function drainServer(context: CheckContext): Promise<readonly Closing[]> {
  return context.once("drain", async () => {
    if (context.can("publish") && context.can("restart")) await numbersBefore(context);
    const opening = Array.from({ length: DRAINED }, () => context.open("orders"));
    const lines = await Promise.all(opening);
    const ends = lines.map((line) => line.closed("the close 1001"));
    await Promise.all([context.stimulus.drain?.(), ...ends]);
    return Promise.all(ends);
  });
}

/**
 * Returns how the server answers an upgrade after the shutdown: with an HTTP status and a code, or not at
 * all.
 */
export function afterDrain(context: CheckContext): Promise<string> {
  return context.once("after drain", async () => {
    await drainServer(context);
    const { isOpen, refusal } = await context.dial("orders");
    if (isOpen) return "a stream";
    if (refusal === undefined) return "no connection";
    return `HTTP ${refusal.status} ${textAt(readJson(refusal.body ?? ""), "code") ?? ""}`.trim();
  });
}

interface Subject {
  readonly numbers: LastNumbers;
  readonly brokerId: string;
  readonly market: string;
}

/** Publishes frames while the server is still running. */
function numbersBefore(context: CheckContext): Promise<Subject> {
  return context.once("numbers before", async () => {
    const { brokerId } = await context.account();
    const market = await context.market();
    return { brokerId, market, numbers: await publishBoth(context, brokerId, market) };
  });
}

async function publishBoth(
  context: CheckContext,
  brokerId: string,
  market: string,
): Promise<LastNumbers> {
  const message = sampleOf("orders", { market });
  const line = await context.open("orders");
  return {
    logId: line.logId,
    seq: await context.publish({ channel: "orders", brokerId, message }),
    mdSeq: await context.publish({ channel: "market-data", message: bookDiff(market) }),
  };
}

/**
 * Restarts the server after a shutdown, only once in a run. The shutdown is graceful if the stimulus
 * supports that.
 */
export function restartServer(context: CheckContext): Promise<Restart> {
  return context.once("restart", async () => {
    const { brokerId, market, numbers } = await numbersBefore(context);
    if (context.can("drain")) await afterDrain(context);
    await context.stimulus.restart?.();
    return { before: numbers, after: await publishBoth(context, brokerId, market) };
  });
}
