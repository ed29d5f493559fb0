// The commands that the tests publish, and the lines that a client must print for them.

import { type Decimal, formatDecimal } from "@specwright/runtime";
import { type BookLevel, OrderBook } from "@specwright/streams/books";
import type { FaultKey, ServiceProcess } from "../faults/service-process.ts";

/** The market whose book the clients keep. */
export const MARKET = "M0";

/** An integer that a double cannot hold. */
const BEYOND_DOUBLES = 2n ** 53n + 1n;
const one = (units: bigint | number, nanos = 0): Decimal => ({ units: BigInt(units), nanos });

interface Change {
  readonly id: string;
  readonly trade?: string;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** An exchange that publishes orders and changes of a book through a service. */
export interface Exchange {
  /** Publishes an order and a change of the book. */
  publish(): void;
  /** Returns the line about each order, in the order of the log. */
  orderLines(): readonly string[];
  /** Returns a check that a client has printed the newest order and change, and all before them. */
  newest(): (lines: readonly string[]) => boolean;
  /** Returns the faults in the lines about the book. */
  bookFaults(lines: readonly string[]): readonly string[];
}

/** Creates an exchange; `offset` is added to all numbers on the way to the client. */
export function createExchange(
  service: ServiceProcess,
  { brokerId }: FaultKey,
  offset = 0n,
): Exchange {
  const orders = new Map<string, string>();
  const changes: Change[] = [];

  function publishOrder(count: number): void {
    const id = `order-${count}`;
    const isReject = count % 3 === 0;
    const order_id = `0195f3c2-7f44-7a31-9d0e-${String(count).padStart(12, "0")}`;
    const engine = BEYOND_DOUBLES + BigInt(count);
    const [qty, price] = [one(BEYOND_DOUBLES, count), one(0, 10_000_000 * (1 + (count % 90)))];
    const update = {
      ...{ order_id, client_order_id: id, market_id: MARKET, broker_id: brokerId },
      ...{ account_id: "A", side: "BUY", type: "LIMIT", tif: "GTC", token: "YES", price, qty },
      ...{ volume: one(1), filled_qty: one(0), filled_volume: one(0), status: "ACTIVE" },
      last_update_wall_time_ns: 1_767_225_600_122_998_311n,
      last_update_engine_seq: engine,
    };
    const reject = { command_type: "CANCEL", reason: id, correlation_id: order_id };
    service.send(id, {
      channel: "orders",
      broker_id: brokerId,
      keys: { market: [MARKET], account_id: ["A"], event_id: [] },
      message: isReject
        ? { type: "order_reject", payload: reject }
        : { type: "order_update", payload: update },
    });
    const wanted = `BUY ${formatDecimal(qty)} YES @ ${formatDecimal(price)}`;
    const line = `${order_id} ${wanted} ACTIVE (engine ${engine})`;
    orders.set(id, isReject ? `CANCEL refused: ${id}` : line);
  }

  function publishChange(count: number): void {
    const id = `book-${count}`;
    if (count % 5 === 4) {
      const trade = { price: one(0, 330_000_000), qty: one(BEYOND_DOUBLES, 1) };
      const frame = {
        type: "trade",
        market_id: MARKET,
        ...trade,
        trade_id: id,
        taker_side: "SELL",
      };
      changes.push({ id, trade: "SELL 9007199254740993.000000001 @ 0.33", bids: [], asks: [] });
      service.send(id, { channel: "market-data", ...frame });
      return;
    }
    const qty = count % 3 === 0 ? one(0) : one(BEYOND_DOUBLES, count);
    const bids = [{ price: one(0, 10_000_000 * (10 + (count % 17))), qty }];
    const asks = [{ price: one(BEYOND_DOUBLES + BigInt(count % 13)), qty: one(count % 4) }];
    changes.push({ id, bids, asks });
    service.send(id, { channel: "market-data", type: "book_diff", market_id: MARKET, bids, asks });
  }

  /** Returns the number of a command as clients see it. */
  const numberOf = (id: string): bigint => BigInt(service.answers.get(id) ?? 0) + offset;

  return {
    publish() {
      publishOrder(orders.size + 1);
      publishChange(changes.length + 1);
    },
    orderLines: () => [...orders].map(([id, line]) => `orders #${numberOf(id)} ${line}`),
    newest() {
      const ids = [`order-${orders.size}`, `book-${changes.length}`];
      const patterns = [/^orders #(\d+)/, /^book M0 #(\d+)/];
      return (lines) =>
        ids.every((id, at) => {
          const pattern = patterns[at] ?? /$^/;
          const last = lines.findLast((line) => pattern.test(line)) ?? "";
          const number = pattern.exec(last)?.[1];
          return service.answers.has(id) && BigInt(number ?? 0) >= numberOf(id);
        });
    },
    bookFaults(lines) {
      const book = new OrderBook();
      const left = [...changes];
      const faults: string[] = [];
      for (const line of lines) {
        const [, number, kind, rest] = /^book M0 #(\d+) (\w+) (.*)$/.exec(line) ?? [];
        if (number === undefined) continue;
        let last: Change | undefined;
        while (left[0] !== undefined && numberOf(left[0].id) <= BigInt(number)) {
          last = left.shift();
          if (last !== undefined) book.applyDiff(last);
        }
        const want = kind === "trade" ? last?.trade : textOf(book, kind === "bids");
        if (rest !== want) faults.push(`${line}, not ${want}`);
      }
      return faults;
    },
  };
}

/** Writes the best levels of a book, or all of them. */
function textOf(book: OrderBook, isWhole: boolean): string {
  const [bids = [], asks = []] = (["bids", "asks"] as const).map((side) =>
    book
      .top(side, isWhole ? book.depth(side) : 1)
      .map(({ price, qty }) => `${formatDecimal(qty)} @ ${formatDecimal(price)}`),
  );
  if (isWhole) return `${bids.join(", ")} | asks ${asks.join(", ")}`;
  return `${bids.join("") || "no bids"} | ${asks.join("") || "no asks"}`;
}
