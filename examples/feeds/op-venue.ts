// Shared by the simulated venues whose clients send an `op` with a list of `args`: the topics of a
// connection, and the answers to requests. Each venue says how its frames are written.

import type { ExchangeLine } from "./exchange-line.ts";
import {
  type ChangedLevel,
  type LevelSession,
  type LevelVenue,
  type MarketStep,
  type WrittenTrade,
  withCorruption,
} from "./level-venue.ts";
import type { OrderMarket, Side } from "./order-market.ts";
import type { BookTruth, TrueBook } from "./simulator.ts";

/** A request of a client. */
export interface OpRequest {
  readonly op: string;
  readonly args: readonly unknown[];
  readonly id?: unknown;
  readonly req_id?: unknown;
}

/** The topic that an item of `args` names. */
export interface NamedTopic {
  readonly kind: "book" | "trade";
  readonly market: string;
}

/** A topic that is subscribed. */
export interface OpTopic {
  readonly kind: "book" | "trade";
  readonly market: OrderMarket;
  /** The item of `args` that named it. */
  readonly arg: unknown;
  /** The number of its last frame. */
  sequence: number;
}

/** How a venue takes requests. */
export interface OpRules {
  /** Whether each item of `args` is answered by itself. */
  readonly answersEach: boolean;
  /** The silence after which a connection is closed, and whether frames to the client end it. */
  readonly silence: { readonly ms: number; readonly endsWithData: boolean };
}

/** Rules that each of these venues can break. */
export const OP_HABITS = {
  "no-acknowledgement": "Each request to subscribe or unsubscribe is answered.",
  "no-pong": "A ping of the client is answered.",
  "no-snapshot": "The first frame of a book is a snapshot.",
  "ignores-unsubscribe": "Nothing more comes of a topic that is unsubscribed.",
} as const;

/** Events that can happen to a connection of each of these venues. */
export const OP_INCIDENTS = {
  drop: "Every change of a book is sent.",
  double: "No frame comes twice.",
  reorder: "Frames come in the order in which they were sent.",
  corrupt: "A frame says what has changed in the book.",
  stall: "A ping of the client is answered.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "A connection may be closed at any time, and clients connect again.",
} as const;

/** The venue's end of a connection. */
export abstract class OpSession implements LevelSession {
  protected readonly line: ExchangeLine;
  protected readonly venue: LevelVenue<string>;
  readonly #rules: OpRules;
  readonly #topics: Map<string, OpTopic> = new Map();
  #keep: () => void = () => {};

  constructor(line: ExchangeLine, venue: LevelVenue<string>, rules: OpRules) {
    this.line = line;
    this.venue = venue;
    this.#rules = rules;
    this.#restartSilence();
  }

  /** Returns what an item of `args` names; undefined for none. */
  protected abstract topicOf(arg: unknown): NamedTopic | undefined;
  protected abstract pong(request: OpRequest): string;
  protected abstract accepted(request: OpRequest, arg: unknown): object;
  protected abstract refused(request: OpRequest, arg: unknown): object;
  protected abstract snapshot(topic: OpTopic, book: TrueBook): object;
  protected abstract update(topic: OpTopic, levels: readonly ChangedLevel[]): object;
  protected abstract trades(topic: OpTopic, trades: readonly WrittenTrade[]): object;

  /** The books that are subscribed. */
  protected get books(): readonly OpTopic[] {
    return [...this.#topics.values()].filter(({ kind }) => kind === "book");
  }

  receive(text: string): void {
    const request = readRequest(text);
    const { habits } = this.venue;
    if (request.op === "ping") {
      this.#restartSilence();
      if (!habits.has("no-pong")) this.line.send(this.pong(request));
      return;
    }
    const { args } = request;
    for (const asked of this.#rules.answersEach ? args.map((arg) => [arg]) : [args]) {
      this.#take(habits.has("wrong-acknowledgement-id") ? withOtherId(request) : request, asked);
    }
  }

  publish({ market, levels, trades }: MarketStep): void {
    for (const [key, topic] of [...this.#topics]) {
      // The client may unsubscribe while it receives a frame.
      if (topic.market !== market || this.#topics.get(key) !== topic) continue;
      if (topic.kind === "trade" && trades.length > 0) {
        this.line.send(JSON.stringify(this.trades(topic, trades)));
      } else if (topic.kind === "book" && levels.length > 0) {
        this.sendBook(topic, this.update(topic, withCorruption(this.line, levels)));
      }
    }
  }

  /** Sends a frame about a book as it is now. */
  protected sendBook({ market }: OpTopic, frame: object): void {
    if (this.#rules.silence.endsWithData) this.#restartSilence();
    const truths: BookTruth[] = this.venue.habits.has("no-snapshot")
      ? []
      : [{ market: market.traits.name, book: market.book() }];
    this.line.sendNumbered(JSON.stringify(frame), truths);
  }

  #take(request: OpRequest, args: readonly unknown[]): void {
    const found = args.map((arg) => this.#find(arg));
    const topics = found.filter((topic) => topic !== undefined);
    const isKnown = request.op === "subscribe" || request.op === "unsubscribe";
    if (!isKnown || topics.length < found.length) {
      const frame = this.refused(request, args[found.indexOf(undefined)]);
      this.line.send(JSON.stringify(frame));
      return;
    }
    const { habits } = this.venue;
    if (!habits.has("no-acknowledgement")) {
      this.line.send(JSON.stringify(this.accepted(request, args[0])));
    }
    for (const topic of topics) {
      const key = JSON.stringify(topic.arg);
      if (request.op === "unsubscribe") {
        if (!habits.has("ignores-unsubscribe")) this.#topics.delete(key);
        continue;
      }
      this.#topics.set(key, topic);
      if (topic.kind === "trade" || habits.has("no-snapshot")) continue;
      this.sendBook(topic, this.snapshot(topic, topic.market.book()));
    }
  }

  #find(arg: unknown): OpTopic | undefined {
    const named = this.topicOf(arg);
    const market = named && this.venue.markets.get(named.market);
    if (market === undefined) return undefined;
    return {
      kind: named?.kind ?? "book",
      market,
      arg,
      sequence: this.venue.random.between(1e6, 1e9),
    };
  }

  #restartSilence(): void {
    this.#keep();
    this.#keep = this.line.after(this.#rules.silence.ms, () => this.line.close(4004, "No data"));
  }
}

/** Returns the levels of one side, each written by `write`. */
export function sideOf<Written>(
  levels: readonly ChangedLevel[],
  side: Side,
  write: (price: string, amount: string) => Written,
): Written[] {
  return levels
    .filter((level) => level.side === side)
    .map(({ price, amount }) => write(price, amount));
}

/** Returns all levels of a book. */
export function levelsOf({ bids, asks }: TrueBook): readonly ChangedLevel[] {
  const list = (side: Side, levels: TrueBook["bids"]): readonly ChangedLevel[] =>
    levels.map(([price, amount]) => ({ side, price, amount }));
  return [...list("bid", bids), ...list("ask", asks)];
}

function readRequest(text: string): OpRequest {
  if (text === "ping") return { op: text, args: [] };
  return { args: [], ...JSON.parse(text) };
}

function withOtherId({ id, req_id, ...request }: OpRequest): OpRequest {
  return { ...request, id: `${id}0`, req_id: `${req_id}0` };
}
