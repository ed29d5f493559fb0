// The frames that a client may send on /market-data, and the consequences of mistakes: streams
// source §4.6, §8; S10.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { snapshotOf } from "../checks/market-line.ts";
import { errorCodeOf, type Frame } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { at, isObject, listAt, textAt } from "../stimulus/json-values.ts";
import { lifecycle } from "../stimulus/samples.ts";

const malformed: readonly (string | Buffer)[] = [
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

function errorsOf(line: Line): readonly Frame[] {
  return line.frames.filter(({ type }) => type === "error");
}

/** Sends a frame and waits for the error frame that answers it. */
async function errorFor(line: Line, message: object | string | Buffer): Promise<Frame> {
  const before = errorsOf(line).length;
  line.send(message);
  const shown = Buffer.isBuffer(message) ? "a binary frame" : JSON.stringify(message);
  return line.until(`an error frame for ${shown}`, () => {
    demand(line.closing === undefined, `${shown} was closed with ${line.closing?.code}`);
    return errorsOf(line)[before];
  });
}

async function invalid(line: Line, message: object | string | Buffer): Promise<Frame> {
  const error = await errorFor(line, message);
  demand(errorCodeOf(error) === "invalid_frame", `the code is ${errorCodeOf(error)}`);
  return error;
}

/** Sends invalid frames until the server closes the connection or `count` is reached. */
async function sendInvalid(context: CheckContext, count: number): Promise<Line> {
  const line = await context.open("market-data");
  for (let sent = 0; sent < count; sent += 1) line.send("{");
  return line;
}

/**
 * Returns a market that has ended: one created for this check, or one that a replay of /events
 * shows.
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

/** The rules of control frames. */
export const controlFrames: readonly CheckedClause[] = [
  {
    id: "8.2",
    source: "8 (subscribe/unsubscribe markets); 4.6",
    sentence: "subscribe and unsubscribe without a market are invalid.",
    async check(context) {
      const line = await context.open("market-data");
      for (const type of ["subscribe", "unsubscribe"]) await invalid(line, { type, markets: [] });
      return "invalid_frame for both";
    },
  },
  {
    id: "S10.1",
    source: "S10; 7.2",
    sentence: "A malformed control frame is answered with an error frame invalid_frame.",
    async check(context) {
      // As many on one connection as the server tolerates, so that it closes none for their number.
      const borne = Math.max(1, (await context.limitOf("max_invalid_frames_per_minute")) - 1);
      let line = await context.open("market-data");
      for (const [index, message] of malformed.entries()) {
        if (index > 0 && index % borne === 0) line = await context.open("market-data");
        await invalid(line, message);
      }
      return `invalid_frame for ${malformed.length} malformed frames`;
    },
  },
  {
    id: "S10.2",
    source: "S10",
    sentence: "The error frame for a malformed control frame says in details what is wrong.",
    async check(context) {
      const line = await context.open("market-data");
      const error = await errorFor(line, { type: "subscribe", markets: [1] });
      const details = at(error.value, "payload", "details");
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
      line.send({ type: "subscribe", markets: [market] });
      await snapshotOf(line, market);
      return "subscribed behind it";
    },
  },
  {
    id: "S10.4",
    source: "S10; 7.2",
    sentence: "An unknown market is answered with an error frame unknown_market.",
    async check(context) {
      const line = await context.open("market-data");
      const unknown = context.unique("unknown");
      const error = await errorFor(line, { type: "subscribe", markets: [unknown] });
      demand(errorCodeOf(error) === "unknown_market", `the code is ${errorCodeOf(error)}`);
      return "error frame unknown_market";
    },
  },
  {
    id: "S10.5",
    source: "S10",
    sentence: "The error frame of unknown markets lists them in details.",
    async check(context) {
      const line = await context.open("market-data");
      const markets = [context.unique("unknown"), context.unique("unknown")];
      const error = await errorFor(line, { type: "subscribe", markets });
      const details = at(error.value, "payload", "details");
      const listed = isObject(details)
        ? Object.values(details).flatMap((one) => listAt({ one }, "one"))
        : [];
      demand(
        markets.every((market) => listed.includes(market)),
        `details: ${JSON.stringify(details)}`,
      );
      return "both listed";
    },
  },
  {
    id: "S10.6",
    source: "S10",
    sentence: "If a frame names known and unknown markets, the known ones are subscribed.",
    async check(context) {
      const market = await context.market();
      const line = await context.open("market-data");
      line.send({ type: "subscribe", markets: [context.unique("unknown"), market] });
      await snapshotOf(line, market);
      return "the known one was subscribed";
    },
  },
  {
    id: "S10.9",
    source: "S10",
    sentence: "unknown_market lists in details.closed which markets existed in the past.",
    async check(context) {
      const closed = await closedMarket(context);
      const never = context.unique("unknown");
      const line = await context.open("market-data");
      const error = await errorFor(line, { type: "subscribe", markets: [never, closed] });
      const stated = listAt(error.value, "payload", "details", "closed");
      demand(
        stated.includes(closed),
        `${closed} has ended; details.closed is ${stated.join(", ")}`,
      );
      demand(!stated.includes(never), `${never} never was; details.closed is ${stated.join(", ")}`);
      return `${closed} of the two`;
    },
  },
  {
    id: "S10.7",
    source: "S10; S12",
    sentence: "Many invalid control frames within a minute are closed with 1008.",
    async check(context) {
      const limit = await context.limitOf("max_invalid_frames_per_minute");
      const line = await sendInvalid(context, limit);
      const { code } = await line.closed("the close 1008");
      demand(code === 1008, `closed with ${code}`);
      return `${limit} were closed with 1008`;
    },
  },
  {
    id: "S10.8",
    source: "S10; S12",
    sentence: "One invalid control frame fewer does not close the connection.",
    async check(context) {
      const count = (await context.limitOf("max_invalid_frames_per_minute")) - 1;
      const line = await sendInvalid(context, count);
      const unknown = context.unique("unknown");
      line.send({ type: "subscribe", markets: [unknown] });
      await context.underLimit("max_invalid_frames_per_minute", () =>
        line.next("the answer behind them", ({ text }) => text.includes(unknown)),
      );
      return `${count} were borne`;
    },
  },
];
