// A connection to the simulated Kraken: the requests of the client, and the messages of channels.

import { FaultyLine } from "../../faulty-line.ts";
import type { MarketEvent, OrderMarket } from "../../order-market.ts";
import type { BookTruth, SimulatedClient, SimulatedConnection } from "../../simulator.ts";
import { BookChannel, type BookFaults } from "./book-channel.ts";
import { OPEN_AND_CLOSE, type Report } from "./executions.ts";
import { bestOf, instrumentData, tickerData, timestampOf, tradeData } from "./public-data.ts";
import { type Json, readSubscription, type Topic } from "./read-subscription.ts";
import { isTokenValid, type VenueState } from "./venue-state.ts";
import { type Digits, type Writable, writeJson } from "./write-json.ts";

const HEARTBEAT_MS = 1000;
const TRADES_IN_SNAPSHOT = 50;

interface Subscription extends Topic {
  readonly book: BookChannel | undefined;
  /** Whether it began with a snapshot; without one, nobody can have the book. */
  readonly complete: boolean;
  /** The best levels as they were sent last. */
  best: string;
}

/** The venue's side of a connection. */
export class KrakenConnection implements SimulatedConnection {
  readonly line: FaultyLine;
  readonly #state: VenueState;
  readonly #connectionId: Digits;
  readonly #subscriptions = new Map<string, Subscription>();
  #sequence = 0;
  #stopHeartbeat: () => void = () => {};

  constructor(state: VenueState, client: SimulatedClient) {
    this.#state = state;
    this.line = new FaultyLine(client);
    // It needs 64 bits.
    this.#connectionId = { digits: `1${state.random.between(10 ** 8, 10 ** 9 - 1)}0123456789` };
    // A server learns of the connection first.
    state.clock.setTimer(0, () => this.sendStatus());
  }

  receive(text: string): void {
    const timeIn = this.#now();
    let request: unknown;
    try {
      request = JSON.parse(text);
    } catch {
      request = undefined;
    }
    if (typeof request === "object" && request !== null && !Array.isArray(request)) {
      this.#handle(request as Json, timeIn);
    } else this.#answer({ error: "Request is not a JSON object", success: false }, timeIn);
  }

  pong(): void {}

  closed(): void {
    this.line.end();
    this.#stopHeartbeat();
    this.#subscriptions.clear();
  }

  /** Ends the connection from the venue's side; it is cut with code 1006. */
  close(code: number, reason: string): void {
    this.line.close(code, reason);
    this.closed();
  }

  /** Sends the state of the venue. */
  sendStatus(): void {
    const system = this.#state.paused ? "maintenance" : "online";
    const about = { version: "2.0.10", system, api_version: "v2" };
    const data = [{ ...about, connection_id: this.#connectionId }];
    this.#send({ channel: "status", type: "update", data });
  }

  /** Sends what the connection is subscribed to of what has happened in a market. */
  publish(market: OrderMarket, events: readonly MarketEvent[]): void {
    // A client may subscribe and unsubscribe while it receives a message.
    for (const subscription of [...this.#subscriptions.values()]) {
      if (subscription.market !== market || !this.#has(subscription)) continue;
      this.#publishOne(subscription, market, events);
    }
  }

  /** Sends reports of the account, if the connection is subscribed to them. */
  tellAccount(reports: readonly Report[]): void {
    const subscription = this.#subscriptions.get("executions");
    if (subscription === undefined) return;
    for (const { kind, fields } of reports) {
      if (!subscription.orderStatus && !OPEN_AND_CLOSE.includes(kind)) continue;
      if (this.#has(subscription)) this.#sendExecutions("update", [fields]);
    }
  }

  #handle(request: Json, timeIn: string): void {
    const { method } = request;
    const reqId = typeof request["req_id"] === "number" ? request["req_id"] : undefined;
    const { habits } = this.#state;
    if (method === "ping") {
      if (!habits.has("no-pong")) this.#answer({ method: "pong", req_id: reqId }, timeIn);
      return;
    }
    const answered =
      reqId !== undefined && habits.has("wrong-acknowledgement-id") ? reqId + 1 : reqId;
    const refuse = (error: string, symbol?: string): void => {
      const name = typeof method === "string" ? method : undefined;
      this.#answer({ error, method: name, req_id: answered, success: false, symbol }, timeIn);
    };
    const topics =
      method === "subscribe" || method === "unsubscribe"
        ? readSubscription(this.#state.markets, request["params"])
        : "Method not supported";
    if (typeof topics === "string") refuse(topics);
    else {
      for (const [at, topic] of topics.entries()) {
        const error = this.#fault(topic, method === "subscribe");
        const silent =
          habits.has("no-acknowledgement") || (at > 0 && habits.has("one-acknowledgement"));
        if (error !== undefined) {
          refuse(error, topic.symbol);
          continue;
        }
        const { result } = topic;
        if (!silent)
          this.#answer({ method: String(method), req_id: answered, result, success: true }, timeIn);
        if (method === "subscribe") this.#subscribe(topic);
        else this.#unsubscribe(topic);
      }
    }
  }

  /** Returns what is wrong with a request about a topic. */
  #fault(topic: Topic, subscribes: boolean): string | undefined {
    if (topic.symbol !== undefined && topic.market === undefined) {
      return `Currency pair not supported ${topic.symbol}`;
    }
    const known = this.#subscriptions.has(topic.key);
    if (topic.channel === "executions") {
      if (topic.token === undefined) return "Token(s) not found";
      if (!isTokenValid(this.#state, topic.token, known)) return "ESession:Invalid session";
    }
    if (subscribes) return known ? "Already subscribed" : undefined;
    return known ? undefined : "Subscription not found";
  }

  #subscribe(topic: Topic): void {
    const { channel, market, snapshot, depth } = topic;
    const book =
      channel === "book" && market !== undefined ? new BookChannel(market, depth) : undefined;
    const best = market === undefined ? "" : bestOf(market);
    const complete = snapshot && !this.#state.habits.has("no-snapshot");
    this.#subscriptions.set(topic.key, { ...topic, book, best, complete });
    this.#restartHeartbeat();
    if (book !== undefined) {
      const data = [book.snapshot(this.#faults())];
      if (complete) this.#send({ channel, type: "snapshot", data }, this.#truths(book));
    } else if (channel === "executions") {
      // The counter is that of the subscription.
      this.#sequence = 0;
      const { orders, trades } = topic;
      const data = this.#state.executions.snapshot(orders, trades, this.#now());
      this.#sendExecutions("snapshot", data);
    } else if (snapshot && market !== undefined) {
      const trades = market.trades.slice(-TRADES_IN_SNAPSHOT);
      const data =
        channel === "trade"
          ? trades.map((trade) => tradeData(market, trade))
          : [tickerData(market, this.#state.clock.now())];
      this.#send({ channel, type: "snapshot", data });
    } else if (snapshot && channel === "instrument") {
      this.#send({ channel, type: "snapshot", data: instrumentData(this.#state.markets) });
    }
  }

  #unsubscribe(topic: Topic): void {
    if (this.#state.habits.has("data-after-unsubscribe")) return;
    this.#subscriptions.delete(topic.key);
    if (this.#subscriptions.size === 0) this.#stopHeartbeat();
  }

  #publishOne(
    subscription: Subscription,
    market: OrderMarket,
    events: readonly MarketEvent[],
  ): void {
    const { channel, book } = subscription;
    const trades = events.flatMap(({ trade }) => (trade === undefined ? [] : [trade]));
    if (book !== undefined) {
      const message = book.update(events, this.#faults(), this.#now());
      if (message === undefined) return;
      const corrupted =
        message.corrupted === undefined
          ? undefined
          : { channel, type: "update", data: [message.corrupted] };
      const body = { channel, type: "update", data: [message.data] };
      const truths = subscription.complete ? this.#truths(book) : [];
      this.#send(body, truths, { faultable: true, corrupted });
    } else if (channel === "trade" && trades.length > 0) {
      const data = trades.map((trade) => tradeData(market, trade));
      this.#send({ channel, type: "update", data });
    } else if (channel === "ticker") {
      const best = bestOf(market);
      const changed = subscription.onBest ? best !== subscription.best : trades.length > 0;
      subscription.best = best;
      if (!changed) return;
      this.#send({ channel, type: "update", data: [tickerData(market, this.#state.clock.now())] });
    }
  }

  #has(subscription: Subscription): boolean {
    return this.#subscriptions.get(subscription.key) === subscription;
  }

  #sendExecutions(type: string, data: readonly Writable[]): void {
    const skips = type === "update" && this.#state.habits.has("sequence-gap");
    this.#sequence += skips ? 2 : 1;
    const body = { channel: "executions", type, data, sequence: this.#sequence };
    this.#send(body, [], { faultable: true });
  }

  #truths(book: BookChannel): BookTruth[] {
    return [{ market: book.market.traits.name, book: book.book() }];
  }

  #faults(): BookFaults {
    const { habits } = this.#state;
    return {
      wrongChecksum: habits.has("wrong-checksum"),
      noRefill: habits.has("no-truncation-refill"),
      trimmed: habits.has("trimmed-zeros"),
    };
  }

  #answer(answer: Readonly<Record<string, Writable | undefined>>, timeIn: string): void {
    const text = writeJson({ ...answer, time_in: timeIn, time_out: this.#now() });
    this.line.send({ text, truths: [], faultable: false });
  }

  #send(
    body: { readonly [member: string]: Writable },
    truths: readonly BookTruth[] = [],
    more: { readonly faultable?: boolean; readonly corrupted?: Writable | undefined } = {},
  ): void {
    if (this.#subscriptions.size > 0) this.#restartHeartbeat();
    const faultable = more.faultable ?? truths.length > 0;
    const frame = { text: writeJson(body), truths, faultable };
    const { corrupted } = more;
    this.line.send(corrupted === undefined ? frame : { ...frame, corrupted: writeJson(corrupted) });
  }

  #restartHeartbeat(): void {
    this.#stopHeartbeat();
    this.#stopHeartbeat = this.#state.clock.setTimer(HEARTBEAT_MS, () => {
      if (this.#state.habits.has("no-heartbeat")) this.#restartHeartbeat();
      else this.#send({ channel: "heartbeat" });
    });
  }

  #now(): string {
    return timestampOf(this.#state.clock.now());
  }
}
