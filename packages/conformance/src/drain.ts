// Shutdown and restart of the server: done once in a run, for all clauses that observe it.

import { readJson } from "./frame.ts";
import { textAt } from "./json-values.ts";
import type { Lab } from "./lab.ts";
import type { Closing } from "./line.ts";
import { headerOf } from "./log-identity.ts";
import { bookDiff, sampleOf } from "./samples.ts";

/** The identity of the log, and the last numbers of a stream and of a market. */
export interface LastNumbers {
  readonly seq: bigint;
  readonly mdSeq: bigint;
  readonly logId: string | undefined;
}

/** What was published before the shutdown and after the restart. */
export interface Restart {
  readonly before: LastNumbers;
  readonly after: LastNumbers;
}

const DRAINED = 8;

/** Shuts the server down, once in a run, while some connections are open. */
export function drained(lab: Lab): Promise<readonly Closing[]> {
  return lab.once("drain", async () => {
    if (lab.can("publish") && lab.can("restart")) await numbersBefore(lab);
    const opening = Array.from({ length: DRAINED }, () => lab.open("orders"));
    const lines = await Promise.all(opening);
    const ends = lines.map((line) => line.closed("the close 1001"));
    await Promise.all([lab.stimulus.drain?.(), ...ends]);
    return Promise.all(ends);
  });
}

/** Returns what an upgrade gets after the shutdown: an HTTP status and code, or no answer. */
export function afterDrain(lab: Lab): Promise<string> {
  return lab.once("after drain", async () => {
    await drained(lab);
    const result = await lab.attempt("orders");
    if (result.kind === "broken") return "no connection";
    if (result.kind === "open") return "a stream";
    return `HTTP ${result.status} ${textAt(readJson(result.body), "code") ?? ""}`.trim();
  });
}

interface Subject {
  readonly numbers: LastNumbers;
  readonly brokerId: string;
  readonly market: string;
}

/** Publishes while the server still runs. */
function numbersBefore(lab: Lab): Promise<Subject> {
  return lab.once("numbers before", async () => {
    const { brokerId } = await lab.account();
    const market = await lab.market();
    return { brokerId, market, numbers: await publishBoth(lab, brokerId, market) };
  });
}

async function publishBoth(lab: Lab, brokerId: string, market: string): Promise<LastNumbers> {
  const message = sampleOf("orders", { market });
  const line = await lab.open("orders");
  return {
    logId: headerOf(line),
    seq: await lab.publish({ channel: "orders", brokerId, message }),
    mdSeq: await lab.publish({ channel: "market-data", message: bookDiff(market) }),
  };
}

/** Restarts the server, once in a run, after it has shut down as gracefully as it can. */
export function restarted(lab: Lab): Promise<Restart> {
  return lab.once("restart", async () => {
    const { brokerId, market, numbers } = await numbersBefore(lab);
    if (lab.can("drain")) await afterDrain(lab);
    await lab.stimulus.restart?.();
    return { before: numbers, after: await publishBoth(lab, brokerId, market) };
  });
}
