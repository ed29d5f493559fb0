// Recordings of real venues, as the folder `sample_data` of cryptofeed's repository has them
// (github.com/bmoscon/cryptofeed): a line for each frame, `TIME: TEXT`, and for each request.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { market as binance } from "../../../examples/feeds/binance/gen/descriptors.ts";
import { market as bitfinex } from "../../../examples/feeds/bitfinex/gen/descriptors.ts";
import { market as bitget } from "../../../examples/feeds/bitget/gen/descriptors.ts";
import { market as deribit } from "../../../examples/feeds/deribit/gen/descriptors.ts";
import { market as okx } from "../../../examples/feeds/okx/gen/descriptors.ts";

/** A parsed frame or request. */
// biome-ignore lint/suspicious/noExplicitAny: the forms of six venues are read here.
export type Json = any;

/** A level as it is written: its price, its quantity, "0" for none. */
export type WrittenLevel = readonly [price: string, quantity: string];

/** The changes of a book in a frame. */
export interface BookChange {
  readonly market: string;
  /** Whether it replaces the book. */
  readonly isWhole: boolean;
  readonly bids: readonly WrittenLevel[];
  readonly asks: readonly WrittenLevel[];
  /** Whether it has a checksum. */
  readonly isChecked?: boolean;
}

/** A recording, and what its contract calls its parts. */
export interface Recording {
  readonly files: readonly string[];
  readonly channel: ChannelDescriptor;
  /** The parameter of a book that names the market. */
  readonly parameter: string;
  /** How many frames of books there are, and how many of them have a checksum. */
  readonly frames: number;
  readonly checksums: number;
  /** Changes a frame to the current contract. */
  readonly rewrite?: (text: string) => string;
  /** Reports whether the contract has the messages of a frame. */
  isKnown(frame: Json, names: ReadonlyMap<unknown, string>): boolean;
  /**
   * Returns the book change in a frame; `names`: the markets by the venue's name of the
   * subscription.
   */
  read(frame: Json, names: ReadonlyMap<unknown, string>): BookChange | undefined;
  /** Returns the name of a subscription in an acknowledgement. */
  nameIn?(frame: Json): readonly [name: unknown, market: string] | undefined;
  /** Answers a request of the client, as the venue did not have to. */
  answer(request: Json, names: ReadonlyMap<unknown, string>): readonly unknown[];
  /** Returns the market of an answer over HTTP, by its address. */
  marketOf?(url: string): string | undefined;
}

/** Returns a channel without numbers, from before the venue had them. */
function withoutNumbers(channel: ChannelDescriptor, books?: object): ChannelDescriptor {
  if (channel.feed === undefined) throw new TypeError(`${channel.id} has no topics`);
  return { ...channel, feed: { ...channel.feed, counters: [], ...(books && { books }) } as never };
}

const okxBook = okx.feed?.books?.["book"];
/** The checksum that OKX's books had before June 2026. */
const okxChecksum = {
  at: { bookSnapshot: "/data/0/checksum", bookUpdate: "/data/0/checksum" },
  algorithm: "crc32",
  signed: true,
  levels: 25,
  layout: "interleaved",
  format: "written",
  joiner: ":",
  mismatch: "resubscribe",
};

/** Reads a frame of OKX or Bitget. */
function readArg({ arg, action, data }: Json): BookChange | undefined {
  if (data === undefined || arg.channel !== "books") return undefined;
  const [{ bids, asks, checksum }] = data;
  const isWhole = action === "snapshot";
  return { market: arg.instId, isWhole, bids, asks, isChecked: checksum !== undefined };
}

const readPair = ([, price, quantity]: readonly [string, number, number]): WrittenLevel => [
  String(price),
  String(quantity),
];

/** The recordings by name. */
export const recordings: Readonly<Record<string, Recording>> = {
  bitget: {
    files: ["BITGET.ws.1.0", "BITGET.ws.2.0"],
    // Version 1 of its API had no numbers.
    channel: withoutNumbers(bitget),
    parameter: "symbol",
    frames: 637,
    checksums: 637,
    isKnown: ({ event, arg }) => event !== undefined || arg.channel === "books",
    read: readArg,
    answer: ({ op, args }) => args.map((arg: Json) => ({ event: op, arg })),
  },
  okx: {
    files: ["OKX.ws.1.0"],
    channel: withoutNumbers(okx, { book: { ...okxBook, checksum: okxChecksum } }),
    parameter: "instrument",
    frames: 290,
    checksums: 290,
    isKnown: ({ event, arg }) => event !== undefined || arg.channel === "books",
    read: readArg,
    answer: ({ id, op, args }) => args.map((arg: Json) => ({ id, event: op, arg })),
  },
  binance: {
    files: ["BINANCE.ws.1.0"],
    channel: binance,
    parameter: "symbol",
    frames: 177,
    checksums: 0,
    isKnown: ({ data }) => data.e === "depthUpdate",
    read({ stream, data }) {
      return { market: stream.split("@")[0], isWhole: false, bids: data.b, asks: data.a };
    },
    answer: ({ id }) => [{ result: null, id }],
    marketOf: (url) => /symbol=(\w+)/.exec(url)?.[1]?.toLowerCase(),
  },
  bitfinex: {
    files: ["BITFINEX.ws.11.0"],
    // The numbers also count tickers, which the contract does not have.
    channel: withoutNumbers(bitfinex),
    parameter: "symbol",
    frames: 1_600,
    checksums: 0,
    isKnown: (frame, names) => !Array.isArray(frame) || names.has(frame[0]),
    read(frame, names) {
      const [id, levels] = Array.isArray(frame) ? frame : [];
      const market = names.get(id);
      if (market === undefined || !Array.isArray(levels)) return undefined;
      const isWhole = Array.isArray(levels[0]);
      const bids: WrittenLevel[] = [];
      const asks: WrittenLevel[] = [];
      for (const [price, count, amount] of isWhole ? levels : [levels]) {
        const side = amount < 0 ? asks : bids;
        side.push([String(price), count === 0 ? "0" : String(Math.abs(amount))]);
      }
      return { market, isWhole, bids, asks };
    },
    nameIn: ({ event, channel, chanId, symbol }) =>
      event === "subscribed" && channel === "book" ? [chanId, symbol] : undefined,
    answer({ event, symbol, subId }, names) {
      if (event === "conf") return [{ event, status: "OK", flags: 196_608 }];
      const [chanId] = [...names].find(([, market]) => market === symbol) ?? [];
      return [{ event: "subscribed", channel: "book", chanId, symbol, subId }];
    },
  },
  deribit: {
    files: ["DERIBIT.ws.1.0"],
    channel: deribit,
    parameter: "instrument",
    frames: 46,
    checksums: 0,
    rewrite: (text) => text.replaceAll(".raw", ".100ms"),
    isKnown: ({ params }) => params?.channel.startsWith("book."),
    read({ params: { channel, data } }) {
      const market = channel.split(".")[1];
      const side = (levels: Json): WrittenLevel[] => levels.map(readPair);
      const isWhole = data.type === "snapshot";
      return { market, isWhole, bids: side(data.bids), asks: side(data.asks) };
    },
    answer: ({ id, params }) => [{ jsonrpc: "2.0", id, result: params.channels ?? "ok" }],
  },
};
