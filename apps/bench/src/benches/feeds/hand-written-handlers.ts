// Handlers as a user could write them in an afternoon. They use JSON.parse, and sorted arrays of
// floats.

import { crc32 } from "node:zlib";
import type { FeedHandler } from "./client-handlers.ts";

/** Creates a handler for depth updates of Binance. */
export function handWrittenBinance(): FeedHandler<string> {
  const book = new FloatBook();
  let last = 0;
  return {
    handle(text) {
      const { data } = JSON.parse(text) as {
        readonly data: Readonly<Record<"U" | "u", number> & Record<"b" | "a", [string, string][]>>;
      };
      const { U, u, b, a } = data;
      if (last > 0 && U !== last + 1) throw new Error("a frame is missing");
      last = u;
      for (const [price, quantity] of b) book.set("bids", Number(price), Number(quantity));
      for (const [price, quantity] of a) book.set("asks", Number(price), Number(quantity));
    },
    top: () => book.top(10),
  };
}

/** Creates a handler for changes of Kalshi. */
export function handWrittenKalshi(): FeedHandler<string> {
  const book = new FloatBook();
  let last = 0;
  return {
    handle(text) {
      const { seq, msg } = JSON.parse(text) as {
        readonly seq: number;
        readonly msg: Readonly<Record<"price_dollars" | "delta_fp" | "side", string>>;
      };
      if (last > 0 && seq !== last + 1) throw new Error("a frame is missing");
      last = seq;
      const isBid = msg.side === "yes";
      const side = isBid ? "bids" : "asks";
      const price = Number(msg.price_dollars);
      // The value is rounded, because sums of floats would otherwise not be exactly 0.
      const key = isBid ? price : Math.round((1 - price) * 1e4) / 1e4;
      const sum = Math.round((book.quantityAt(side, key) + Number(msg.delta_fp)) * 100) / 100;
      book.set(side, key, sum);
    },
    top: () => book.top(10),
  };
}

/** Creates a handler for updates of Bitfinex. */
export function handWrittenBitfinex(): FeedHandler<string> {
  const book = new FloatBook();
  let last = 0;
  return {
    handle(text) {
      const [, [price, count, amount], number] = JSON.parse(text) as [
        number,
        [number, number, number],
        number,
      ];
      if (last > 0 && number !== last + 1) throw new Error("a frame is missing");
      last = number;
      book.set(amount > 0 ? "bids" : "asks", price, count === 0 ? 0 : Math.abs(amount));
    },
    top: () => book.top(10),
  };
}

interface KrakenLevel {
  readonly price: number;
  readonly qty: number;
}

/** Creates a handler for updates of Kraken. It verifies each checksum. */
export function handWrittenKraken(): FeedHandler<string> {
  const book = new FloatBook();
  return {
    handle(text) {
      const { type, data } = JSON.parse(text) as {
        readonly type: string;
        readonly data: readonly {
          readonly bids: readonly KrakenLevel[];
          readonly asks: readonly KrakenLevel[];
          readonly checksum: number;
        }[];
      };
      for (const { bids, asks, checksum } of data) {
        if (type === "snapshot") book.clear();
        for (const { price, qty } of bids) book.set("bids", price, qty);
        for (const { price, qty } of asks) book.set("asks", price, qty);
        book.truncate(10);
        if (crc32(krakenText(book)) !== checksum) throw new Error("the checksum differs");
      }
    },
    top: () => book.top(10),
  };
}

/**
 * Returns the text of the checksum. The venue's description of the instrument determines the number
 * of digits.
 */
function krakenText(book: FloatBook): string {
  let text = "";
  for (const side of [book.asks, book.bids]) {
    for (let at = side.length - 1; at >= 0; at--) {
      const { price, quantity } = side[at] as FloatLevel;
      text += price.toFixed(1).replace(".", "").replace(/^0+/, "");
      text += quantity.toFixed(8).replace(".", "").replace(/^0+/, "");
    }
  }
  return text;
}

interface FloatLevel {
  readonly price: number;
  quantity: number;
}

/**
 * A book of sorted arrays of floats. It uses binary search and `splice`. The best level is last.
 */
class FloatBook {
  readonly bids: FloatLevel[] = [];
  readonly asks: FloatLevel[] = [];

  clear(): void {
    this.bids.length = 0;
    this.asks.length = 0;
  }

  set(side: "bids" | "asks", price: number, quantity: number): void {
    const levels = this[side];
    const at = this.#find(side, price);
    const found = levels[at];
    if (found?.price === price) {
      if (quantity === 0) levels.splice(at, 1);
      else found.quantity = quantity;
    } else if (quantity !== 0) levels.splice(at, 0, { price, quantity });
  }

  quantityAt(side: "bids" | "asks", price: number): number {
    const found = this[side][this.#find(side, price)];
    return found?.price === price ? found.quantity : 0;
  }

  truncate(depth: number): void {
    for (const side of [this.bids, this.asks]) {
      if (side.length > depth) side.splice(0, side.length - depth);
    }
  }

  top(count: number): number[][] {
    return [this.bids, this.asks].flatMap((side) =>
      side
        .slice(-count)
        .reverse()
        .map(({ price, quantity }) => [price, quantity]),
    );
  }

  #find(side: "bids" | "asks", price: number): number {
    const levels = this[side];
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = (levels[middle] as FloatLevel).price;
      if (side === "bids" ? at < price : at > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
