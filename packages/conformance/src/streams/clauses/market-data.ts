// Books and trades of subscribed markets: streams source §4.6; S13. The clauses of the contract
// judge whether the numbers of a market have no gaps.

import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import {
  awaitChange,
  awaitPeriodicSnapshot,
  awaitProcessed,
  awaitSnapshot,
  isOfMarket,
  marketFrames,
  onDemand,
  openSubscribed,
  type SubscribedLine,
  subscribeTo,
} from "../checks/market-line.ts";
import { errorCodeOf, isData, isSnapshot, mdSeqOf } from "../line/frame.ts";
import { bookOf, printBook } from "../line/market-book.ts";
import { holdsMembers } from "../stimulus/json-values.ts";
import { bookDiff, level, trade } from "../stimulus/samples.ts";
import type { JsonObject } from "../stimulus/stimulus.ts";

/**
 * Judges the number of snapshots that a connection gets after additional control frames about its market.
 */
function snapshotClause(
  id: string,
  source: string,
  sentence: string,
  wanted: number,
  ...controls: readonly JsonObject[]
): CheckedClause {
  return {
    ...{ id, source, sentence },
    async check(context) {
      const { line, market } = await openSubscribed(context);
      for (const control of controls) line.send({ markets: [market], ...control });
      await awaitProcessed(context, line);
      const count = onDemand(line, market).length;
      demand(count === wanted, `${count} snapshots came, expected ${wanted}`);
      return `${count} for ${controls.length + 1} control frames`;
    },
  };
}

/** Judges whether a frame of a market arrives unchanged. */
function arrivalClause(
  id: string,
  source: string,
  sentence: string,
  make: (market: string) => JsonObject,
): CheckedClause {
  return {
    ...{ id, source, sentence },
    needs: ["publish"],
    async check(context) {
      const { line, market } = await openSubscribed(context);
      const message = make(market);
      const frame = await awaitChange(context, line, market, message);
      demand(holdsMembers(frame.value, message), `got ${frame.text}`);
      return `${frame.type} ${mdSeqOf(frame)}, as published`;
    },
  };
}

/** Fails the clause unless the number of a data frame is the previous number plus one. */
function demandNext({ line, market }: SubscribedLine, at: number): string {
  const [before, frame] = marketFrames(line, market).slice(at - 1);
  const [last, seq] = [before && mdSeqOf(before), frame && mdSeqOf(frame)];
  demand(seq === (last ?? 0n) + 1n, `${last} was followed by ${seq}`);
  return `${last}, then ${frame?.type} ${seq}`;
}

async function publishDiff(context: CheckContext, market: string): Promise<void> {
  await context.publish({ channel: "market-data", message: bookDiff(market) });
}

export const marketData: readonly CheckedClause[] = [
  {
    id: "4.6.1",
    source: "4.6 rule 1",
    sentence: "A connection starts without markets: nothing is sent before it subscribes.",
    needs: ["publish"],
    async check(context) {
      const [one, two] = [await context.market(), await context.market()];
      const line = await context.open("market-data");
      await publishDiff(context, one);
      await subscribeTo(line, two);
      await publishDiff(context, one);
      await awaitChange(context, line, two);
      const others = line.frames.filter((frame) => isData(frame) && !isOfMarket(frame, two));
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
        await awaitSnapshot(line, market);
        await awaitChange(context, line, market);
      }
      await awaitProcessed(context, line);
      for (const market of markets) {
        const count = onDemand(line, market).length;
        demand(count === 1, `${count} snapshots of ${market} came`);
        const [first] = marketFrames(line, market);
        demand(first !== undefined && isSnapshot(first), `began with ${first?.type}`);
      }
      return "one snapshot of each of two markets";
    },
  },
  arrivalClause(
    "4.6.3",
    "4.6 rule 2; 6",
    "After the snapshot, a `book_diff` is sent for each change of the book.",
    (market) => bookDiff(market, [level(57, 3)], [level(64, 2)]),
  ),
  arrivalClause(
    "4.6.4",
    "4.6 rule 2; 6",
    "After the snapshot, a `trade` is sent for each execution.",
    trade,
  ),
  snapshotClause(
    "4.6.5",
    "4.6 rule 3",
    "A repeated `subscribe` without `force_snapshot` is not answered with a snapshot.",
    1,
    { type: "subscribe" },
    { type: "subscribe", force_snapshot: false },
  ),
  snapshotClause(
    "4.6.6",
    "4.6 rule 3",
    "A repeated `subscribe` with `force_snapshot: true` is answered with a new snapshot.",
    2,
    { type: "subscribe", force_snapshot: true },
  ),
  {
    id: "4.6.7",
    source: "4.6 rule 4",
    sentence: "After unsubscribe, no more frames of the market are sent; other markets continue.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await openSubscribed(context);
      const other = await context.market();
      await subscribeTo(line, other);
      line.send({ type: "unsubscribe", markets: [market] });
      await awaitProcessed(context, line);
      const before = marketFrames(line, market).length;
      await publishDiff(context, market);
      await awaitChange(context, line, other);
      const after = marketFrames(line, market).length;
      demand(after === before, `${after - before} frames of the market came`);
      return "only frames of the other market";
    },
  },
  {
    id: "4.6.10",
    source: "4.6 rule 7; 6",
    sentence: "A market that changes gets a periodic snapshot.",
    async check(context) {
      const { snapshot } = await awaitPeriodicSnapshot(context);
      return `book_snapshot ${mdSeqOf(snapshot)}`;
    },
  },
  {
    id: "4.6.11",
    source: "4.6 rule 7; 2.9",
    sentence: "A snapshot and the diffs after it add up to the book in a later snapshot.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await openSubscribed(context);
      for (const message of [
        bookDiff(market, [level(60, 7), level(55, 1)], [level(64, 5)]),
        trade(market),
        bookDiff(market, [level(59, 0)], [level(63, 0)]),
      ]) {
        await awaitChange(context, line, market, message);
      }
      const shown = await subscribeTo(await context.open("market-data"), market);
      const until = mdSeqOf(shown) ?? 0n;
      await line.until(`the md_seq ${until}`, () =>
        marketFrames(line, market).find((frame) => (mdSeqOf(frame) ?? 0n) >= until),
      );
      const before = marketFrames(line, market).filter((frame) => (mdSeqOf(frame) ?? 0n) <= until);
      const [kept, wanted] = [printBook(bookOf(before)), printBook(bookOf([shown]))];
      demand(kept === wanted, `got ${kept}, expected ${wanted}`);
      return `the levels agree at ${until}`;
    },
  },
  {
    id: "4.6.12",
    source: "4.6 rule 8",
    sentence: "A rejected subscription is not answered with a snapshot.",
    async check(context) {
      const line = await context.open("market-data");
      const unknown = context.unique("unknown");
      line.send({ type: "subscribe", markets: [unknown], force_snapshot: true });
      await awaitProcessed(context, line);
      demand(marketFrames(line, unknown).length === 0, `got ${line.summary()}`);
      return "none for an unknown market";
    },
  },
  snapshotClause(
    "4.6.13",
    "4.6 rules 2 and 8",
    "After `unsubscribe`, a market counts as new: the next `subscribe` is answered with a snapshot.",
    2,
    { type: "unsubscribe" },
    { type: "subscribe" },
  ),
  {
    id: "4.6.14",
    source: "4.6 rule 9",
    sentence: "Only snapshots acknowledge a `subscribe`. Nothing acknowledges an `unsubscribe`.",
    async check(context) {
      const { line, market } = await openSubscribed(context);
      for (const type of ["subscribe", "unsubscribe", "unsubscribe"]) {
        line.send({ type, markets: [market] });
      }
      await awaitProcessed(context, line);
      const other = line.frames.find(
        (frame) =>
          !isData(frame) && frame.type !== "heartbeat" && errorCodeOf(frame) !== "unknown_market",
      );
      demand(other === undefined, `got ${other?.text}`);
      return "no other frame";
    },
  },
  {
    id: "S13.1",
    source: "S13",
    sentence: "A snapshot on demand repeats the current md_seq; the next change is that plus one.",
    needs: ["publish"],
    async check(context) {
      const own = await openSubscribed(context);
      const { line, market } = own;
      await awaitChange(context, line, market);
      line.send({ type: "subscribe", markets: [market], force_snapshot: true });
      await awaitProcessed(context, line);
      const repeated = onDemand(line, market)[1];
      demand(repeated !== undefined, `no snapshot repeated a number (${line.summary()})`);
      await awaitChange(context, line, market);
      return demandNext(own, marketFrames(line, market).indexOf(repeated) + 1);
    },
  },
  {
    id: "S13.2",
    source: "S13",
    sentence: "A periodic snapshot takes the next `md_seq`.",
    async check(context) {
      const own = await awaitPeriodicSnapshot(context);
      return demandNext(own, marketFrames(own.line, own.market).indexOf(own.snapshot));
    },
  },
];
