// Prints the best prices of a market whenever they change. The market is the one named on the
// command line, or else the first that is announced.

import { formatDecimal } from "@specwright/runtime";
import {
  createStreamsClient,
  openBooks,
  type StreamsClient,
  streamTransport,
} from "@specwright/streams-sdk";
import { findServer } from "./find-server.ts";

const client = createStreamsClient(streamTransport(findServer()));
const market = process.argv[2] ?? (await newestMarket(client));
const books = openBooks(client, [market]);
books.on("trade", ({ trade }) => {
  console.log(`${market} traded ${formatDecimal(trade.qty)} @ ${formatDecimal(trade.price)}`);
});
books.on("stale", ({ cause }) => console.error(`the book is not whole: ${cause}`));
process.once("SIGINT", () => void books.close());
process.once("SIGTERM", () => void books.close());

let shown = "";
// Frames update the book in the background; each pass of this loop sees its latest state.
for await (const { book, mdSeq } of books.changes()) {
  if (book === undefined) continue;
  const { bestBid, bestAsk } = book;
  const bid = bestBid && `${formatDecimal(bestBid.qty)} @ ${formatDecimal(bestBid.price)}`;
  const ask = bestAsk && `${formatDecimal(bestAsk.qty)} @ ${formatDecimal(bestAsk.price)}`;
  const best = `${bid ?? "no bids"} | ${ask ?? "no asks"}`;
  if (best !== shown) console.log(`${market} #${mdSeq} ${best}`);
  shown = best;
}
await books.done;

/** Returns the latest market in the log, or else waits for the next announcement. */
async function newestMarket({ events }: StreamsClient): Promise<string> {
  let newest: string | undefined;
  for await (const frame of events({ query: { since: 1n } })) {
    if (frame.type === "event_update" && frame.event_type === "market.created") {
      newest = frame.payload.market_id;
    }
    const live = frame.type === "backlog_end" || frame.type === "heartbeat";
    if (live && newest !== undefined) return newest;
  }
  throw new Error("no market was announced");
}
