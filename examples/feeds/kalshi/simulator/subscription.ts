import type { Channel } from "./command.ts";
import type { Contract } from "./contracts.ts";

/** How a subscription was asked for. */
export interface SubscriptionSettings {
  /** How markets were named, and are named in answers. */
  readonly by: "ticker" | "id";
  readonly skipTickerAck: boolean;
  readonly useYesPrice: boolean;
  readonly fromZero: boolean;
}

/** The subscription of one command to one channel: any number of markets with one counter. */
export class Subscription {
  readonly sid: number;
  readonly channel: Channel;
  readonly useYesPrice: boolean;
  readonly #settings: SubscriptionSettings;
  readonly #perMarket = new Map<Contract, number>();
  readonly #commands: number[] = [];
  #contracts: readonly Contract[] | undefined;
  #number: number;

  /** Without `contracts`, it has every market. */
  constructor(
    sid: number,
    channel: Channel,
    contracts: readonly Contract[] | undefined,
    settings: SubscriptionSettings,
  ) {
    this.sid = sid;
    this.channel = channel;
    this.useYesPrice = settings.useYesPrice;
    this.#settings = settings;
    this.#contracts = contracts;
    this.#number = settings.fromZero ? -1 : 0;
  }

  get contracts(): readonly Contract[] | undefined {
    return this.#contracts;
  }

  /** The number of the last frame. */
  get lastNumber(): number {
    return this.#number;
  }

  /** Returns the number of the next frame; that of a market if it counts by market. */
  next(market?: Contract): number {
    if (market === undefined) {
      this.#number += 1;
      return this.#number;
    }
    const number = (this.#perMarket.get(market) ?? 0) + 1;
    this.#perMarket.set(market, number);
    return number;
  }

  has(contract: Contract): boolean {
    return this.#contracts?.includes(contract) ?? true;
  }

  add(contracts: readonly Contract[]): void {
    if (this.#contracts !== undefined) this.#contracts = [...this.#contracts, ...contracts];
  }

  remove(contracts: readonly Contract[]): void {
    this.#contracts = this.#contracts?.filter((one) => !contracts.includes(one));
  }

  /** Counts a command; reports whether there were at most `limit` within the last second. */
  count(elapsedMs: number, limit: number): boolean {
    this.#commands.push(elapsedMs);
    while ((this.#commands[0] ?? elapsedMs) <= elapsedMs - 1000) this.#commands.shift();
    return this.#commands.length <= limit;
  }

  /** Returns all its markets as in an answer. */
  shownMarkets(): object {
    const { by, skipTickerAck } = this.#settings;
    if (skipTickerAck || this.#contracts === undefined) return {};
    return by === "ticker"
      ? { market_tickers: this.#contracts.map(({ ticker }) => ticker) }
      : { market_ids: this.#contracts.map(({ id }) => id) };
  }
}
