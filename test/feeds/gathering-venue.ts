// A fictitious venue with features that the others lack: frames about several topics, numbers that restart
// while a frame is missing, and topics with identical frames.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { FaultyLine, isLineFault } from "../../examples/feeds/faulty-line.ts";
import type {
  BookTruth,
  Misbehaviour,
  SimulatedClient,
  SimulatedConnection,
  SimulatedVenue,
  SimulatorOptions,
  TrueBook,
} from "../../examples/feeds/simulator.ts";

/** The contract of the venue. */
export const gatheringContract: FeedDescriptor = {
  envelope: {
    match: [
      { message: "snapshot", where: { "/events/0/type": "snapshot" } },
      { message: "update", where: { "/events/0/type": "update" } },
      { message: "answer", where: { "/id": { type: "number" } } },
    ],
  },
  subscription: {
    correlation: { request: "/id", reply: "/id" },
    acknowledgement: { messages: ["answer"] },
    unsubscribed: { messages: ["answer"] },
    limits: { topicsPerConnection: 2 },
    topics: {
      book: {
        parameters: { symbol: {}, figures: {} },
        subscribe: { op: "on", market: "{symbol}/{figures}", id: "{id}" },
        unsubscribe: { op: "off", market: "{symbol}/{figures}", id: "{id}" },
        messages: ["snapshot", "update"],
        each: ["/events"],
        where: { "/events/0/symbol": "{symbol}" },
      },
    },
  },
  counters: [
    {
      messages: ["update"],
      starts: ["snapshot"],
      scope: "topic",
      at: "/events/0/seq",
      previous: "/events/0/prev",
      step: "linked",
      gap: "resubscribe",
    },
  ],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/1",
      snapshots: { snapshot: { bids: "/events/0/bids", asks: "/events/0/asks" } },
      updates: { update: { bids: "/events/0/bids", asks: "/events/0/asks" } },
    },
  },
};

/** The misbehaviours of the venue. */
export const gatheringFaults = ["drop", "double", "reorder", "stall", "cut", "reset", "lost-reset"];

const SIDES = ["bids", "asks"] as const;
const BEAT_MS = 4_000;

class Market {
  readonly name: string;
  seq = 10_000_000;
  #starts = 0;
  readonly #levels = { bids: new Map<number, number>(), asks: new Map<number, number>() };

  constructor(name: string) {
    this.name = name;
  }

  /** Changes some levels, and returns the event. */
  move(random: SeededRandom): object {
    const prev = this.seq;
    this.seq += random.between(1, 9);
    const changes = { bids: [] as string[][], asks: [] as string[][] };
    for (const side of SIDES) {
      const price = (side === "bids" ? 10 : 20) + random.below(8);
      const quantity = random.below(4);
      if (quantity === 0) this.#levels[side].delete(price);
      else this.#levels[side].set(price, quantity);
      changes[side].push([String(price), String(quantity)]);
    }
    return this.#event("update", { prev, ...changes });
  }

  snapshot(): object {
    return this.#event("snapshot", this.book());
  }

  /** Restarts the numbers; the next update still names the last old number. */
  reset(random: SeededRandom): object {
    const event = this.move(random);
    // Never repeats a number: it would link an old frame to a new one.
    this.#starts += 1;
    this.seq = 10_000_000 - this.#starts * 100_000;
    return { ...event, seq: this.seq };
  }

  book(): TrueBook {
    const sorted = SIDES.map((side) =>
      [...this.#levels[side]]
        .sort(([one], [other]) => (side === "bids" ? other - one : one - other))
        .map(([price, quantity]) => [String(price), String(quantity)] as const),
    );
    return { bids: sorted[0] ?? [], asks: sorted[1] ?? [] };
  }

  #event(type: string, rest: object): object {
    return { type, symbol: this.name.split("/")[0], seq: this.seq, ...rest };
  }
}

class Connection implements SimulatedConnection {
  readonly line: FaultyLine;
  readonly markets: Set<Market> = new Set();
  readonly #all: ReadonlyMap<string, Market>;
  #waiting: { readonly event: object; readonly truth: BookTruth }[] = [];

  constructor(client: SimulatedClient, all: ReadonlyMap<string, Market>, clock: Clock) {
    this.line = new FaultyLine(client);
    this.#all = all;
    const beat = (): void => {
      if (!this.line.open) return;
      this.line.ping("");
      clock.setTimer(BEAT_MS, beat);
    };
    beat();
  }

  receive(text: string): void {
    const { op, market, id } = JSON.parse(text) as { op: string; market: string; id: number };
    const found = this.#all.get(market);
    if (found === undefined) return;
    if (op === "on") this.markets.add(found);
    else this.markets.delete(found);
    this.flush();
    this.line.send({ text: JSON.stringify({ id }), truths: [], faultable: false });
    if (op === "on") this.gather(found, found.snapshot());
  }

  gather(market: Market, event: object): void {
    if (!this.markets.has(market)) return;
    this.#waiting.push({ event, truth: { market: market.name, book: market.book() } });
  }

  /** Sends the waiting events in one frame. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const text = JSON.stringify({ events: waiting.map(({ event }) => event) });
    const truths = new Map(waiting.map(({ truth }) => [truth.market, truth]));
    this.line.send({ text, truths: [...truths.values()], faultable: true });
  }

  pong(): void {}

  closed(): void {
    this.line.end();
  }
}

export function createGatheringVenue({ clock, random }: SimulatorOptions): SimulatedVenue {
  const markets = ["A/5", "A/2", "B/5", "C/5"].map((name) => new Market(name));
  const byName = new Map(markets.map((market) => [market.name, market]));
  const connections: Connection[] = [];
  const live = (): Connection[] => connections.filter(({ line }) => line.open);

  function tell(market: Market, event: object): void {
    for (const connection of live()) connection.gather(market, event);
  }

  function flush(): void {
    for (const connection of live()) connection.flush();
  }

  function reset(isLost: boolean): void {
    flush();
    if (isLost) for (const { line } of live()) line.prepare("drop");
    for (const market of markets) tell(market, market.reset(random));
    flush();
  }

  for (let move = 0; move < 10; move += 1) for (const market of markets) market.move(random);
  return {
    markets: markets.map(({ name }) => name),
    misbehaviours: Object.fromEntries(gatheringFaults.map((fault) => [fault, fault])),
    connect(_request, client) {
      const connection = new Connection(client, byName, clock);
      connections.push(connection);
      return connection;
    },
    request: () => ({ status: 404, headers: {}, body: "" }),
    step() {
      for (const market of random.shuffle(markets)) {
        if (random.chance(0.7)) tell(market, market.move(random));
        if (random.chance(0.3)) flush();
      }
      flush();
    },
    book: (market) => byName.get(market)?.book() ?? { bids: [], asks: [] },
    misbehave(kind: Misbehaviour) {
      const last = live().at(-1);
      if (kind === "reset" || kind === "lost-reset") reset(kind === "lost-reset");
      else if (isLineFault(kind)) last?.line.prepare(kind);
      else if (kind === "stall") last?.line.stall();
      else last?.line.close(1006, "");
    },
    stop() {
      for (const { line } of live()) line.close(1001, "");
    },
  };
}
