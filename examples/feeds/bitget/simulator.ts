// A simulated Bitget (public market data of spot, API version 2), written after its documentation:
// www.bitget.com/api-doc, "Websocket API", "Depth Channel" and "Market Trades Channel" of spot.
//
// Where it leaves something open: `seq` rises by any step; the close code is 4004 after a silence. The
// books have fewer levels than the 25 that the checksum covers, so that it covers all of them. Other
// products, depths and channels, logins and limits are not simulated.

import { crc32 } from "node:zlib";
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
import type { MarketTraits, OrderMarket } from "../order-market.ts";
import { fixedText } from "../scaled-number.ts";
import type { SimulatedVenue, SimulatorOptions, TrueBook } from "../simulator.ts";

const HABITS = {
  ...OP_HABITS,
  "wrong-checksum": "The checksum is that of the 25 best levels of each side after the frame.",
  "sequence-falls": "`seq` rises with each frame.",
} as const;

const SILENCE = { ms: 120_000, endsWithData: false };
const COVERED_LEVELS = 25;

/** Creates a simulated Bitget. Connections are to `/v2/ws/public`. */
export function simulateBitget(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/v2/ws/public",
    traits: [
      bitgetTraits("BTC-USDT", 2, 6_150_000, 6),
      bitgetTraits("ETH-USDT", 2, 314_500, 4),
      bitgetTraits("PEPE-USDT", 8, 12_345, 0),
    ],
    habits: HABITS,
    incidents: OP_INCIDENTS,
    open: (line, venue) => new BitgetSession(line, venue, { answersEach: true, silence: SILENCE }),
  });
}

function bitgetTraits(
  name: string,
  priceDecimals: number,
  centre: number,
  amountDecimals: number,
): MarketTraits {
  const rest = { name: name.replace("-", ""), amountDecimals, orders: 15, largest: 50_000_000 };
  return { ...levelTraits(name, priceDecimals, centre), ...rest };
}

class BitgetSession extends OpSession {
  protected topicOf(arg: unknown): NamedTopic | undefined {
    const { instType, channel, instId } = arg as Readonly<Record<string, string>>;
    if (instType !== "SPOT" || instId === undefined) return undefined;
    if (channel === "books") return { kind: "book", market: instId };
    return channel === "trade" ? { kind: "trade", market: instId } : undefined;
  }

  protected pong(): string {
    return "pong";
  }

  protected accepted({ op }: OpRequest, arg: unknown): object {
    return { event: op, arg };
  }

  protected refused({ op }: OpRequest, arg: unknown): object {
    const msg = `${JSON.stringify(arg ?? op)} doesn't exist`;
    return { event: "error", arg, code: arg === undefined ? 30_003 : 30_001, msg, op };
  }

  protected snapshot(topic: OpTopic, book: TrueBook): object {
    return this.#frame(topic, "snapshot", levelsOf(book));
  }

  protected update(topic: OpTopic, levels: readonly ChangedLevel[]): object {
    const more = this.venue.random.between(1, 20);
    topic.sequence += this.venue.habits.has("sequence-falls") ? -more : more;
    return this.#frame(topic, "update", levels);
  }

  protected trades({ arg }: OpTopic, trades: readonly WrittenTrade[]): object {
    const data = trades.map(({ id, price, amount, takerBuys, timeMs }) => ({
      ts: String(timeMs),
      price,
      size: amount,
      side: takerBuys ? "buy" : "sell",
      tradeId: id,
    }));
    return { action: "update", arg, data, ts: this.venue.clock.now() };
  }

  #frame(
    { arg, market, sequence }: OpTopic,
    action: "snapshot" | "update",
    levels: readonly ChangedLevel[],
  ): object {
    const { priceDecimals, amountDecimals } = market.traits;
    const write = (price: string, amount: string): readonly string[] => [
      withDecimals(price, priceDecimals),
      amount === "0" ? amount : withDecimals(amount, amountDecimals),
    ];
    const right = checksumOf(market);
    const ts = this.venue.clock.now();
    const data = {
      asks: sideOf(levels, "ask", write),
      bids: sideOf(levels, "bid", write),
      checksum: this.venue.habits.has("wrong-checksum") ? right ^ 1 : right,
      seq: sequence,
      ts: String(ts),
    };
    return { action, arg, data: [data], ts };
  }
}

/** Returns the CRC-32 of the best levels, bids and asks in turn, with the numbers as they are sent. */
function checksumOf(market: OrderMarket): number {
  const { priceDecimals, amountDecimals } = market.traits;
  const [bids, asks] = [market.levels("bid"), market.levels("ask")];
  const parts = Array.from({ length: COVERED_LEVELS }, (_, at) => [bids[at], asks[at]])
    .flat()
    .filter((level) => level !== undefined)
    .flatMap(({ price, amount }) => [
      fixedText(price, priceDecimals),
      fixedText(amount, amountDecimals),
    ]);
  // An int32.
  return crc32(parts.join(":")) | 0;
}

function withDecimals(text: string, decimals: number): string {
  if (decimals === 0) return text;
  const [whole, part = ""] = text.split(".");
  return `${whole}.${part.padEnd(decimals, "0")}`;
}
