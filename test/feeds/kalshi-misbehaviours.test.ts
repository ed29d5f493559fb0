// Each misbehaviour of the simulated Kalshi breaks the rule in its name; without it, the venue keeps the
// rule.

import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import {
  type KalshiMisbehaviour,
  misbehaviours,
} from "../../examples/feeds/kalshi/simulator/misbehaviours.ts";
import { simulateKalshi } from "../../examples/feeds/kalshi/simulator.ts";
import { accessKey, ReferenceBooks, signedUpgrade } from "./kalshi-reference-client.ts";
import { connectObserved, getJson, tryConnect } from "./observed-client.ts";

const START_MS = 1_790_000_000_000;

/** Starts a venue, with a misbehaviour if a kind is given, and one connection that follows all books. */
function start(kind: string | undefined) {
  const clock = fakeClock(START_MS);
  const venue = simulateKalshi({ clock, random: seededRandom(1), key: accessKey });
  const books = new ReferenceBooks();
  const client = connectObserved(venue, signedUpgrade(START_MS), (frame) => books.take(frame));
  if (kind !== undefined) venue.misbehave(kind);
  const params = { channels: ["orderbook_delta"], market_tickers: venue.markets };
  client.ask({ id: 1, cmd: "subscribe", params });
  const steps = (count: number): void => {
    for (let step = 0; step < count; step += 1) venue.step();
  };
  const update = (action: string, tickers = venue.markets): readonly unknown[] =>
    client.ask({
      id: 2,
      cmd: "update_subscription",
      params: { sid: 1, action, market_tickers: tickers },
    });
  return { clock, venue, books, client, steps, update };
}

function breaksNumbering(kind: string | undefined): boolean {
  const { books, steps, update } = start(kind);
  steps(10);
  update("add_markets");
  steps(10);
  return books.gaps.length > 0;
}

function breaksBooks(kind: string | undefined): boolean {
  const { books, steps } = start(kind);
  steps(20);
  expect(books.compared).toBeGreaterThan(50);
  return books.differences.length > 0;
}

interface Payload {
  readonly type: string;
  readonly id?: number;
  readonly sid?: number;
  readonly msg: {
    readonly sid?: number;
    readonly market_ticker?: string;
    readonly yes_dollars_fp?: readonly unknown[][];
    readonly no_dollars_fp?: readonly unknown[][];
  };
}

type Check = (kind: string | undefined) => boolean | Promise<boolean>;
const list = { id: 3, cmd: "list_subscriptions" };

/** Whether the venue breaks the rule of each misbehaviour. */
const broken: Readonly<Record<KalshiMisbehaviour, Check>> = {
  drop: breaksNumbering,
  double: breaksNumbering,
  reorder: breaksNumbering,
  "sequence-not-counted-on-ok": breaksNumbering,
  "sequence-per-market": breaksNumbering,
  "sequence-from-zero": breaksNumbering,
  corrupt: breaksBooks,
  "no-first-snapshot": breaksBooks,
  "wrong-side": breaksBooks,
  "absolute-quantities": breaksBooks,
  "yes-prices-unasked": breaksBooks,
  async stall(kind) {
    const { clock, client, steps } = start(kind);
    client.take();
    steps(20);
    await clock.advance(10_000);
    return client.take().length === 0 && client.pings.length === 0 && client.closes.length === 0;
  },
  cut: (kind) => start(kind).client.closes[0]?.code === 1006,
  age: (kind) => start(kind).client.closes[0]?.code === 1001,
  "buffer-overflow"(kind) {
    const { client, venue } = start(undefined);
    if (kind !== undefined) venue.misbehave(kind);
    return client.take().some(({ value }) => value["type"] === "error");
  },
  "no-acknowledgement": (kind) => start(kind).client.ask(list).length === 0,
  "wrong-acknowledgement-id"(kind) {
    const [answer] = start(kind).client.ask(list) as Payload[];
    return answer?.id !== 3;
  },
  async "no-heartbeat"(kind) {
    const { clock, client } = start(kind);
    await clock.advance(10_000);
    return client.pings.length === 0;
  },
  async "wrong-heartbeat-body"(kind) {
    const { clock, client } = start(kind);
    await clock.advance(10_000);
    return client.pings[0] !== "heartbeat";
  },
  "shared-sid"(kind) {
    const { client } = start(kind);
    const params = { channels: ["trade"] };
    const [answer] = client.ask({ id: 2, cmd: "subscribe", params }) as Payload[];
    return answer?.msg.sid === 1;
  },
  "empty-sides"(kind) {
    const { steps, update } = start(kind);
    return Array.from({ length: 500 }).some(() => {
      steps(1);
      return (update("get_snapshot") as Payload[]).some(
        ({ msg }) => msg.yes_dollars_fp?.length === 0 || msg.no_dollars_fp?.length === 0,
      );
    });
  },
  "numbers-without-quotes"(kind) {
    const { venue } = start(undefined);
    if (kind !== undefined) venue.misbehave(kind);
    // The reference client only reads strings.
    const client = connectObserved(venue, signedUpgrade(START_MS));
    const params = { channels: ["orderbook_delta"], market_tickers: venue.markets };
    const answers = client.ask({ id: 1, cmd: "subscribe", params });
    return (answers as Payload[]).some(({ msg }) =>
      msg.yes_dollars_fp?.flat().some((part) => typeof part === "number"),
    );
  },
  "ignores-get-snapshot": (kind) => start(kind).update("get_snapshot").length === 0,
  "snapshot-without-id"(kind) {
    const answers = start(kind).update("get_snapshot") as Payload[];
    return answers.some(({ id }) => id === undefined);
  },
  "ignores-delete-markets"(kind) {
    const { client, steps, update, venue } = start(kind);
    update("delete_markets", venue.markets.slice(1));
    steps(20);
    const tickers = client
      .take()
      .map(({ value }) => (value as unknown as Payload).msg.market_ticker);
    return tickers.some((ticker) => ticker !== venue.markets[0]);
  },
  "ignores-unsubscribe"(kind) {
    const { client, steps } = start(kind);
    client.ask({ id: 2, cmd: "unsubscribe", params: { sids: [1] } });
    steps(20);
    return client.take().length > 0;
  },
  "accepts-any-signature": (kind) =>
    !("status" in tryConnect(start(kind).venue, getJson("/trade-api/ws/v2"))),
};

test.each(Object.keys(misbehaviours) as KalshiMisbehaviour[])(
  "%s breaks its rule",
  async (kind) => {
    expect(await broken[kind](undefined)).toBe(false);
    expect(await broken[kind](kind)).toBe(true);
  },
);

test("any other kind is refused", () => {
  expect(() => start("dance")).toThrow(/^Unknown dance\. Known: drop, double/);
});
