// The frames that a client may send on /market-data, and the consequences of mistakes: streams
// source §4.6, §8; S10.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { demandLimitError, sendInvalid } from "../checks/exceed-limits.ts";
import { awaitSnapshot, subscribeTo } from "../checks/market-line.ts";
import { errorCodeOf, type Frame, isError } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { isObject, listAt, textAt, valueAt } from "../stimulus/json-values.ts";
import { lifecycle } from "../stimulus/samples.ts";

const malformed: readonly (string | Uint8Array)[] = [
  "{",
  "[]",
  "null",
  '{"type":"nothing"}',
  '{"type":"subscribe"}',
  '{"type":"subscribe","markets":"M"}',
  '{"type":"subscribe","markets":[1]}',
  '{"type":"subscribe","markets":["M"],"force_snapshot":"yes"}',
  Buffer.from('{"type":"subscribe","markets":["M"]}'),
];

/** Sends a frame and waits for the error frame that answers it. */
async function errorFor(line: Line, message: object | string | Uint8Array): Promise<Frame> {
  const before = line.frames.filter(isError).length;
  line.send(message);
  const shown = message instanceof Uint8Array ? "a binary frame" : JSON.stringify(message);
  return line.until(`an error frame for ${shown}`, () => {
    demand(line.closing === undefined, `${shown} was closed with ${line.closing?.code}`);
    return line.frames.filter(isError)[before];
  });
}

/** Fails the clause unless the server answers each frame with `invalid_frame`. Returns the last answer. */
async function demandInvalid(
  context: CheckContext,
  messages: readonly (object | string | Uint8Array)[],
): Promise<Frame | undefined> {
  const line = await context.open("market-data");
  let error: Frame | undefined;
  for (const message of messages) {
    error = await errorFor(line, message);
    demand(errorCodeOf(error) === "invalid_frame", `the code is ${errorCodeOf(error)}`);
  }
  return error;
}

/** Subscribes to unknown markets, and returns the code and the details of the error frame. */
async function unknownMarkets(context: CheckContext, markets: readonly string[]) {
  const line = await context.open("market-data");
  const error = await errorFor(line, { type: "subscribe", markets });
  return { code: errorCodeOf(error), details: valueAt(error.value, "payload", "details") };
}

/**
 * Returns a market that has ended: a market that was created for this check, or a market from a replay of
 * `/events`.
 */
async function closedMarket(context: CheckContext): Promise<string> {
  const ends = (frame: Frame): boolean =>
    /^market\.(settled|voided)$/.test(textAt(frame.value, "event_type") ?? "");
  if (context.can("publish")) {
    const market = context.unique("market");
    for (const type of ["market.created", "market.settled"] as const) {
      await context.publish({ channel: "events", message: lifecycle(type, { market }) });
    }
    return market;
  }
  const line = await context.open("events", { query: { since: 1 } });
  const end = await line.next("a market that ended", ends).catch(() => undefined);
  return (
    textAt(end?.value, "market_id") ?? notRun("no market has ended on /events", { kind: "wait" })
  );
}

export const controlFrames: readonly CheckedClause[] = [
  {
    id: "8.2",
    source: "8 (subscribe/unsubscribe markets); 4.6",
    sentence: "`subscribe` and `unsubscribe` without a market are invalid.",
    async check(context) {
      const types = ["subscribe", "unsubscribe"];
      await demandInvalid(
        context,
        types.map((type) => ({ type, markets: [] })),
      );
      return "invalid_frame for both";
    },
  },
  {
    id: "S10.1",
    source: "S10; 7.2",
    sentence: "A malformed control frame is answered with the error frame `invalid_frame`.",
    async check(context) {
      // Each connection sends only as many invalid frames as the server tolerates. With more, the server
      // would close the connection because of their number.
      const borne = Math.max(1, (await context.limitOf("max_invalid_frames_per_minute")) - 1);
      for (let at = 0; at < malformed.length; at += borne) {
        await demandInvalid(context, malformed.slice(at, at + borne));
      }
      return `invalid_frame for each of ${malformed.length}`;
    },
  },
  {
    id: "S10.2",
    source: "S10",
    sentence: "The `details` of the error frame for a malformed control frame say what is wrong.",
    async check(context) {
      const error = await demandInvalid(context, [{ type: "subscribe", markets: [1] }]);
      const details = valueAt(error?.value, "payload", "details");
      demand(isObject(details) && Object.keys(details).length > 0, `details: ${String(details)}`);
      return `details with ${Object.keys(details).join(", ")}`;
    },
  },
  {
    id: "S10.3",
    source: "S10",
    sentence: "A malformed control frame leaves the connection open and usable.",
    async check(context) {
      const market = await context.market();
      const line = await context.open("market-data");
      await errorFor(line, "{");
      await subscribeTo(line, market);
      return "a later subscription was accepted";
    },
  },
  {
    id: "S10.4",
    source: "S10; 7.2",
    sentence: "An unknown market is answered with the error frame `unknown_market`.",
    async check(context) {
      const { code } = await unknownMarkets(context, [context.unique("unknown")]);
      demand(code === "unknown_market", `the code is ${code}`);
      return "error frame unknown_market";
    },
  },
  {
    id: "S10.5",
    source: "S10",
    sentence: "The error frame `unknown_market` lists all unknown markets in `details`.",
    async check(context) {
      const markets = [context.unique("unknown"), context.unique("unknown")];
      const { details } = await unknownMarkets(context, markets);
      const listed = isObject(details) ? Object.values(details).flat() : [];
      const isListed = markets.every((market) => listed.includes(market));
      demand(isListed, `details: ${JSON.stringify(details)}`);
      return "both listed";
    },
  },
  {
    id: "S10.6",
    source: "S10",
    sentence:
      "If a frame names known and unknown markets, the client is subscribed to the known markets.",
    async check(context) {
      const market = await context.market();
      const line = await context.open("market-data");
      line.send({ type: "subscribe", markets: [context.unique("unknown"), market] });
      await awaitSnapshot(line, market);
      return "subscribed to the known market";
    },
  },
  {
    id: "S10.7",
    source: "S10; S12",
    sentence:
      "A connection with too many invalid control frames within a minute is closed with 1008.",
    async check(context) {
      const { line, count } = await sendInvalid(context);
      return `${await line.closedWith(1008)} after ${count} frames`;
    },
  },
  {
    id: "S10.8",
    source: "S10; S12",
    sentence: "With one invalid control frame fewer, the connection stays open.",
    async check(context) {
      const { line, count } = await sendInvalid(context, -1);
      const unknown = context.unique("unknown");
      line.send({ type: "subscribe", markets: [unknown] });
      await context.underLimit("max_invalid_frames_per_minute", () =>
        line.next("the answer to a later subscription", ({ text }) => text.includes(unknown)),
      );
      return `${count} frames were tolerated`;
    },
  },
  {
    id: "S10.9",
    source: "S10",
    sentence:
      "The error frame `unknown_market` lists in `details.closed` the markets that existed in the past.",
    async check(context) {
      const closed = await closedMarket(context);
      const never = context.unique("unknown");
      const { details } = await unknownMarkets(context, [never, closed]);
      const stated = listAt(details, "closed");
      const listsOnlyClosed = stated.includes(closed) && !stated.includes(never);
      demand(listsOnlyClosed, `only ${closed} has ended; details.closed is ${stated.join(", ")}`);
      return `only ${closed}`;
    },
  },
  {
    id: "S25.2",
    source: "S25; S10",
    sentence:
      "Before a close with 1008, an error frame gives the maximum number of invalid frames.",
    async check(context) {
      const { line, count } = await sendInvalid(context);
      await line.closed("the close 1008");
      return demandLimitError(line, count);
    },
  },
];
