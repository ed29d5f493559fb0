// A client of Kraken for tests, written from its documentation.

import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { type FakeClock, fakeClock, seededRandom } from "@specwright/runtime/testing";
import { createKrakenSimulator } from "../../examples/feeds/kraken/simulator.ts";
import type { SimulatedVenue, TrueBook } from "../../examples/feeds/simulator.ts";
import { type OpenConnection, openConnection } from "./open-connection.ts";

/** A level with its digits on the wire. */
export type SentLevel = readonly [price: string, quantity: string];

/** Starts the venue, and opens a connection to it. */
export async function startVenue(seed = 1): Promise<{
  clock: FakeClock;
  venue: SimulatedVenue;
  client: OpenConnection;
  open: () => Promise<OpenConnection>;
}> {
  const clock = fakeClock(1_700_000_000_000);
  const venue = createKrakenSimulator({ clock, random: seededRandom(seed) });
  const open = async (): Promise<OpenConnection> => {
    const client = openConnection(venue, "/v2");
    await clock.advance(0);
    return client;
  };
  const client = await open();
  client.read();
  return { clock, venue, client, open };
}

/** Sends a request to subscribe. */
export function sendSubscribe(client: OpenConnection, params: unknown, reqId?: number): void {
  client.send({ method: "subscribe", params, req_id: reqId });
}

/** Requests a token, and returns the parsed answer. */
export function requestToken(
  venue: SimulatedVenue,
  {
    apiKey = "simulated-key",
    secret = Buffer.from("simulated-secret").toString("base64"),
    nonce = "1616492376594",
    ...more
  }: { apiKey?: string; secret?: string; nonce?: string; body?: string } = {},
): { error: string[]; result?: { token: string; expires: number } } {
  const target = "/0/private/GetWebSocketsToken";
  const body = more.body ?? `nonce=${nonce}`;
  const digest = createHash("sha256")
    .update(nonce + body)
    .digest();
  const signed = Buffer.concat([Buffer.from(target), digest]);
  const key = Buffer.from(secret, "base64");
  const headers = {
    "api-key": apiKey,
    "api-sign": createHmac("sha512", key).update(signed).digest("base64"),
  };
  return JSON.parse(venue.request({ method: "POST", target, headers, body }).body);
}

/** Returns the digits of a book message, which `JSON.parse` would lose. */
export function sentLevels(text: string, side: "bids" | "asks"): SentLevel[] {
  const list = new RegExp(`"${side}":\\[(.*?)\\]`).exec(text)?.[1] ?? "";
  return [...list.matchAll(/\{"price":([\d.]+),"qty":([\d.]+)\}/g)].map(
    ([, price = "", quantity = ""]) => [price, quantity] as const,
  );
}

/** A book kept as the documentation describes. */
export class ReferenceBook {
  readonly #depth: number;
  readonly #sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  /** How often a price occurred more than once in a message. */
  repeats = 0;
  /** How many levels fell out of the depth. */
  cut = 0;

  constructor(depth: number) {
    this.#depth = depth;
  }

  /** Applies a message, and cuts the book to its depth. */
  apply(text: string): void {
    if (text.includes('"type":"snapshot"'))
      for (const side of Object.values(this.#sides)) side.clear();
    for (const side of ["bids", "asks"] as const) {
      const levels = sentLevels(text, side);
      this.repeats += levels.length - new Set(levels.map(([price]) => price)).size;
      for (const [price, quantity] of levels) {
        if (Number(quantity) !== 0) this.#sides[side].set(price, quantity);
        else if (!this.#sides[side].delete(price))
          throw new Error(`deletes ${price}, which is not there`);
      }
      for (const [price] of this.sorted(side).slice(this.#depth)) {
        this.#sides[side].delete(price);
        this.cut += 1;
      }
    }
  }

  /** Returns a side, best price first. */
  sorted(side: "bids" | "asks"): SentLevel[] {
    const sign = side === "bids" ? -1 : 1;
    return [...this.#sides[side]].sort(([one], [other]) => sign * (Number(one) - Number(other)));
  }

  /** The documentation's checksum: asks, then bids, without points and leading zeros. */
  checksum(): number {
    const text = (["asks", "bids"] as const).flatMap((side) =>
      this.sorted(side)
        .slice(0, 10)
        .flatMap((level) => level.map((digits) => digits.replace(".", "").replace(/^0+/, ""))),
    );
    return crc32(text.join(""));
  }

  /** Returns the book as canonical text. */
  text(): TrueBook {
    const side = (name: "bids" | "asks") =>
      this.sorted(name).map((level) => [plain(level[0]), plain(level[1])] as const);
    return { bids: side("bids"), asks: side("asks") };
  }
}

function plain(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}
