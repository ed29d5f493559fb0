import { OrderBook } from "../order-book.ts";
import type { BookView, LiveBook, LiveBookStatus } from "./live-book.ts";

/** A live book, with the methods that update it. */
export class KeptBook implements LiveBook {
  readonly market: string;
  readonly own: OrderBook = new OrderBook();
  status: LiveBookStatus = "opening";
  mdSeq: bigint | undefined;
  tsNs: bigint | undefined;

  constructor(market: string) {
    this.market = market;
  }

  get book(): BookView | undefined {
    return this.status === "ready" ? this.own : undefined;
  }

  /** Records the number and time of the frame that was applied last. */
  moveTo(mdSeq: bigint, tsNs: bigint): void {
    this.mdSeq = mdSeq;
    this.tsNs = tsNs;
  }
}
