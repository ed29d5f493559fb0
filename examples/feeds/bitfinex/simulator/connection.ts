// A connection to the simulated Bitfinex: the events of the client, and the frames of its channels.

import { FaultyLine, type OutgoingFrame } from "../../faulty-line.ts";
import type { MarketEvent, MarketTrade, OrderMarket } from "../../order-market.ts";
import { fixedText, toNumber } from "../../scaled-number.ts";
import type { BookTruth, SimulatedClient, SimulatedConnection } from "../../simulator.ts";
import type { AccountFrame } from "./account.ts";
import { BookChannel, type BookEntry, LENGTHS, PRECISIONS } from "./book-channel.ts";
import { checkAuth, type VenueState } from "./venue-state.ts";

/** Flags of a `conf` event. */
export const FLAGS = { TIMESTAMP: 32_768, SEQ_ALL: 65_536, OB_CHECKSUM: 131_072 } as const;

const HEARTBEAT_MS = 15_000;
/** The most public channels of a connection. */
const MOST_CHANNELS = 25;
const TRADES_IN_SNAPSHOT = 30;

interface Channel {
  readonly id: number;
  readonly market: OrderMarket | undefined;
  readonly book: BookChannel | undefined;
  /** The values that a second subscription of the same channel would share. */
  readonly topic: string;
  /** Nobody's book is right: there was no snapshot, or clients are to subscribe again. */
  outdated: boolean;
  stopHeartbeat: () => void;
}

type Json = Readonly<Record<string, unknown>>;

/** The venue's side of a connection. */
export class BitfinexConnection implements SimulatedConnection {
  readonly line: FaultyLine;
  readonly #state: VenueState;
  readonly #channels = new Map<number, Channel>();
  #flags = 0;
  #sequence = 0;
  #accountSequence = 0;
  #unwritten: { readonly channel: Channel; readonly trade: unknown }[] = [];

  constructor(state: VenueState, client: SimulatedClient) {
    this.#state = state;
    this.line = new FaultyLine(client);
    const serverId = state.random.uuid();
    // A server learns of the connection first.
    state.clock.setTimer(0, () => {
      const status = state.paused ? 0 : 1;
      this.event({ event: "info", version: 2, serverId, platform: { status } });
    });
  }

  receive(text: string): void {
    let request: unknown;
    try {
      request = JSON.parse(text);
    } catch {
      this.event({ event: "error", msg: "json: invalid", code: 10_000 });
      return;
    }
    if (typeof request !== "object" || request === null || Array.isArray(request)) return;
    const answer = this.#answer(request as Json);
    if (answer !== undefined) this.event(answer);
  }

  pong(): void {}

  closed(): void {
    this.line.end();
    for (const channel of this.#channels.values()) channel.stopHeartbeat();
    this.#channels.clear();
  }

  /** Ends the connection from the venue's side; it is cut with code 1006. */
  close(code: number, reason: string): void {
    this.line.close(code, reason);
    this.closed();
  }

  /** Sends an event. */
  event(event: Json): void {
    this.line.send({ text: JSON.stringify(event), truths: [], faultable: false });
  }

  /** Sends what the connection is subscribed to of what has happened in a market. */
  publish(market: OrderMarket, events: readonly MarketEvent[]): void {
    // A client may subscribe and unsubscribe while it receives a frame.
    for (const channel of [...this.#channels.values()]) {
      if (channel.market !== market) continue;
      if (channel.book !== undefined) this.#publishBook(channel, channel.book);
      else this.#publishTrades(channel, events);
    }
  }

  /** Sends an event of the account, if the connection is authenticated. */
  tellAccount(frame: AccountFrame): void {
    const channel = this.#channels.get(0);
    if (channel === undefined) return;
    const notifies = frame.type === "n";
    if (!notifies) this.#accountSequence += 1;
    if (frame.type === "te" && this.#state.habits.has("auth-sequence-gap")) {
      this.#accountSequence += 1;
    }
    const last = frame.failed === true ? [] : [this.#accountSequence];
    this.#send(channel, [frame.type, frame.payload], { last });
  }

  /** Sends the trades whose record has been written since. */
  writeTrades(): void {
    const unwritten = this.#unwritten;
    this.#unwritten = [];
    for (const { channel, trade } of unwritten) this.#send(channel, ["tu", trade]);
  }

  /** Takes up the books at the end of maintenance. Events in between are never sent. */
  resume(): void {
    for (const channel of this.#channels.values()) {
      channel.outdated = true;
      channel.book?.snapshot();
    }
  }

  /** Returns the answer to an event, unless it is already sent. */
  #answer(request: Json): Json | undefined {
    switch (request["event"]) {
      case "ping": {
        const { cid } = request;
        if (this.#state.habits.has("no-pong")) return undefined;
        return { event: "pong", ts: this.#state.clock.now(), cid };
      }
      case "conf":
        this.#flags = Number(request["flags"] ?? 0);
        return { event: "conf", status: "OK", flags: this.#flags };
      case "subscribe":
        return this.#subscribe(request);
      case "unsubscribe":
        return this.#unsubscribe(request);
      case "auth":
        return this.#authenticate(request);
      case "unauth":
        this.#drop(0);
        return { event: "unauth", status: "OK", chanId: 0 };
      default:
        return { event: "error", msg: "event: invalid", code: 10_000 };
    }
  }

  #subscribe(request: Json): Json | undefined {
    const { channel, subId } = request;
    const named = String(request["symbol"] ?? request["pair"] ?? "");
    const symbol = named.startsWith("t") ? named : `t${named}`;
    const prec = String(request["prec"] ?? "P0");
    const freq = String(request["freq"] ?? "F0");
    const len = String(request["len"] ?? "25");
    const market = this.#state.markets.find(({ traits }) => traits.name === symbol);
    const book = channel === "book" ? { prec, freq, len } : {};
    const topic = JSON.stringify([channel, symbol, book]);
    const refuse = (code: number, msg: string): Json => {
      const { event: _, ...echo } = request;
      return { ...echo, event: "error", msg, code };
    };
    if (channel !== "book" && channel !== "trades") return refuse(10_302, "channel: unknown");
    if (market === undefined) return refuse(10_001, "symbol: invalid");
    if (channel === "book") {
      if (!Object.hasOwn(PRECISIONS, prec)) return refuse(10_011, "prec: invalid");
      if (!LENGTHS.includes(len)) return refuse(10_012, "len: invalid");
      if (freq !== "F0") return refuse(10_300, "freq: only F0 is simulated");
    }
    const others = [...this.#channels.values()].filter(({ id }) => id !== 0);
    if (others.some((other) => other.topic === topic)) return refuse(10_301, "subscribe: dup");
    if (others.length >= MOST_CHANNELS) return refuse(10_305, "subscribe: limit");
    const id = this.#freeId();
    const added: Channel = {
      id,
      market,
      book: channel === "book" ? new BookChannel(market, prec, Number(len)) : undefined,
      topic,
      outdated: false,
      stopHeartbeat: () => {},
    };
    this.#channels.set(id, added);
    const { habits } = this.#state;
    if (!habits.has("no-acknowledgement")) {
      const answered = habits.has("wrong-acknowledgement-id") ? `${String(subId ?? "")}0` : subId;
      const echo = answered === undefined ? {} : { subId: answered };
      const pair = symbol.slice(1);
      this.event({ event: "subscribed", channel, chanId: id, symbol, ...book, ...echo, pair });
    }
    if (habits.has("no-snapshot")) {
      added.outdated = true;
      this.#restartHeartbeat(added);
    } else if (added.book !== undefined) {
      const entries = added.book.snapshot();
      this.#send(added, [entries], { truths: this.#truths(added, added.book.book()) });
    } else {
      const trades = market.trades.slice(-TRADES_IN_SNAPSHOT).reverse();
      this.#send(added, [trades.map((trade) => tradeFields(market, trade))]);
    }
    return undefined;
  }

  #unsubscribe({ chanId }: Json): Json | undefined {
    if (typeof chanId !== "number" || chanId === 0 || !this.#channels.has(chanId)) {
      return { event: "error", msg: "unsubscribe: invalid", code: 10_401, chanId };
    }
    const { habits } = this.#state;
    if (!habits.has("data-after-unsubscribe")) this.#drop(chanId);
    if (habits.has("no-acknowledgement")) return undefined;
    return { event: "unsubscribed", status: "OK", chanId };
  }

  #authenticate(request: Json): Json | undefined {
    if (this.#channels.has(0)) {
      return { event: "error", msg: "auth: dup", code: 10_100 };
    }
    const refusal = checkAuth(this.#state, request);
    if (refusal !== undefined) {
      return { event: "auth", status: "FAILED", chanId: 0, ...refusal };
    }
    const stopHeartbeat = (): void => {};
    const account = { market: undefined, book: undefined, topic: "account", outdated: false };
    this.#channels.set(0, { id: 0, ...account, stopHeartbeat });
    const auth_id = this.#state.random.uuid();
    const caps = { orders: { read: 1, write: 1 }, wallets: { read: 1, write: 0 } };
    this.event({ event: "auth", status: "OK", chanId: 0, userId: 4711, auth_id, caps });
    for (const frame of this.#state.account.snapshots(this.#state.clock.now())) {
      this.tellAccount(frame);
    }
    return undefined;
  }

  #publishBook(channel: Channel, book: BookChannel): void {
    const { habits } = this.#state;
    const changes = book.update({ keepsFallen: habits.has("keeps-fallen-levels") });
    const turns = habits.has("wrong-deletion-side");
    for (const { entry, corrupted, book: after } of changes) {
      const sent = turns && isDeletion(entry, book) ? [entry[0], entry[1], -entry[2]] : entry;
      const truths = this.#truths(channel, after);
      this.#send(channel, [sent], { truths, ...(corrupted && { corrupted: [corrupted] }) });
    }
    const checks = (this.#flags & FLAGS.OB_CHECKSUM) !== 0 && !habits.has("no-checksum");
    if (changes.length === 0 || !checks) return;
    const checksum = book.checksum() ^ (habits.has("wrong-checksum") ? 1 : 0);
    this.#send(channel, ["cs", checksum], { truths: this.#truths(channel, book.book()) });
  }

  #publishTrades(channel: Channel, events: readonly MarketEvent[]): void {
    const { market } = channel;
    for (const { trade } of events) {
      if (trade === undefined || market === undefined) continue;
      const fields = tradeFields(market, trade);
      this.#send(channel, ["te", fields]);
      this.#unwritten.push({ channel, trade: fields });
    }
  }

  #truths(channel: Channel, book: BookTruth["book"]): BookTruth[] {
    if (channel.outdated || channel.market === undefined) return [];
    return [{ market: channel.market.traits.name, book }];
  }

  #send(
    channel: Channel,
    body: readonly unknown[],
    more: {
      readonly truths?: readonly BookTruth[];
      readonly corrupted?: readonly unknown[];
      readonly last?: readonly number[];
      readonly heartbeat?: boolean;
    } = {},
  ): void {
    if (this.#channels.get(channel.id) !== channel) return;
    const { habits, clock } = this.#state;
    const id = channel.id !== 0 && habits.has("stranger-channel") ? channel.id + 1 : channel.id;
    const counted = (this.#flags & FLAGS.SEQ_ALL) !== 0;
    if (counted && !(more.heartbeat === true && habits.has("sequence-skips-heartbeats"))) {
      this.#sequence += 1;
    }
    const numbers = counted ? [this.#sequence, ...(more.last ?? [])] : [];
    const time = (this.#flags & FLAGS.TIMESTAMP) === 0 ? [] : [clock.now()];
    const write = (written: readonly unknown[]): string => {
      const text = JSON.stringify([id, ...written, ...numbers, ...time]);
      return habits.has("plain-numbers") ? withoutExponents(text) : text;
    };
    const frame: OutgoingFrame = {
      text: write(body),
      truths: more.truths ?? [],
      // Without numbers, nobody misses a checksum.
      faultable: counted || (channel.book !== undefined && body[0] !== "cs"),
    };
    this.#restartHeartbeat(channel);
    this.line.send(more.corrupted ? { ...frame, corrupted: write(more.corrupted) } : frame);
  }

  #restartHeartbeat(channel: Channel): void {
    channel.stopHeartbeat();
    channel.stopHeartbeat = this.#state.clock.setTimer(HEARTBEAT_MS, () => {
      if (this.#state.habits.has("no-heartbeat")) this.#restartHeartbeat(channel);
      else this.#send(channel, ["hb"], { heartbeat: true });
    });
  }

  #drop(id: number): void {
    this.#channels.get(id)?.stopHeartbeat();
    this.#channels.delete(id);
  }

  #freeId(): number {
    for (;;) {
      // Even, so that a stranger is never the next channel.
      const id = this.#state.random.between(5_000, 250_000) * 2;
      if (!this.#channels.has(id)) return id;
    }
  }
}

function isDeletion(entry: BookEntry, book: BookChannel): boolean {
  return entry[1] === 0 && (book.precision !== "R0" || Math.abs(entry[2]) === 1);
}

function tradeFields({ traits }: OrderMarket, trade: MarketTrade): unknown[] {
  const amount = toNumber(trade.amount, traits.amountDecimals);
  const price = toNumber(trade.price, traits.priceDecimals);
  return [trade.id, trade.timeMs, trade.takerBuys ? amount : -amount, price];
}

/** Rewrites numbers such as `1.2345e-6` as `0.0000012345`. */
function withoutExponents(text: string): string {
  return text.replaceAll(/(-?)(\d)(?:\.(\d+))?e-(\d+)/g, (_, sign, digit, rest = "", power) => {
    const units = Number(`${digit}${rest}`);
    return `${sign}${fixedText(units, Number(power) + rest.length)}`;
  });
}
