// A client of Bitfinex for tests, written from its documentation.

import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { createBitfinexSimulator } from "../../examples/feeds/bitfinex/simulator.ts";
import type { TrueBook } from "../../examples/feeds/simulator.ts";
import { type OpenConnection, openConnection } from "./open-connection.ts";

/** Flags of a conf event. */
export const TIMESTAMP = 32_768;
export const SEQ_ALL = 65_536;
export const OB_CHECKSUM = 131_072;

/** A line of a book: a price with its orders, or an order. */
export type Row = [key: number, second: number, third: number];

/** Starts the venue, and opens a connection to it. */
export async function startVenue(seed = 1) {
  const clock = fakeClock(1_700_000_000_000);
  const venue = createBitfinexSimulator({ clock, random: seededRandom(seed) });
  const open = async (): Promise<OpenConnection> => {
    const client = openConnection(venue, "/ws/2");
    await clock.advance(0);
    return client;
  };
  const client = await open();
  client.read();
  return { clock, venue, client, open };
}

/** Subscribes a book, and returns its channel. */
export function subscribeBook(client: OpenConnection, more: Record<string, unknown> = {}): number {
  client.read();
  client.send({ event: "subscribe", channel: "book", symbol: "tBTCUSD", ...more });
  const [answer] = client.read();
  if (!isRecord(answer) || typeof answer["chanId"] !== "number") throw new Error("not subscribed");
  return answer["chanId"];
}

/** Returns a signed auth event. */
export function authEvent(
  nonce: number,
  { apiKey = "simulated-key", secret = "simulated-secret" } = {},
) {
  const authPayload = `AUTH${nonce}`;
  const authSig = createHmac("sha384", secret).update(authPayload).digest("hex");
  return { event: "auth", apiKey, authNonce: nonce, authPayload, authSig };
}

/** Reports whether a frame is an event. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A book kept as the documentation describes: by price, or by order in raw books. */
export class ReferenceBook {
  readonly #raw: boolean;
  readonly #sides = { bid: new Map<number, Row>(), ask: new Map<number, Row>() };

  constructor(raw: boolean) {
    this.#raw = raw;
  }

  apply(row: Row): void {
    const [key, second, amount] = row;
    const side = this.#sides[amount > 0 ? "bid" : "ask"];
    const deletes = second === 0;
    if (deletes && !side.delete(key)) throw new Error(`deletes ${key}, which is not there`);
    if (!deletes) side.set(key, row);
  }

  /** Returns the rows of a side, best price first. */
  sorted(side: "bid" | "ask"): Row[] {
    const price = (row: Row): number => (this.#raw ? row[1] : row[0]);
    const sign = side === "bid" ? -1 : 1;
    return [...this.#sides[side].values()].sort(
      (one, other) => sign * (price(one) - price(other)) || one[0] - other[0],
    );
  }

  /** The checksum of the documentation's sample code. */
  checksum(): number {
    const bids = this.sorted("bid");
    const asks = this.sorted("ask");
    const data: number[] = [];
    for (let at = 0; at < 25; at += 1) {
      const bid = bids[at];
      const ask = asks[at];
      if (bid) data.push(bid[0], bid[2]);
      if (ask) data.push(ask[0], ask[2]);
    }
    return crc32(data.join(":")) | 0;
  }

  text(): TrueBook {
    const side = (name: "bid" | "ask"): [string, string][] => {
      const levels: [string, bigint][] = [];
      for (const row of this.sorted(name)) {
        const price = plain(this.#raw ? row[1] : row[0]);
        const units = BigInt(Math.round(Math.abs(row[2]) * 1e8));
        const last = levels.at(-1);
        if (last?.[0] === price) last[1] += units;
        else levels.push([price, units]);
      }
      return levels.map(([price, units]) => [price, unitsText(units)]);
    };
    return { bids: side("bid"), asks: side("ask") };
  }
}

/** Writes a number without exponent. */
function plain(value: number): string {
  const text = value.toFixed(11);
  return text.replace(/\.?0+$/, "");
}

function unitsText(units: bigint): string {
  const digits = String(units).padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, "");
}
