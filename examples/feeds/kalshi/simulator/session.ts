import type { Clock } from "@specwright/runtime";
import type { ExchangeLine } from "../../exchange-line.ts";
import type { BookTruth, SimulatedConnection } from "../../simulator.ts";
import {
  type Channel,
  type Command,
  idOf,
  type LiveChannel,
  parseFrame,
  readCommand,
  sequencedChannels,
} from "./command.ts";
import type { Contract, ContractChange } from "./contracts.ts";
import { CommandError } from "./errors.ts";
import { chooseContracts, limitMarkets } from "./market-choice.ts";
import type { KalshiMisbehaviour } from "./misbehaviours.ts";
import { deltaPayload, snapshotPayload, tickerFields, tickerTimes } from "./payloads.ts";
import { Subscription } from "./subscription.ts";

/** The part of the exchange that a session uses. */
export interface SessionOptions {
  readonly clock: Clock;
  readonly contracts: readonly Contract[];
  readonly faults: ReadonlySet<KalshiMisbehaviour>;
  readonly marketLimit: number;
  readonly commandsPerSecond: number;
}

const PING_MS = 10_000;

type Update = Extract<Command, { readonly cmd: "update_subscription" }>;
type Subscribe = Extract<Command, { readonly cmd: "subscribe" }>;

/** A connection of a user. */
export class KalshiSession implements SimulatedConnection {
  readonly line: ExchangeLine;
  readonly #options: SessionOptions;
  readonly #subscriptions = new Map<number, Subscription>();
  #sids = 0;

  constructor(line: ExchangeLine, options: SessionOptions) {
    this.line = line;
    this.#options = options;
    const { faults } = options;
    line.every(PING_MS, () => {
      if (!faults.has("no-heartbeat")) {
        line.ping(faults.has("wrong-heartbeat-body") ? "" : "heartbeat");
      }
    });
  }

  receive(text: string): void {
    if (!this.line.open) return;
    let id: number | undefined;
    try {
      const frame = parseFrame(text);
      id = idOf(frame);
      this.#carryOut(readCommand(frame));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.#error(error, id);
    }
  }

  // The documentation does not say what happens without a pong.
  pong(): void {}

  closed(): void {
    this.line.end();
  }

  /** Ends every subscription to books as the exchange does when a client reads too slowly. */
  overflow(): void {
    for (const subscription of this.#on("orderbook_delta")) {
      this.#subscriptions.delete(subscription.sid);
      this.#error(new CommandError(25), undefined, subscription);
    }
  }

  /** Sends a change of a level, and the book after it, to every subscription that has the market. */
  sendChange(contract: Contract, change: ContractChange, truth: BookTruth): void {
    for (const subscription of this.#on("orderbook_delta")) {
      if (!subscription.has(contract)) continue;
      const { line } = this;
      const options = { style: this.#style(subscription), line, nowMs: this.#options.clock.now() };
      const msg = deltaPayload(contract, change, options);
      this.#numbered(subscription, { type: "orderbook_delta" }, { msg, contract, truths: [truth] });
    }
  }

  /** Sends the same payload to every subscription of a channel that has the market. */
  sendPayload(
    channel: Exclude<LiveChannel, "orderbook_delta">,
    contract: Contract,
    msg: object,
  ): void {
    for (const subscription of this.#on(channel)) {
      if (subscription.has(contract)) this.#payload(subscription, contract, msg);
    }
  }

  #payload(subscription: Subscription, contract: Contract, msg: object): void {
    const { channel } = subscription;
    if (sequencedChannels.has(channel)) {
      this.#numbered(subscription, { type: channel }, { msg, contract });
    } else {
      this.#send({ type: channel, sid: this.#wireSid(subscription), msg });
    }
  }

  #on(channel: Channel): readonly Subscription[] {
    return [...this.#subscriptions.values()].filter((one) => one.channel === channel);
  }

  #style({ useYesPrice }: Subscription) {
    return { useYesPrice, faults: this.#options.faults };
  }

  #carryOut(command: Command): void {
    switch (command.cmd) {
      case "subscribe":
        this.#subscribe(command);
        break;
      case "unsubscribe":
        this.#unsubscribe(command);
        break;
      case "update_subscription":
        this.#update(command);
        break;
      case "list_subscriptions": {
        const msg = [...this.#subscriptions.values()].map(({ channel, sid }) => ({ channel, sid }));
        this.#acknowledge(command.id, { type: "ok", msg });
        break;
      }
      default:
        command satisfies never;
    }
  }

  #subscribe(command: Subscribe): void {
    const { channels, markets, skipTickerAck, useYesPrice } = command;
    const chosen = channels.map((channel) => {
      const contracts = chooseContracts(channel, markets, this.#options.contracts);
      limitMarkets(contracts, this.#options.marketLimit);
      return { channel, contracts };
    });
    for (const { channel, contracts } of chosen) {
      this.#sids += 1;
      const by = markets?.by ?? "ticker";
      const settings = {
        by,
        skipTickerAck,
        useYesPrice,
        fromZero: this.#wrong("sequence-from-zero"),
      };
      const subscription = new Subscription(this.#sids, channel, contracts, settings);
      this.#subscriptions.set(subscription.sid, subscription);
      const msg = { channel, sid: this.#wireSid(subscription) };
      this.#acknowledge(command.id, { type: "subscribed", msg });
      this.#sendFirst(subscription, contracts ?? [], command.sendInitialSnapshot);
    }
  }

  /** Sends what a subscription has of markets that are new to it. */
  #sendFirst(subscription: Subscription, contracts: readonly Contract[], tickers: boolean): void {
    for (const contract of contracts) {
      if (subscription.channel === "orderbook_delta" && !this.#wrong("no-first-snapshot")) {
        this.#snapshot(subscription, contract, undefined);
      } else if (subscription.channel === "ticker" && tickers) {
        const msg = { ...tickerFields(contract), ...tickerTimes(this.#options.clock.now()) };
        this.#payload(subscription, contract, msg);
      }
    }
  }

  #unsubscribe({ id, sids }: Extract<Command, { readonly cmd: "unsubscribe" }>): void {
    const found = sids.map((sid) => this.#find(sid));
    for (const subscription of found) {
      if (!this.#wrong("ignores-unsubscribe")) this.#subscriptions.delete(subscription.sid);
      if (this.#wrong("no-acknowledgement")) continue;
      this.#numbered(subscription, { id: this.#wireId(id), type: "unsubscribed" });
    }
  }

  #update(command: Update): void {
    const subscription = this.#find(command.sid);
    try {
      this.#updateFound(subscription, command);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.#error(error, command.id, subscription);
    }
  }

  #updateFound(subscription: Subscription, command: Update): void {
    const { clock, commandsPerSecond, contracts: all } = this.#options;
    if (!subscription.count(clock.elapsed(), commandsPerSecond)) throw new CommandError(27);
    const { action, markets, id, sendInitialSnapshot } = command;
    const { channel } = subscription;
    if (action === "get_snapshot" && channel !== "orderbook_delta") throw new CommandError(13);
    if (markets === undefined) throw new CommandError(14);
    const contracts = chooseContracts(channel, markets, all) ?? [];
    if (action === "get_snapshot") {
      const others = contracts.filter((contract) => !subscription.has(contract));
      if (others.length > 0)
        throw new CommandError(
          11,
          others.map(({ ticker }) => ticker),
        );
      if (this.#wrong("ignores-get-snapshot")) return;
      for (const contract of contracts) this.#snapshot(subscription, contract, id);
      return;
    }
    const added = action === "add_markets" ? contracts.filter((one) => !subscription.has(one)) : [];
    limitMarkets([...(subscription.contracts ?? []), ...added], this.#options.marketLimit);
    subscription.add(added);
    if (action === "delete_markets" && !this.#wrong("ignores-delete-markets")) {
      subscription.remove(contracts);
    }
    this.#ok(subscription, id);
    this.#sendFirst(subscription, added, sendInitialSnapshot);
  }

  #ok(subscription: Subscription, id: number | undefined): void {
    if (this.#wrong("no-acknowledgement")) return;
    const msg = subscription.shownMarkets();
    const head = { id: this.#wireId(id), type: "ok" };
    if (!sequencedChannels.has(subscription.channel)) {
      this.#send({ ...head, sid: this.#wireSid(subscription), msg });
    } else if (this.#wrong("sequence-not-counted-on-ok")) {
      const sid = this.#wireSid(subscription);
      this.#send({ ...head, sid, seq: subscription.lastNumber, msg });
    } else {
      this.#numbered(subscription, head, { msg });
    }
  }

  #snapshot(subscription: Subscription, contract: Contract, id: number | undefined): void {
    const msg = snapshotPayload(contract, this.#style(subscription));
    const shown = this.#wrong("snapshot-without-id") ? undefined : id;
    const head = { type: "orderbook_snapshot", id: this.#wireId(shown) };
    this.#numbered(subscription, head, { msg, contract, truths: [contract.truth()] });
  }

  /**
   * Returns the subscription with that sid.
   *
   * @throws CommandError code 7 without such a subscription.
   */
  #find(sid: number): Subscription {
    const found = this.#subscriptions.get(sid);
    if (found === undefined) throw new CommandError(7);
    return found;
  }

  #error(error: CommandError, id: number | undefined, subscription?: Subscription): void {
    const { code, marketTickers } = error;
    const named = id === undefined ? undefined : this.#wireId(id);
    if (id !== undefined && this.#wrong("no-acknowledgement")) return;
    const msg = { code, msg: error.message, market_tickers: marketTickers };
    const head = { id: named, type: "error" };
    if (subscription === undefined) this.#send({ ...head, msg });
    else if (sequencedChannels.has(subscription.channel))
      this.#numbered(subscription, head, { msg });
    else this.#send({ ...head, sid: this.#wireSid(subscription), msg });
  }

  #acknowledge(id: number | undefined, frame: object): void {
    if (!this.#wrong("no-acknowledgement")) this.#send({ id: this.#wireId(id), ...frame });
  }

  /** Sends a frame with the next number of a subscription. */
  #numbered(
    subscription: Subscription,
    head: object,
    rest: {
      readonly msg?: object;
      readonly contract?: Contract;
      readonly truths?: readonly BookTruth[];
    } = {},
  ): void {
    const { msg, contract, truths = [] } = rest;
    const seq = subscription.next(this.#wrong("sequence-per-market") ? contract : undefined);
    const frame = { ...head, sid: this.#wireSid(subscription), seq, msg };
    this.line.sendNumbered(this.#text(frame), truths);
  }

  #send(frame: object): void {
    this.line.send(this.#text(frame));
  }

  #text(frame: object): string {
    const text = JSON.stringify(frame);
    return this.#wrong("numbers-without-quotes") ? text.replaceAll(/"(-?\d+\.\d+)"/g, "$1") : text;
  }

  #wireSid({ sid }: Subscription): number {
    return this.#wrong("shared-sid") ? 1 : sid;
  }

  #wireId(id: number | undefined): number | undefined {
    return id !== undefined && this.#wrong("wrong-acknowledgement-id") ? id + 1_000_000 : id;
  }

  #wrong(fault: KalshiMisbehaviour): boolean {
    return this.#options.faults.has(fault);
  }
}
