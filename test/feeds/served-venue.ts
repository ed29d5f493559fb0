// A venue that `@specwright/streams/server` serves from a contract. The contract must describe everything
// that a simulator does from the venue's documentation. Its connections can have the same faults.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { SeededRandom } from "@specwright/runtime/testing";
import { createFeedServer, type FeedServerEvent, type FillRules } from "@specwright/streams/server";
import { FaultyLine, isLineFault } from "../../examples/feeds/faulty-line.ts";
import type { BookTruth, SimulatorOptions, TrueBook } from "../../examples/feeds/simulator.ts";
import type { WorldVenue } from "./world.ts";

/** The parts of a contract that a test uses. */
export interface ServedRule {
  readonly channel: ChannelDescriptor;
  readonly markets: readonly string[];
  /** The parameters of the book of a market. */
  parametersOf(market: string): Readonly<Record<string, string>>;
  /** The topics without a book. */
  readonly others: readonly string[];
  readonly fill?: FillRules;
  /** How many levels a subscriber gets; all if absent. */
  readonly depth?: number;
  /** Whether a frame has one level, so that several levels need several frames. */
  readonly oneByOne: boolean;
  /** Returns the market of a frame; undefined if it is not about a book. */
  marketOf(frame: unknown, names: ReadonlyMap<unknown, string>): unknown;
  /** Returns the server's name for a market from a frame on. */
  nameIn?(frame: unknown): readonly [name: unknown, market: string] | undefined;
  /** Changes a quantity in a frame to a wrong one. */
  corrupt?(text: string): string | undefined;
  /** Announces an ending. */
  readonly ending?: {
    readonly message: string;
    readonly values?: Readonly<Record<string, unknown>>;
  };
}

/** Serves a contract as a venue of worlds. `onEvent` receives the server's events. */
export function serveVenue(
  rule: ServedRule,
  { clock, random }: SimulatorOptions,
  onEvent: (event: FeedServerEvent) => void,
): WorldVenue {
  const server = createFeedServer(rule.channel, {
    topics: Object.fromEntries(rule.others.map((name) => [name, { open: () => true }])),
    ...(rule.fill !== undefined && { fill: rule.fill }),
    checkFrames: true,
    clock,
    onEvent,
  });
  const books = new Map(
    rule.markets.map((market) => [market, server.book("book", rule.parametersOf(market))]),
  );
  const lines = new Set<FaultyLine>();
  let last: FaultyLine | undefined;

  function truthOf(market: string): TrueBook {
    const side = (name: "bids" | "asks"): TrueBook["bids"] =>
      (books.get(market)?.top(name, rule.depth) ?? []).map(([price, quantity]) => [
        canonical(price),
        canonical(quantity),
      ]);
    return { bids: side("bids"), asks: side("asks") };
  }

  function move(market: string): void {
    const book = books.get(market);
    if (book === undefined) return;
    const changes = Array.from({ length: random.between(1, 4) }, () => changeLevel(random));
    const sides = { bids: [] as Level[], asks: [] as Level[] };
    for (const { side, level } of changes) {
      if (rule.oneByOne) book.set({ [side]: [level] });
      else sides[side].push(level);
    }
    if (!rule.oneByOne) book.set(sides);
  }

  for (const market of rule.markets) for (let count = 0; count < 8; count += 1) move(market);

  return {
    markets: rule.markets,
    misbehaviours: {},
    connect(_request, client) {
      const line = new FaultyLine(client);
      lines.add(line);
      last = line;
      const names = new Map<unknown, string>();
      const connection = server.connect({
        send(text) {
          // Some heartbeats are texts that are not JSON.
          const frame: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text;
          const named = rule.nameIn?.(frame);
          if (named !== undefined) names.set(...named);
          const market = rule.marketOf(frame, names);
          const isKnown = typeof market === "string" && books.has(market);
          const truths: BookTruth[] = isKnown ? [{ market, book: truthOf(market) }] : [];
          const corrupted = rule.corrupt?.(text);
          const isFaultable = truths.length > 0;
          line.send({
            text,
            truths,
            faultable: isFaultable,
            ...(isFaultable && corrupted !== undefined && { corrupted }),
          });
        },
        ping: () => line.ping(""),
        close: (code, reason) => line.close(code, reason),
        terminate: () => line.close(1006, ""),
      });
      return {
        receive: (text) => connection.receive(text),
        pong: () => connection.heard(),
        closed() {
          line.end();
          lines.delete(line);
          connection.closed();
        },
      };
    },
    async request({ method, target }) {
      const answer = server.answer(new Request(`https://venue.example${target}`, { method }));
      if (answer === undefined) return { status: 404, headers: {}, body: "" };
      return { status: answer.status, headers: {}, body: await answer.text() };
    },
    step() {
      for (const market of rule.markets) if (random.chance(0.7)) move(market);
    },
    book: truthOf,
    misbehave(kind) {
      const fault = isLineFault(kind) ? kind : undefined;
      if (fault !== undefined) last?.prepare(fault);
      else if (kind === "stall") last?.stall();
      else if (kind === "cut") last?.close(1006, "");
      else if (kind === "age") last?.close(1001, "The connection reached its maximum age.");
      else if (rule.ending !== undefined) server.announce(rule.ending.message, rule.ending.values);
    },
    stop: () => server.close(),
  };
}

type Level = readonly [price: string, quantity: string];

/** Returns a level below 0.50 or above it; about a third of them are deleted. */
function changeLevel(random: SeededRandom): {
  readonly side: "bids" | "asks";
  readonly level: Level;
} {
  const isBid = random.chance(0.5);
  const price = `0.${isBid ? random.between(30, 49) : random.between(51, 70)}`;
  const zeros = "0".repeat(random.between(0, 2));
  const quantity = random.chance(0.3)
    ? "0"
    : `${random.between(1, 90)}.${random.between(1, 9)}${zeros}`;
  return { side: isBid ? "bids" : "asks", level: [price, quantity] };
}

/** Returns a decimal without trailing zeros. */
function canonical(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
