// The end of a server, and its return: done once in a run, whatever clauses look at it.

import { readJson } from "./frame.ts";
import { textAt } from "./json-values.ts";
import type { Lab } from "./lab.ts";
import type { Closing } from "./line.ts";
import { headerOf } from "./log-identity.ts";
import { bookDiff, sampleOf } from "./samples.ts";

/** The log, and the number of the last frame of a stream and of a market. */
export interface LastNumbers {
  readonly seq: bigint;
  readonly mdSeq: bigint;
  readonly logId: string | undefined;
}

/** Is what was published before a server ended, and after it was back. */
export interface Restart {
  readonly before: LastNumbers;
  readonly after: LastNumbers;
}

const DRAINED = 8;

/** Has the server go away, once in a run, with some connections to see it. */
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

/** Tells what an upgrade gets once the server went away: an HTTP status and code, or nothing. */
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

/** Publishes while the server is still there. */
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

/** Has the server start again, once in a run, when it went away as gracefully as it can. */
export function restarted(lab: Lab): Promise<Restart> {
  return lab.once("restart", async () => {
    const { brokerId, market, numbers } = await numbersBefore(lab);
    if (lab.can("drain")) await afterDrain(lab);
    await lab.stimulus.restart?.();
    return { before: numbers, after: await publishBoth(lab, brokerId, market) };
  });
}
