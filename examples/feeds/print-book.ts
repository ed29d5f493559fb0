// Prints the best prices of a market, and what happens to the feed:
//
//     node examples/feeds/print-book.ts kraken ws://127.0.0.1:8080 BTC/USD
//
// The address is that of `serve-simulator.ts`.

import type { BookStream } from "@specwright/runtime/codegen";
import { streamTransport, topics } from "@specwright/streams/client";
import { createBinanceClient } from "./binance/gen/client.ts";
import { createBitfinexClient } from "./bitfinex/gen/client.ts";
import { createKalshiClient } from "./kalshi/gen/client.ts";
import { createKrakenClient } from "./kraken/gen/client.ts";

const [venue = "kraken", url = "ws://127.0.0.1:8080", market = ""] = process.argv.slice(2);
const http = url.replace(/^ws/, "http");

const transport = streamTransport({
  topics,
  url: venue === "kalshi" ? `${url}/trade-api/ws` : url,
  servers: { "https://api.binance.com": http },
  onEvent: (event) => console.log("*", event),
});

/** Opens the book of a market; the venues call the markets differently. */
const books: Readonly<Record<string, () => BookStream<unknown>>> = {
  binance: () =>
    createBinanceClient(transport)
      .market()
      .book({ symbol: market || "btcusdt" }),
  bitfinex: () =>
    createBitfinexClient(transport)
      .market()
      .book({ symbol: market || "tBTCUSD" }),
  kalshi: () => createKalshiClient(transport).market().book({ ticker: market }),
  kraken: () =>
    createKrakenClient(transport)
      .market()
      .book({ symbol: market || "BTC/USD" }),
};

const open = books[venue];
if (open === undefined) throw new Error(`The venues are ${Object.keys(books).join(", ")}.`);
const stream = open();
stream.onChange((change) => {
  if (change === "status") console.log("*", stream.status);
  const { book, verified } = stream;
  if (book === undefined) return;
  const [[bid] = ["none"], [ask] = ["none"]] = [
    book.topTexts("bids", 1)[0],
    book.topTexts("asks", 1)[0],
  ];
  console.log(`${bid} / ${ask}${verified === true ? "" : ", not verified"}`);
});
