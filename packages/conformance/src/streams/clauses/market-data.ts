// Books and trades of subscribed markets: streams source §4.6; S13.

import { demand } from "../../report/conformance-error.ts";
import type { CheckedClause } from "../checks/clause.ts";
import {
  awaitProcessed,
  dataOf,
  of,
  onDemand,
  periodic,
  snapshotOf,
  stimulate,
  subscribed,
} from "../checks/market-line.ts";
import { type Frame, isData, isSnapshot, mdSeqOf } from "../line/frame.ts";
import { bookOf, printBook } from "../line/market-book.ts";
import { at, holds, isObject } from "../stimulus/json-values.ts";
import { bookDiff, level, trade } from "../stimulus/samples.ts";

/** The rules of market data. */
export const marketData: readonly CheckedClause[] = [
  {
    id: "4.6.1",
    source: "4.6 rule 1",
    sentence: "A connection starts without markets: nothing is sent before it subscribes.",
    needs: ["publish"],
    async check(context) {
      const [one, two] = [await context.market(), await context.market()];
      const line = await context.open("market-data");
      await context.publish({ channel: "market-data", message: bookDiff(one) });
      line.send({ type: "subscribe", markets: [two] });
      await snapshotOf(line, two);
      await context.publish({ channel: "market-data", message: bookDiff(one) });
      await stimulate(context, line, two);
      const others = line.frames.filter((frame) => isData(frame) && !of(frame, two));
      demand(others.length === 0, `got ${others[0]?.text}`);
      return "nothing but the market subscribed to";
    },
  },
  {
    id: "4.6.2",
    source: "4.6 rule 2",
    sentence: "A subscription is answered with exactly one snapshot of each new market.",
    needs: ["publish"],
    async check(context) {
      const markets = [await context.market(), await context.market()];
      const line = await context.open("market-data");
      line.send({ type: "subscribe", markets });
      for (const market of markets) {
        await snapshotOf(line, market);
        await stimulate(context, line, market);
      }
      await awaitProcessed(context, line);
      for (const market of markets) {
        const count = onDemand(line, market).length;
        demand(count === 1, `${count} snapshots of ${market} came`);
        const [first] = dataOf(line, market);
        demand(first !== undefined && isSnapshot(first), `began with ${first?.type}`);
      }
      return "one snapshot of each of two markets";
    },
  },
  {
    id: "4.6.3",
    source: "4.6 rule 2; 6",
    sentence: "After the snapshot, a book_diff is sent for each change of the book.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await subscribed(context);
      const message = bookDiff(market, [level(57, 3)], [level(64, 2)]);
      const frame = await stimulate(context, line, market, message);
      demand(holds(frame.value, message), `got ${frame.text}`);
      return `book_diff ${mdSeqOf(frame)}, as published`;
    },
  },
  {
    id: "4.6.4",
    source: "4.6 rule 2; 6",
    sentence: "After the snapshot, a trade is sent for each execution.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await subscribed(context);
      const message = trade(market);
      const frame = await stimulate(context, line, market, message);
      demand(holds(frame.value, message), `got ${frame.text}`);
      return `trade ${mdSeqOf(frame)}, as published`;
    },
  },
  {
    id: "4.6.5",
    source: "4.6 rule 3",
    sentence: "Subscribing again without force_snapshot sends no further snapshot.",
    async check(context) {
      const { line, market } = await subscribed(context);
      line.send({ type: "subscribe", markets: [market] });
      line.send({ type: "subscribe", markets: [market], force_snapshot: false });
      await awaitProcessed(context, line);
      const count = onDemand(line, market).length;
      demand(count === 1, `${count} snapshots came`);
      return "one snapshot for three subscriptions";
    },
  },
  {
    id: "4.6.6",
    source: "4.6 rule 3",
    sentence: "Subscribing again with force_snapshot=true sends a fresh snapshot.",
    async check(context) {
      const { line, market } = await subscribed(context);
      line.send({ type: "subscribe", markets: [market], force_snapshot: true });
      await awaitProcessed(context, line);
      const count = onDemand(line, market).length;
      demand(count === 2, `${count - 1} fresh snapshots came`);
      return "a second snapshot";
    },
  },
  {
    id: "4.6.7",
    source: "4.6 rule 4",
    sentence: "After unsubscribe, no more frames of the market are sent; other markets continue.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await subscribed(context);
      const other = await context.market();
      line.send({ type: "subscribe", markets: [other] });
      await snapshotOf(line, other);
      line.send({ type: "unsubscribe", markets: [market] });
      await awaitProcessed(context, line);
      const before = dataOf(line, market).length;
      await context.publish({ channel: "market-data", message: bookDiff(market) });
      await stimulate(context, line, other);
      const after = dataOf(line, market).length;
      demand(after === before, `${after - before} frames of the market came`);
      return "the other market alone";
    },
  },
  {
    id: "4.6.10",
    source: "4.6 rule 7; 6",
    sentence: "A market that changes gets a periodic snapshot.",
    async check(context) {
      const { snapshot } = await periodic(context);
      return `book_snapshot ${mdSeqOf(snapshot)}`;
    },
  },
  {
    id: "4.6.11",
    source: "4.6 rule 7; 2.9",
    sentence: "A snapshot and the diffs after it add up to the book in a later snapshot.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await subscribed(context);
      await stimulate(
        context,
        line,
        market,
        bookDiff(market, [level(60, 7), level(55, 1)], [level(64, 5)]),
      );
      await stimulate(context, line, market, trade(market));
      await stimulate(context, line, market, bookDiff(market, [level(59, 0)], [level(63, 0)]));
      const later = await context.open("market-data");
      later.send({ type: "subscribe", markets: [market] });
      const shown = await snapshotOf(later, market);
      const until = mdSeqOf(shown) ?? 0n;
      await line.until(`the md_seq ${until}`, () =>
        dataOf(line, market).find((frame) => (mdSeqOf(frame) ?? 0n) >= until),
      );
      const before = dataOf(line, market).filter((frame) => (mdSeqOf(frame) ?? 0n) <= until);
      const [kept, wanted] = [printBook(bookOf(before)), printBook(bookOf([shown]))];
      demand(kept === wanted, `kept ${kept}, shown ${wanted}`);
      return `the levels agree at ${until}`;
    },
  },
  {
    id: "4.6.12",
    source: "4.6 rule 8",
    sentence: "A subscription that fails sends no snapshot.",
    async check(context) {
      const line = await context.open("market-data");
      const unknown = context.unique("unknown");
      line.send({ type: "subscribe", markets: [unknown], force_snapshot: true });
      await awaitProcessed(context, line);
      demand(dataOf(line, unknown).length === 0, `got ${line.summary()}`);
      return "none for an unknown market";
    },
  },
  {
    id: "4.6.13",
    source: "4.6 rules 2 and 8",
    sentence: "A market that was unsubscribed counts as new: subscribing again sends a snapshot.",
    async check(context) {
      const { line, market } = await subscribed(context);
      line.send({ type: "unsubscribe", markets: [market] });
      line.send({ type: "subscribe", markets: [market] });
      await awaitProcessed(context, line);
      const count = onDemand(line, market).length;
      demand(count === 2, `${count} snapshots came`);
      return "a snapshot for each of two subscriptions";
    },
  },
  {
    id: "4.6.14",
    source: "4.6 rule 9",
    sentence: "Only snapshots acknowledge subscribe, and nothing acknowledges unsubscribe.",
    async check(context) {
      const { line, market } = await subscribed(context);
      line.send({ type: "subscribe", markets: [market] });
      line.send({ type: "unsubscribe", markets: [market] });
      line.send({ type: "unsubscribe", markets: [market] });
      await awaitProcessed(context, line);
      const other = line.frames.filter(
        (frame) => !isData(frame) && frame.type !== "heartbeat" && !isUnknownMarket(frame),
      );
      demand(other.length === 0, `got ${other[0]?.text}`);
      return "no other frame";
    },
  },
  {
    id: "S13.1",
    source: "S13",
    sentence: "A snapshot on demand repeats the current md_seq; the next change is that plus one.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await subscribed(context);
      await stimulate(context, line, market);
      line.send({ type: "subscribe", markets: [market], force_snapshot: true });
      await awaitProcessed(context, line);
      const repeated = onDemand(line, market)[1];
      demand(repeated !== undefined, `no snapshot repeated a number (${line.summary()})`);
      const seq = mdSeqOf(repeated) ?? 0n;
      await stimulate(context, line, market);
      const behind = dataOf(line, market).slice(dataOf(line, market).indexOf(repeated) + 1);
      const next = behind[0] && mdSeqOf(behind[0]);
      demand(next === seq + 1n, `the snapshot ${seq} was followed by ${next}`);
      return `snapshot ${seq} again, then ${next}`;
    },
  },
  {
    id: "S13.2",
    source: "S13",
    sentence: "A periodic snapshot takes the next md_seq.",
    async check(context) {
      const { line, market, snapshot } = await periodic(context);
      const frames = dataOf(line, market);
      const before = frames[frames.indexOf(snapshot) - 1];
      const [last, seq] = [before && mdSeqOf(before), mdSeqOf(snapshot)];
      demand(seq === (last ?? 0n) + 1n, `the snapshot behind ${last} has ${seq}`);
      return `${last}, snapshot ${seq}`;
    },
  },
];

function isUnknownMarket({ value }: Frame): boolean {
  const payload = at(value, "payload");
  return isObject(payload) && payload["code"] === "unknown_market";
}
