import type { Clock } from "@specwright/runtime";
import type { ExchangeLine } from "../../exchange-line.ts";
import type { BookTruth, SimulatedConnection } from "../../simulator.ts";
import {
  aggregateTrade,
  bookTicker,
  corrupted,
  depthUpdate,
  type TimeUnit,
  trades,
} from "./events.ts";
import { type KeptAlive, keepAlive } from "./keep-alive.ts";
import type { BinanceMisbehaviour } from "./misbehaviours.ts";
import {
  type RequestId,
  readStreamRequest,
  type StreamError,
  type StreamRequest,
} from "./stream-request.ts";
import type { DepthChange, SymbolMarket, SymbolMove, WireLevel } from "./symbol-market.ts";

const MOST_MESSAGES = 5;
const MOST_STREAMS = 1024;

/** How a connection to the streams was opened. */
export interface StreamSettings {
  readonly streams: readonly string[];
  readonly combined: boolean;
  readonly unit: TimeUnit;
}

/** The part of the exchange that a session uses. */
export interface SessionOptions {
  readonly clock: Clock;
  readonly lifeMs: number;
  readonly shutdownNoticeMs: number;
  readonly faults: ReadonlySet<BinanceMisbehaviour>;
}

/** A connection to the streams of markets. */
export class StreamSession implements SimulatedConnection {
  readonly line: ExchangeLine;
  readonly #options: SessionOptions;
  readonly #alive: KeptAlive;
  readonly #streams: Set<string>;
  readonly #unit: TimeUnit;
  readonly #received: number[] = [];
  #combined: boolean;

  constructor(line: ExchangeLine, settings: StreamSettings, options: SessionOptions) {
    this.line = line;
    this.#options = options;
    this.#streams = new Set(settings.streams);
    this.#combined = settings.combined;
    this.#unit = settings.unit;
    this.#alive = keepAlive(line, {
      clock: options.clock,
      lifeMs: options.lifeMs,
      noticeMs: options.shutdownNoticeMs,
      faults: options.faults,
      sendShutdown: () => {
        line.send(this.#wrapped("!serverShutdown", { e: "serverShutdown", E: this.#now() }));
      },
    });
  }

  /** Ends the connection as after its longest life. */
  age(): void {
    this.#alive.age();
  }

  receive(text: string): void {
    if (!this.#count()) return;
    const request = readStreamRequest(text);
    if ("code" in request) this.#answer(request);
    else this.#answer({ result: this.#carryOut(request), id: request.id });
  }

  pong(payload: string): void {
    if (this.#count()) this.#alive.pong(payload);
  }

  closed(): void {
    this.line.end();
  }

  /** Sends what happened in real time. */
  sendMove(market: SymbolMarket, move: SymbolMove): void {
    const { stream, symbol } = market;
    for (const group of move.trades) {
      for (const trade of trades(symbol, group, this.#now())) this.#event(`${stream}@trade`, trade);
      this.#event(`${stream}@aggTrade`, aggregateTrade(symbol, group, this.#now()));
    }
    if (move.ticker !== undefined) {
      this.#event(`${stream}@bookTicker`, bookTicker(symbol, move.ticker));
    }
  }

  /** Sends what became of a book, to those with the stream of that speed. */
  sendDepth(market: SymbolMarket, name: string, change: DepthChange, truth: BookTruth): void {
    const stream = `${market.stream}@${name}`;
    if (!this.#streams.has(stream)) return;
    const sent = this.line.takesCorruption() ? corrupted(change) : change;
    const event = depthUpdate(market.symbol, this.#misstated(sent), this.#now());
    this.line.sendNumbered(this.#wrapped(stream, event), [truth]);
  }

  #misstated(change: DepthChange): DepthChange {
    const { faults } = this.#options;
    const levels = (side: readonly WireLevel[]): readonly WireLevel[] =>
      side
        .filter(([, quantity]) => !faults.has("keeps-empty-levels") || Number(quantity) !== 0)
        .map(([price, quantity]) =>
          faults.has("relative-quantities") ? [price, `1${quantity}`] : [price, quantity],
        );
    const firstId = faults.has("overlapping-ranges") ? change.firstId - 1 : change.firstId;
    return { ...change, firstId, bids: levels(change.bids), asks: levels(change.asks) };
  }

  #event(stream: string, payload: object): void {
    if (this.#streams.has(stream)) this.line.send(this.#wrapped(stream, payload));
  }

  #wrapped(stream: string, data: object): string {
    const { faults } = this.#options;
    const name = faults.has("wrong-stream") ? `other${stream}` : stream;
    const bare = !this.#combined || faults.has("unwrapped-events");
    const text = JSON.stringify(bare ? data : { stream: name, data });
    return faults.has("numbers-without-quotes") ? text.replaceAll(/"(\d+\.\d+)"/g, "$1") : text;
  }

  /** Carries a request out and returns its result. */
  #carryOut(request: StreamRequest): unknown {
    switch (request.method) {
      case "SUBSCRIBE":
        for (const stream of request.streams) this.#streams.add(stream);
        if (this.#streams.size > MOST_STREAMS) this.line.close(1008, "Too many streams");
        return null;
      case "UNSUBSCRIBE":
        if (!this.#options.faults.has("ignores-unsubscribe")) {
          for (const stream of request.streams) this.#streams.delete(stream);
        }
        return null;
      case "LIST_SUBSCRIPTIONS":
        return [...this.#streams];
      case "SET_PROPERTY":
        this.#combined = request.combined;
        return null;
      case "GET_PROPERTY":
        return this.#combined;
      default:
        return request satisfies never;
    }
  }

  #answer(content: StreamError | { readonly result: unknown; readonly id: RequestId }): void {
    const { faults } = this.#options;
    if (faults.has("no-acknowledgement")) return;
    const wrong = content.id !== undefined && faults.has("wrong-acknowledgement-id");
    this.line.send(JSON.stringify(wrong ? { ...content, id: otherId(content.id) } : content));
  }

  /** Counts a message of the client; too many in a second end the connection. */
  #count(): boolean {
    if (!this.line.open) return false;
    const now = this.#options.clock.elapsed();
    this.#received.push(now);
    while ((this.#received[0] ?? now) <= now - 1000) this.#received.shift();
    const tooMany = this.#received.length > MOST_MESSAGES;
    if (!tooMany || this.#options.faults.has("ignores-message-limit")) return true;
    this.line.close(1008, "Too many requests");
    return false;
  }

  #now(): number {
    return this.#options.clock.now() * this.#unit;
  }
}

/** Returns an id that no request has that has this one. */
export function otherId(id: RequestId | undefined): RequestId {
  return typeof id === "number" ? id + 1_000_000 : `not-${id}`;
}
