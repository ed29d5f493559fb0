// Generates frames of four venues in their documented formats. A run of frames can be repeated: it
// begins with a snapshot, or its changes cancel each other out. The numbers of the frames must
// increase from run to run. All numbers in a run have the same leading digits, which are written
// into the bytes before the run.

import { crc32 } from "node:zlib";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";

/** The frames that one venue sends in a run, as bytes and as text. */
export interface FeedFrames {
  readonly bytes: readonly Uint8Array[];
  readonly texts: readonly string[];
  /** The total number of levels in all frames. */
  readonly levels: number;
  /** Writes the leading digits of the next run into the bytes. */
  renumber(): void;
}

const frameCount = 1000;
/** The leading digits before the first run. Each run increases them by 1. */
const firstLeading = 100_000;

/** Returns the number before the first number of the first run. It has `digits` digits. */
export function lastNumber(digits: number): number {
  return (firstLeading + 1) * 10 ** (digits - 6) - 1;
}

/**
 * Returns depth updates of Binance. Levels are strings with eight decimals. Each side has between
 * `fewest` and `most` levels.
 */
export function binanceFrames(fewest: number, most: number): FeedFrames {
  const random = seededRandom(1);
  let levels = 0;
  const side = (sign: 1 | -1): string[][] => {
    const slots = new Set<number>();
    const count = random.between(fewest, most);
    while (slots.size < count) slots.add(slotNear(random, 5000));
    levels += count;
    return [...slots]
      .sort((a, b) => a - b)
      .map((slot) => [
        (67_000 + sign * (slot + 1) * 0.01).toFixed(8),
        random.chance(0.4) ? "0.00000000" : (random.between(1, 999_999) / 1e5).toFixed(8),
      ]);
  };
  const texts = Array.from({ length: frameCount }, (_, index) =>
    JSON.stringify({
      stream: "btcusdt@depth@100ms",
      data: {
        e: "depthUpdate",
        E: 1_753_000_000_000 + index * 100,
        s: "BTCUSDT",
        U: firstLeading * 1e5 + index * 100,
        u: firstLeading * 1e5 + index * 100 + 99,
        b: side(-1),
        a: side(1),
      },
    }),
  );
  return framesOf(texts, levels, ['"U":', '"u":']);
}

/**
 * Returns changes of Kalshi. A frame changes one quantity by a signed amount, which is a string.
 * The second half of the frames reverses the first half.
 */
export function kalshiFrames(): FeedFrames {
  const random = seededRandom(2);
  const changes = Array.from({ length: frameCount / 2 }, () => ({
    price: (random.between(10, 490) / 1000).toFixed(3),
    amount: random.between(1, 50_000),
    side: random.chance(0.5) ? "yes" : "no",
  }));
  const undone = [...changes].reverse().map((each) => ({ ...each, amount: -each.amount }));
  const texts = [...changes, ...undone].map(({ price, amount, side }, index) =>
    JSON.stringify({
      type: "orderbook_delta",
      sid: 2,
      seq: firstLeading * 1000 + index,
      msg: {
        market_ticker: "KXFED-26DEC-T3.00",
        market_id: "9b0f6b43-5b68-4f9f-9f02-9a2d1b8ac1a1",
        price_dollars: price,
        delta_fp: (amount / 100).toFixed(2),
        side,
        ts: "2026-07-20T20:44:01Z",
        ts_ms: 1_784_580_241_000 + index,
      },
    }),
  );
  return framesOf(texts, texts.length, ['"seq":']);
}

/**
 * Returns updates of Bitfinex. A frame contains one level of numbers. A count of 0 deletes the
 * level, and the sign of the amount is its side.
 */
export function bitfinexFrames(): FeedFrames {
  const random = seededRandom(3);
  const texts = Array.from({ length: frameCount }, (_, index) => {
    const sign = random.chance(0.5) ? 1 : -1;
    const price = 67_000 - sign * (slotNear(random, 250) + 1);
    const gone = random.chance(0.4);
    const amount = gone ? sign : (sign * random.between(1, 99_999_999)) / 1e8;
    const level = [price, gone ? 0 : random.between(1, 9), amount];
    return JSON.stringify([17_470, level, firstLeading * 1000 + index]);
  });
  return framesOf(texts, texts.length, ["],"]);
}

/**
 * Returns updates of Kraken. A frame contains one to three levels of numbers, and a checksum of the
 * ten best levels of each side.
 */
export function krakenFrames(): FeedFrames {
  const random = seededRandom(4);
  const book = { bids: new Map<number, number>(), asks: new Map<number, number>() };
  const priceOf = (slot: number, isBid: boolean): number => 452_840 + (isBid ? -slot : slot + 1);
  let levels = 20;
  for (let slot = 0; slot < 10; slot++) {
    book.bids.set(priceOf(slot, true), random.between(1, 1e9));
    book.asks.set(priceOf(slot, false), random.between(1, 1e9));
  }
  const frame = (type: string, bids: readonly string[], asks: readonly string[]): string =>
    `{"channel":"book","type":"${type}","data":[{"symbol":"BTC/USD","bids":[${bids}],"asks":[${asks}],` +
    `"checksum":${checksumOf(book)},"timestamp":"2026-07-20T17:35:55.440295Z"}]}`;
  const texts = [
    frame("snapshot", sorted(book.bids, -1).map(levelText), sorted(book.asks, 1).map(levelText)),
  ];
  while (texts.length < frameCount) {
    const changed: { readonly bids: string[]; readonly asks: string[] } = { bids: [], asks: [] };
    for (let left = random.between(1, 3); left > 0; left--) {
      const isBid = random.chance(0.5);
      const side = book[isBid ? "bids" : "asks"];
      const price = priceOf(random.between(0, 15), isBid);
      const quantity =
        side.size > 8 && side.has(price) && random.chance(0.5) ? 0 : random.between(1, 1e9);
      if (quantity === 0) side.delete(price);
      else side.set(price, quantity);
      changed[isBid ? "bids" : "asks"].push(levelText([price, quantity]));
      levels++;
    }
    for (const [price] of sorted(book.bids, -1).slice(10)) book.bids.delete(price);
    for (const [price] of sorted(book.asks, 1).slice(10)) book.asks.delete(price);
    texts.push(frame("update", changed.bids, changed.asks));
  }
  return framesOf(texts, levels, []);
}

/**
 * Creates a run from its texts. In each text, a frame number follows the last occurrence of each
 * text in `numbers`.
 */
function framesOf(
  texts: readonly string[],
  levels: number,
  numbers: readonly string[],
): FeedFrames {
  const bytes = texts.map((text) => Buffer.from(text));
  const places = texts.map((text) => numbers.map((name) => text.lastIndexOf(name) + name.length));
  let leading = firstLeading;
  return {
    texts,
    bytes,
    levels,
    renumber() {
      leading += 1;
      const digits = [1e5, 1e4, 1e3, 100, 10, 1].map(
        (unit) => 0x30 + (Math.floor(leading / unit) % 10),
      );
      // This loop must be fast, because its time is measured together with the time of the
      // handlers.
      for (let index = 0; index < bytes.length; index++) {
        const frame = bytes[index] as Uint8Array;
        const own = places[index] as number[];
        for (let number = 0; number < own.length; number++) {
          const place = own[number] as number;
          for (let at = 0; at < 6; at++) frame[place + at] = digits[at] as number;
        }
      }
    },
  };
}

/** Returns a random distance from the best price. Small distances are more frequent. */
function slotNear(random: SeededRandom, slots: number): number {
  return Math.min(slots - 1, Math.floor((-Math.log(1 - random.next()) / 20) * slots));
}

function sorted(side: ReadonlyMap<number, number>, sign: 1 | -1): [number, number][] {
  return [...side].sort(([a], [b]) => sign * (a - b));
}

function levelText([price, quantity]: readonly [number, number]): string {
  return `{"price":${(price / 10).toFixed(1)},"qty":${(quantity / 1e8).toFixed(8)}}`;
}

function checksumOf(book: Readonly<Record<"bids" | "asks", ReadonlyMap<number, number>>>): number {
  return crc32([...sorted(book.asks, 1), ...sorted(book.bids, -1)].flat().join(""));
}
