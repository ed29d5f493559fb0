// The code of other libraries for books and trades of spot markets: methods of their classes for our
// example venues.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countLines, methodText } from "./count-lines.ts";

/** The methods of a venue's class. */
interface VenueMethods {
  /** Methods for these channels only. */
  readonly own: readonly string[];
  /** Methods that also serve other channels: requests, dispatch, errors. */
  readonly shared: readonly string[];
}

/** A library, in the version that has the methods below. */
export interface OtherLibrary {
  readonly name: string;
  readonly version: string;
  readonly language: "js" | "py";
  /** The folder of the venues' files in its package. */
  readonly folder: string;
  readonly venues: Readonly<Record<string, VenueMethods>>;
}

/** The lines of a venue in a library. */
export interface OtherCount {
  readonly venue: string;
  readonly own: number;
  readonly shared: number;
}

/** The libraries that are compared. */
export const otherLibraries: readonly OtherLibrary[] = [
  {
    name: "ccxt",
    version: "4.5.84",
    language: "js",
    folder: "js/src/pro",
    venues: {
      binance: {
        own: [
          ...["watchOrderBook", "watchOrderBookForSymbols", "unWatchOrderBook"],
          ...["unWatchOrderBookForSymbols", "fetchOrderBookSnapshot", "handleDelta"],
          ...["handleDeltas", "handleOrderBookMessage", "handleOrderBook"],
          ...["handleOrderBookSubscription", "watchTrades", "watchTradesForSymbols"],
          ...["unWatchTrades", "unWatchTradesForSymbols", "parseWsTrade", "handleTrade"],
        ],
        shared: [
          ...["requestId", "isSpotUrl", "stream", "getWsUrl", "handleSubscriptionStatus"],
          ...["handleUnSubscription", "handleWsError", "handleMessage"],
        ],
      },
      bitfinex: {
        own: [
          ...["watchTrades", "unWatchTrades", "handleTrades", "parseWsTrade", "watchOrderBook"],
          ...["handleOrderBook", "handleChecksum"],
        ],
        shared: [
          ...["subscribe", "unSubscribe", "handleSystemStatus", "handleSubscriptionStatus"],
          ...["handleUnsubscriptionStatus", "handleMessage"],
        ],
      },
      kraken: {
        own: [
          ...["watchTrades", "watchTradesForSymbols", "handleTrades", "watchOrderBook"],
          ...["watchOrderBookForSymbols", "handleOrderBook", "customHandleDeltas", "formatNumber"],
        ],
        shared: [
          ...["requestId", "watchMultiHelper", "getMessageHash", "ping", "handlePong"],
          ...["handleHeartbeat", "handleSystemStatus", "handleSubscriptionStatus"],
          ...["handleErrorMessage", "handleMessage"],
        ],
      },
    },
  },
  {
    name: "cryptofeed",
    version: "2.4.1",
    language: "py",
    folder: "cryptofeed/exchanges",
    venues: {
      binance: {
        own: ["_trade", "_check_update_id", "_snapshot", "_book"],
        shared: ["__init__", "_address", "_reset", "message_handler", "subscribe"],
      },
      bitfinex: {
        own: ["_trades", "_book"],
        shared: [
          ...["__init__", "__reset", "message_handler", "register_channel_handler", "subscribe"],
        ],
      },
      kraken: {
        own: ["_trade", "_book"],
        shared: ["__init__", "__reset", "subscribe", "message_handler"],
      },
    },
  },
];

/**
 * Counts the lines of a library in a folder with its unpacked package.
 *
 * @throws Error if a method is missing, as in another version.
 */
export function countOther(library: OtherLibrary, unpacked: string): readonly OtherCount[] {
  const { folder, language } = library;
  return Object.entries(library.venues).map(([venue, { own, shared }]) => {
    const text = readFileSync(join(unpacked, folder, `${venue}.${language}`), "utf8");
    const count = (names: readonly string[]): number =>
      names.reduce((sum, name) => sum + countLines(methodText(text, name, language), language), 0);
    return { venue, own: count(own), shared: count(shared) };
  });
}
