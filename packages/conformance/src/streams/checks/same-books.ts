// Compares two books of a market: the book that the orders of the market make, and the book that the server
// sends.

import { notRun } from "../../report/conformance-error.ts";
import { ExchangeRecord, UNIT } from "../line/exchange-record.ts";
import type { Line } from "../line/line.ts";
import { bookOf, emptyBook, type MarketBook, printBook } from "../line/market-book.ts";
import { closingSteps, openingSteps } from "../stimulus/small-exchange.ts";
import type { CheckContext } from "./check-context.ts";
import { awaitSnapshot, isOfMarket, marketFrames } from "./market-line.ts";
import { openAndRecord } from "./open-with-history.ts";
import { newExchange, publishSteps } from "./watch-exchange.ts";

/** The number of states in which the books must agree. */
const STATES = 3;

/** The number of markets that are examined. They are the markets that opened last. */
const MARKETS = 3;

/** The connections from which the two books are built. */
interface Lines {
  readonly orders: Line;
  readonly shown: Line;
}

/** Fails the clause unless the two books agree, in a new market or in the open markets. */
export async function demandSameBooks(context: CheckContext): Promise<string> {
  const into = new ExchangeRecord();
  const orders = await openAndRecord(context, "orders", into);
  const shown = await context.open("market-data");
  const lines: Lines = { orders, shown };
  if (!context.can("publish")) return watchBooks(context, into, lines);
  const exchange = newExchange(context);
  const { market } = exchange;
  const [opening, rest] = splitAtBook(openingSteps(exchange));
  await publishSteps(context, opening);
  shown.send({ type: "subscribe", markets: [market] });
  await awaitSnapshot(shown, market);
  let states = 0;
  // After each change, the orders and the book must agree again.
  for (const step of rest) {
    const seq = await context.publish(step);
    if (step.channel === "orders") await orders.dataUntil(seq);
    if (step.message["type"] !== "book_diff") continue;
    await awaitAgreement(context, into, lines, market);
    states += 1;
  }
  await publishSteps(context, closingSteps(exchange));
  return `${states} states of a book`;
}

/** Splits steps into two parts. The first part ends with the step that opens the book. */
function splitAtBook<Item extends { readonly channel: string }>(
  steps: readonly Item[],
): readonly [readonly Item[], readonly Item[]] {
  const at = steps.findIndex(({ channel }) => channel === "market-data") + 1;
  return [steps.slice(0, at), steps.slice(at)];
}

async function watchBooks(
  context: CheckContext,
  into: ExchangeRecord,
  lines: Lines,
): Promise<string> {
  const { shown } = lines;
  await openAndRecord(context, "events", into);
  const open = [...into.markets]
    .filter(([, market]) => into.isWhole(market) && market.ended === undefined)
    .map(([name]) => name)
    .filter((name) => into.ordersOf(name).length > 0)
    .slice(-MARKETS);
  if (open.length === 0) return notRun("no open market with all orders observed", { kind: "wait" });
  shown.send({ type: "subscribe", markets: open });
  let states = 0;
  for (const market of open) {
    await awaitSnapshot(shown, market);
    for (
      let state = 0;
      state < STATES && into.markets.get(market)?.ended === undefined;
      state += 1
    ) {
      await awaitAgreement(context, into, lines, market);
      states += 1;
      const seen = shown.frames.length;
      // The next compared state must differ from this state.
      await shown
        .until("a change", () =>
          shown.frames.slice(seen).find((frame) => isOfMarket(frame, market)),
        )
        .catch(() => undefined);
    }
  }
  return `${states} states of ${open.length} books`;
}

/** Waits until the books agree. One channel may be slightly later than the other. */
async function awaitAgreement(
  context: CheckContext,
  into: ExchangeRecord,
  { orders, shown }: Lines,
  market: string,
): Promise<void> {
  const same = (): true | undefined =>
    printBook(deriveBook(into, market)) === printBook(bookOf(marketFrames(shown, market)))
      ? true
      : undefined;
  const waits = [shown, orders].map((line) => line.until("the same book", same));
  const found = await Promise.any(waits).catch(() => undefined);
  const wanted = `orders make ${printBook(deriveBook(into, market))}`;
  context.demandAlone(
    found === true,
    `${market}: ${wanted}, but /market-data shows ${printBook(bookOf(marketFrames(shown, market)))}`,
  );
}

/** Derives the book from the resting orders: a NO at 0.40 is a YES at 0.60. */
function deriveBook(into: ExchangeRecord, market: string): MarketBook {
  const book = emptyBook();
  for (const { rests, left, side, token, price } of into.ordersOf(market)) {
    if (!rests || left === 0n) continue;
    const levels = (side === "BUY") === (token === "YES") ? book.bids : book.asks;
    const key = token === "YES" ? price : UNIT - price;
    levels.set(key, (levels.get(key) ?? 0n) + left);
  }
  return book;
}
