// Our handlers: from the bytes of a frame to the changed book.

import {
  checksumOfBook,
  DecimalBook,
  DecimalColumns,
  levelShape,
  scanLevels,
} from "@specwright/order-book/decimals";

/** A handler of frames with the ten best levels that it ends with. */
export interface FeedHandler<Frame> {
  handle(frame: Frame): void;
  /** Returns price and quantity of the best levels as numbers, bids first. */
  top(): (readonly number[])[];
}

/** Creates our handler of Binance's depth updates. */
export function ownBinance(): FeedHandler<Uint8Array> {
  const shape = levelShape({ form: "tuple", price: 0, quantity: 1 });
  const bids = new DecimalColumns();
  const asks = new DecimalColumns();
  const book = new DecimalBook();
  const toBids = ascii('"b":');
  const toAsks = ascii('"a":');
  return {
    handle(bytes) {
      const next = taken(scanLevels(bytes, findAfter(bytes, 0, toBids), shape, bids));
      taken(scanLevels(bytes, findAfter(bytes, next, toAsks), shape, asks));
      book.set("bids", bids);
      book.set("asks", asks);
    },
    top: () => topOf(book),
  };
}

/** Creates our handler of Kalshi's changes. */
export function ownKalshi(): FeedHandler<Uint8Array> {
  const shape = levelShape({
    form: "object",
    price: "price_dollars",
    quantity: "delta_fp",
    tag: { at: "side", words: ["yes", "no"] },
    single: true,
  });
  const columns = new DecimalColumns();
  const book = new DecimalBook();
  const toMessage = ascii('"msg":');
  return {
    handle(bytes) {
      taken(scanLevels(bytes, findAfter(bytes, 0, toMessage), shape, columns));
      const isBid = columns.extras[0] === 0;
      if (!isBid) columns.oneMinus();
      if (!book.add(isBid ? "bids" : "asks", columns)) throw new Error("a sum is negative");
    },
    top: () => topOf(book),
  };
}

/** Creates our handler of Bitfinex's updates. */
export function ownBitfinex(): FeedHandler<Uint8Array> {
  const shape = levelShape({ form: "tuple", price: 0, count: 1, quantity: 2, single: true });
  const columns = new DecimalColumns();
  const book = new DecimalBook();
  const comma = ascii(",");
  return {
    handle(bytes) {
      taken(scanLevels(bytes, findAfter(bytes, 0, comma), shape, columns));
      book.setByCount(columns);
    },
    top: () => topOf(book),
  };
}

/** Creates our handler of Kraken's updates, which checks each checksum. */
export function ownKraken(): FeedHandler<Uint8Array> {
  const shape = levelShape({ form: "object", price: "price", quantity: "qty" });
  const rule = { levels: 10, layout: "asksThenBids", format: "digits" } as const;
  const bids = new DecimalColumns();
  const asks = new DecimalColumns();
  const book = new DecimalBook({ keepDigits: true });
  const toBids = ascii('"bids":');
  const toAsks = ascii('"asks":');
  const toChecksum = ascii('"checksum":');
  return {
    handle(bytes) {
      // The first letter of `snapshot` or `update`.
      const isSnapshot = bytes[26] === 0x73;
      let next = taken(scanLevels(bytes, findAfter(bytes, 0, toBids), shape, bids));
      next = taken(scanLevels(bytes, findAfter(bytes, next, toAsks), shape, asks));
      if (isSnapshot) book.load(bids, asks);
      else {
        book.set("bids", bids);
        book.set("asks", asks);
        book.truncate(10);
      }
      const checksum = integerAt(bytes, findAfter(bytes, next, toChecksum));
      if (checksumOfBook(book, rule) !== checksum) throw new Error("the checksum differs");
    },
    top: () => topOf(book),
  };
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * Returns the index after the next place of some bytes. It stands in for a reader of frames, and
 * would also find them within a string.
 */
function findAfter(bytes: Uint8Array, from: number, wanted: Uint8Array): number {
  const { length } = wanted;
  for (let at = from; at <= bytes.length - length; at++) {
    let same = 0;
    while (same < length && bytes[at + same] === wanted[same]) same++;
    if (same === length) return at + length;
  }
  throw new Error("a frame lacks a member");
}

function integerAt(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let next = at; ; next++) {
    const digit = (bytes[next] as number) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return value;
    value = value * 10 + digit;
  }
}

function taken(next: number): number {
  if (next < 0) throw new Error("a frame has no levels where they are wanted");
  return next;
}

function topOf(book: DecimalBook): (readonly number[])[] {
  return (["bids", "asks"] as const).flatMap((side) =>
    book.topTexts(side, 10).map((level) => level.map(Number)),
  );
}
