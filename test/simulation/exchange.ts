// The exchange of a world: publishers and a gateway in one process, which crashes and is deployed.
// It knows its books, and repeats commands with an unknown result in order.

import { decimalFromNanos } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import { OrderBook } from "@specwright/streams/books";
import {
  createKeyedFeed,
  createKeyedPublisher,
  createPublisher,
  createStreamGateway,
  type KeyedPublisher,
  type Publisher,
  type StreamGateway,
} from "@specwright/streams/server";
import { marketData, orders } from "@specwright/streams-api/server";
import type { BookDiffFrame, BookLevel } from "@specwright/streams-api/types";
import { createMarketBooks } from "@specwright/streams-service";
import { crashDisk, crashingLog, type Disk } from "./crashing-log.ts";
import type { ProcessClock, VirtualClock } from "./virtual-clock.ts";

/** The key of every client. */
export const key = { accessKey: "ak-world", secretKey: "5a".repeat(32), brokerId: "BRK" };

/** The markets of a world. */
export const markets = ["M0", "M1", "M2"] as const;

export interface ExchangeInput {
  readonly random: SeededRandom;
  readonly clock: VirtualClock;
  readonly disk: Disk;
  /** Called when the process crashes. */
  readonly onCrash: () => void;
}

/** The exchange of a world. */
export class Exchange {
  /** The gateway of the running process. */
  gateway: StreamGateway | undefined;
  crashes = 0;
  deploys = 0;
  /** The numbers of the orders that were acknowledged. */
  readonly acknowledged = new Map<number, bigint>();
  readonly changes: Omit<BookDiffFrame, "md_seq" | "ts_ns">[] = [];
  /** The numbers of the changes that were acknowledged. */
  readonly changed = new Map<number, bigint>();
  readonly #input: ExchangeInput;
  readonly #books = new Map(markets.map((market) => [market as string, new OrderBook()]));
  #process: ProcessClock | undefined;
  /** The publishers of the running process; undefined while it closes. */
  #publishers:
    | {
        readonly orders: Publisher;
        readonly market: KeyedPublisher<Omit<BookDiffFrame, "md_seq" | "ts_ns">>;
      }
    | undefined;
  #created = 0;

  constructor(input: ExchangeInput) {
    this.#input = input;
  }

  /** Returns the book of a market, as the exchange knows it. */
  bookOf(market: string): OrderBook {
    return this.#books.get(market) ?? new OrderBook();
  }

  /** Starts a process; it repeats commands without an acknowledgement. */
  start(): void {
    const { random, clock, disk } = this.#input;
    const own = clock.process();
    this.#process = own;
    const log = crashingLog(disk, own, random);
    const publisher = createPublisher({ log, clock: own });
    const keyed = { channel: marketData, log, clock: own };
    const market = createKeyedPublisher({
      ...keyed,
      state: createMarketBooks(),
      snapshotIntervalMs: 5_000,
    });
    const feed = createKeyedFeed({ ...keyed, state: createMarketBooks() });
    this.gateway = createStreamGateway({
      channels: [orders, marketData],
      log,
      subscriptions: { marketData: feed },
      lookupKey: (accessKey) => (accessKey === key.accessKey ? key : undefined),
      clock: own,
      random: random.next,
      settings: {
        heartbeatMs: 5_000,
        replayBatchFrames: 1 + random.below(20),
        replayAboveBytes: 500 + random.below(10_000),
        reconnectWindowMs: 2_000,
      },
    });
    this.#publishers = { orders: publisher, market };
    for (const each of markets) market.open(each).catch(() => {});
    for (let at = 0; at < this.#created; at += 1) {
      if (!this.acknowledged.has(at)) this.#publishOrder(at);
    }
    for (const at of this.changes.keys()) if (!this.changed.has(at)) this.#publishChange(at);
  }

  /** Creates an order, unless no process accepts any. */
  createOrder(): void {
    if (this.#publishers !== undefined) this.#publishOrder(this.#created++);
  }

  /** Changes a book, unless no process accepts changes. */
  changeBook(): void {
    if (this.#publishers === undefined) return;
    const market_id = this.#input.random.pick(markets);
    const change = { bids: this.#drawLevels(10), asks: this.#drawLevels(60) };
    this.changes.push({ type: "book_diff", market_id, ...change });
    this.bookOf(market_id).applyDiff(change);
    this.#publishChange(this.changes.length - 1);
  }

  /** Ends the process at once; the disk loses part of what was not synced. */
  crash(): void {
    const { random, clock, disk, onCrash } = this.#input;
    if (this.gateway === undefined) return;
    this.crashes += 1;
    this.#process?.kill();
    this.gateway = undefined;
    this.#publishers = undefined;
    crashDisk(disk, random);
    onCrash();
    clock.setTimer(random.below(4_000), () => this.start());
  }

  /** Replaces the process by another, after its gateway has closed. */
  deploy(): void {
    const { random, clock, disk } = this.#input;
    const going = this.gateway;
    if (going === undefined) return;
    this.deploys += 1;
    this.#publishers = undefined;
    void going.close().then(() => {
      if (this.gateway !== going) return;
      this.#process?.kill();
      this.gateway = undefined;
      crashDisk(disk, random);
      clock.setTimer(random.below(1_000), () => this.start());
    });
  }

  #publishOrder(at: number): void {
    this.#publishers?.orders
      .publish(orders, {
        brokerId: key.brokerId,
        id: `order-${at}`,
        keys: { market: [markets[at % 3] ?? ""], account_id: [], event_id: [] },
        message: {
          type: "order_reject",
          payload: {
            command_type: "CANCEL",
            reason: `number ${at} ${"x".repeat(at % 90)}`,
            correlation_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f",
          },
        },
      })
      .then(
        (seq) => this.acknowledged.set(at, seq),
        () => {},
      );
  }

  #publishChange(at: number): void {
    const message = this.changes[at];
    if (message === undefined) return;
    this.#publishers?.market.publish(message, `change-${at}`).then(
      ({ counter }) => this.changed.set(at, counter),
      () => {},
    );
  }

  #drawLevels(from: number): BookLevel[] {
    const { random } = this.#input;
    return Array.from({ length: random.below(3) }, () => ({
      price: decimalFromNanos(BigInt(from + random.below(20)) * 10_000_000n),
      qty: decimalFromNanos(
        random.chance(0.4) ? 0n : BigInt(1 + random.below(50)) * 1_000_000_000n,
      ),
    }));
  }
}
