import { decimalFromNanos } from "@specwright/runtime";
import type { MarketDataCommand } from "@specwright/streams-api/publish";
import type { BookLevel } from "@specwright/streams-api/types";
import type { MarketState } from "./matching-engine.ts";
import { type BookSide, bookPriceOf } from "./order.ts";

/** Shows the book of a market whole. */
export function bookSnapshot({ marketId, book }: MarketState): MarketDataCommand {
  function levels(side: BookSide): BookLevel[] {
    const prices = new Set(book.inOrder(side).map(({ request }) => bookPriceOf(request)));
    return [...prices].map((price) => ({
      price: decimalFromNanos(price),
      qty: decimalFromNanos(book.depth(side, price)),
    }));
  }
  const [bids, asks] = [levels("bids"), levels("asks")];
  return {
    channel: "market-data",
    message: { type: "book_snapshot", market_id: marketId, bids, asks },
  };
}
