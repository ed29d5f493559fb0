// A simulated Bybit (public market data of spot, API version 5), written after its documentation:
// github.com/bybit-exchange/docs, the pages "Connect", "Orderbook" and "Trade" of its WebSocket streams.
//
// Where it leaves something open: `u` of the depth 50 rises by one with each frame, as the page of the
// full book says; a request with an unknown topic is refused as a whole; the close code is 4004 after
// a silence. Other depths, categories and topics are not simulated.

import {
  type ChangedLevel,
  levelTraits,
  simulateLevels,
  type WrittenTrade,
} from "../level-venue.ts";
import {
  levelsOf,
  type NamedTopic,
  OP_HABITS,
  OP_INCIDENTS,
  type OpRequest,
  OpSession,
  type OpTopic,
  sideOf,
} from "../op-venue.ts";
import type { MarketTraits } from "../order-market.ts";
import type { SimulatedVenue, SimulatorOptions, TrueBook } from "../simulator.ts";

const HABITS = {
  ...OP_HABITS,
  "wrong-acknowledgement-id": "An answer repeats the `req_id` of its request.",
} as const;

const INCIDENTS = {
  ...OP_INCIDENTS,
  restart: "After a restart of the service a snapshot comes, whose `u` is 1.",
  resnapshot: "After a problem a snapshot is sent again, which replaces the book.",
} as const;

const SILENCE = { ms: 600_000, endsWithData: true };
const CONNECTION = "2324d924-aa4d-45b0-a858-7b8be29ab52b";

/** Creates a simulated Bybit. Connections are to `/v5/public/spot`. */
export function simulateBybit(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/v5/public/spot",
    traits: [
      bybitTraits("BTC-USDT", 2, 6_150_000),
      bybitTraits("ETH-USDT", 2, 314_500),
      bybitTraits("DOGE-USDT", 5, 21_431),
    ],
    habits: HABITS,
    incidents: INCIDENTS,
    open: (line, venue) => new BybitSession(line, venue, { answersEach: false, silence: SILENCE }),
  });
}

function bybitTraits(name: string, priceDecimals: number, centre: number): MarketTraits {
  return { ...levelTraits(name, priceDecimals, centre), name: name.replace("-", "") };
}

class BybitSession extends OpSession {
  misbehave(kind: string): void {
    for (const topic of this.books) {
      topic.sequence = kind === "restart" ? 1 : topic.sequence + 1;
      this.sendBook(topic, this.snapshot(topic, topic.market.book()));
    }
  }

  protected topicOf(arg: unknown): NamedTopic | undefined {
    const [, name, market] = /^(orderbook\.50|publicTrade)\.(\w+)$/.exec(String(arg)) ?? [];
    if (market === undefined) return undefined;
    return { kind: name === "publicTrade" ? "trade" : "book", market };
  }

  protected pong(request: OpRequest): string {
    return JSON.stringify(this.#answer(request, true, "pong"));
  }

  protected accepted(request: OpRequest): object {
    return this.#answer(request, true, request.op);
  }

  protected refused(request: OpRequest, arg: unknown): object {
    return this.#answer(request, false, `error:handler not found,topic:${String(arg)}`);
  }

  protected snapshot(topic: OpTopic, book: TrueBook): object {
    return this.#frame(topic, "snapshot", levelsOf(book));
  }

  protected update(topic: OpTopic, levels: readonly ChangedLevel[]): object {
    topic.sequence += 1;
    return this.#frame(topic, "delta", levels);
  }

  protected trades({ arg, market }: OpTopic, trades: readonly WrittenTrade[]): object {
    const data = trades.map(({ id, price, amount, takerBuys, timeMs }) => ({
      i: id,
      T: timeMs,
      p: price,
      v: amount,
      S: takerBuys ? "Buy" : "Sell",
      s: market.traits.name,
      BT: false,
      RPI: false,
    }));
    return { topic: arg, ts: this.venue.clock.now(), type: "snapshot", data };
  }

  #answer({ op, req_id = "" }: OpRequest, success: boolean, ret_msg: string): object {
    return { success, ret_msg, conn_id: CONNECTION, req_id, op };
  }

  #frame(
    { arg, market, sequence }: OpTopic,
    type: "snapshot" | "delta",
    levels: readonly ChangedLevel[],
  ): object {
    const write = (price: string, amount: string): readonly string[] => [price, amount];
    const [b, a] = [sideOf(levels, "bid", write), sideOf(levels, "ask", write)];
    const now = this.venue.clock.now();
    const data = { s: market.traits.name, b, a, u: sequence, seq: 7_961_638_724 + sequence };
    return { topic: arg, ts: now, type, data, cts: now };
  }
}
