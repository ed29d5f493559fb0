// A simulated OKX (public market data of its API version 5), written after its documentation:
// www.okx.com/docs-v5, "WebSocket", "Order book channel" and "Trades channel".
//
// Where it leaves something open: an error about an item of `args` repeats the id of its request; the
// close code is 4004 after a silence. The checksum is 0, as it has been in production since June 2026.
// Other depths, other channels, logins and limits are not simulated.

import {
  type ChangedLevel,
  levelTraits,
  simulateLevels,
  type WrittenTrade,
} from "../level-venue.ts";
import {
  levelsOf,
  type NamedTopic,
  OP_HABITS,
  OP_INCIDENTS,
  type OpRequest,
  OpSession,
  type OpTopic,
  sideOf,
} from "../op-venue.ts";
import type { SimulatedVenue, SimulatorOptions, TrueBook } from "../simulator.ts";

const HABITS = {
  ...OP_HABITS,
  "wrong-acknowledgement-id": "An answer repeats the `id` of its request.",
  "no-keepalive": "A book without changes has a frame with equal numbers once a minute.",
  "snapshot-with-previous": "`prevSeqId` of a snapshot is -1.",
} as const;

const INCIDENTS = {
  ...OP_INCIDENTS,
  reset: "`seqId` may be smaller than `prevSeqId` after maintenance; the next frame follows it.",
  "service-upgrade": "A notice with the code 64008 comes a minute before a connection is closed.",
} as const;

const SILENCE = { ms: 30_000, endsWithData: true };
const KEEPALIVE_MS = 60_000;
const NOTICE_MS = 60_000;
const CONNECTION = "a4d3ae55";

/** Creates a simulated OKX. Connections are to `/ws/v5/public`. */
export function simulateOkx(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/ws/v5/public",
    traits: [
      levelTraits("BTC-USDT", 1, 615_000),
      levelTraits("ETH-USDT", 2, 314_500),
      levelTraits("SOL-USDT", 3, 151_250),
    ],
    habits: HABITS,
    incidents: INCIDENTS,
    open: (line, venue) => new OkxSession(line, venue, { answersEach: true, silence: SILENCE }),
  });
}

class OkxSession extends OpSession {
  readonly #keepalives: Map<OpTopic, () => void> = new Map();
  #resets = false;

  misbehave(kind: string): void {
    if (kind === "reset") this.#resets = true;
    if (kind !== "service-upgrade") return;
    const msg = "The connection will soon be closed for a service upgrade. Please reconnect.";
    const notice = { event: "notice", code: "64008", msg, connId: CONNECTION };
    this.line.send(JSON.stringify(notice));
    this.line.after(NOTICE_MS, () => this.line.close(1001, "Service upgrade"));
  }

  protected topicOf(arg: unknown): NamedTopic | undefined {
    const { channel, instId } = arg as Readonly<Record<string, string>>;
    if (instId === undefined) return undefined;
    if (channel === "books") return { kind: "book", market: instId };
    return channel === "trades" ? { kind: "trade", market: instId } : undefined;
  }

  protected pong(): string {
    return "pong";
  }

  protected accepted({ op, id }: OpRequest, arg: unknown): object {
    return { id, event: op, arg, connId: CONNECTION };
  }

  protected refused({ id }: OpRequest, arg: unknown): object {
    const msg = arg === undefined ? "Invalid request" : `${JSON.stringify(arg)} doesn't exist.`;
    return {
      id,
      event: "error",
      code: arg === undefined ? "60012" : "60018",
      msg,
      connId: CONNECTION,
    };
  }

  protected snapshot(topic: OpTopic, book: TrueBook): object {
    const previous = this.venue.habits.has("snapshot-with-previous") ? topic.sequence : -1;
    return this.#frame(topic, "snapshot", levelsOf(book), previous);
  }

  protected update(topic: OpTopic, levels: readonly ChangedLevel[]): object {
    const previous = topic.sequence;
    topic.sequence = this.#resets
      ? this.venue.random.between(1, 1_000)
      : previous + this.venue.random.between(1, 20);
    this.#resets = false;
    return this.#frame(topic, "update", levels, previous);
  }

  protected trades({ arg, market }: OpTopic, trades: readonly WrittenTrade[]): object {
    const instId = market.traits.name;
    const data = trades.map(({ id, price, amount, takerBuys, timeMs }) => ({
      instId,
      tradeId: id,
      px: price,
      sz: amount,
      side: takerBuys ? "buy" : "sell",
      ts: String(timeMs),
      count: "1",
    }));
    return { arg, data };
  }

  #frame(
    topic: OpTopic,
    action: "snapshot" | "update",
    levels: readonly ChangedLevel[],
    prevSeqId: number,
  ): object {
    this.#keepalives.get(topic)?.();
    this.#keepalives.set(
      topic,
      this.line.after(KEEPALIVE_MS, () => this.#keepAlive(topic)),
    );
    const write = (price: string, amount: string): readonly string[] => [price, amount, "0", "1"];
    const data = {
      asks: sideOf(levels, "ask", write),
      bids: sideOf(levels, "bid", write),
      ts: String(this.venue.clock.now()),
      checksum: 0,
      prevSeqId,
      seqId: topic.sequence,
    };
    return { arg: topic.arg, action, data: [data] };
  }

  /** Sends a frame without changes for a book that has had none for a while. */
  #keepAlive(topic: OpTopic): void {
    if (!this.books.includes(topic) || this.venue.habits.has("no-keepalive")) return;
    this.sendBook(topic, this.#frame(topic, "update", [], topic.sequence));
  }
}
