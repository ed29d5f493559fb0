// Shared by the simulated venues of price levels: their markets, their connections and the
// misbehaviours of a line.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import { ExchangeLine } from "./exchange-line.ts";
import { isLineFault, type LineFault } from "./faulty-line.ts";
import { type MarketTrade, type MarketTraits, OrderMarket, type Side } from "./order-market.ts";
import { decimalText } from "./scaled-number.ts";
import type { SimulatedVenue, SimulatorOptions, TrueBook } from "./simulator.ts";

/** A price level as it is after a change: the amount 0 stands for none. */
export interface ChangedLevel {
  readonly side: Side;
  readonly price: string;
  readonly amount: string;
}

/** A trade, in the form in which venues write it. */
export interface WrittenTrade {
  readonly id: string;
  readonly price: string;
  readonly amount: string;
  readonly takerBuys: boolean;
  readonly timeMs: number;
}

/** The changes of a market in one step. */
export interface MarketStep {
  readonly market: OrderMarket;
  readonly levels: readonly ChangedLevel[];
  readonly trades: readonly WrittenTrade[];
  /** The book after it. */
  readonly book: TrueBook;
}

/** A venue's view of a market, if it is not the market itself. */
export interface LevelView {
  /** Takes what has changed in the market, and returns what changes in the view. */
  show(levels: readonly ChangedLevel[]): readonly ChangedLevel[];
  book(): TrueBook;
}

/** The venue's end of a connection. */
export interface LevelSession {
  /** Takes a frame of the client. */
  receive(text: string): void;
  /** Sends the client what a step has changed in a market. */
  publish(step: MarketStep): void;
  /** Sends what waits at the end of a step. */
  flush?(): void;
  /** Lets happen what no other venue has. */
  misbehave?(kind: string): void;
}

/** The parts that the connections of a venue share. */
export interface LevelVenue<Habit extends string> {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly markets: ReadonlyMap<string, OrderMarket>;
  readonly habits: ReadonlySet<Habit>;
  /** Returns the book that the venue shows of a market, or of another topic. */
  book(market: string): TrueBook;
}

/** The rules in which a venue differs from the others. */
export interface LevelVenueRules<Habit extends string> {
  /** The path of connections. */
  readonly path: string;
  readonly traits: readonly MarketTraits[];
  /** The names of topics with books, and these books, if they are not those of the markets. */
  readonly topics?: readonly string[];
  book?(topic: string, markets: ReadonlyMap<string, OrderMarket>): TrueBook;
  /** The rules that the venue can break from then on. */
  readonly habits: Readonly<Record<Habit, string>>;
  /** Events that happen once, each with the rule of the venue that it breaks. */
  readonly incidents: Readonly<Record<string, string>>;
  view?(market: OrderMarket, random: SeededRandom): LevelView;
  /** Opens a connection. */
  open(line: ExchangeLine, venue: LevelVenue<Habit>): LevelSession;
}

/** Creates a market with a price of five digits and amounts of eight decimals. */
export function levelTraits(name: string, priceDecimals: number, centre: number): MarketTraits {
  const [base = "", quote = ""] = name.split("-");
  const rest = { orders: 24, largest: 5_000_000_000 };
  return { name, base, quote, priceDecimals, amountDecimals: 8, centre, ...rest };
}

/** Creates a venue. */
export function simulateLevels<Habit extends string>(
  { clock, random }: SimulatorOptions,
  rules: LevelVenueRules<Habit>,
): SimulatedVenue {
  const { path, topics, habits: habitRules, incidents, view = marketView, open } = rules;
  const markets = new Map(
    rules.traits.map((traits) => [traits.name, new OrderMarket(traits, clock, random)]),
  );
  const views = new Map([...markets].map(([name, market]) => [name, view(market, random)]));
  const habits = new Set<Habit>();
  const book = (name: string): TrueBook =>
    rules.book?.(name, markets) ?? views.get(name)?.book() ?? { bids: [], asks: [] };
  const venue = { clock, random, markets, habits, book };
  const misbehaviours: Readonly<Record<string, string>> = { ...habitRules, ...incidents };
  const sessions = new Map<ExchangeLine, LevelSession>();
  const queued: LineFault[] = [];
  const isHabit = (kind: string): kind is Habit => Object.hasOwn(habitRules, kind);

  return {
    markets: topics ?? [...markets.keys()],
    misbehaviours,
    connect({ target }, client) {
      if (target.split("?")[0] !== path) return { status: 404, headers: {}, body: "Not found" };
      const line = new ExchangeLine(client, clock, () => sessions.delete(line));
      for (const fault of queued.splice(0)) line.queue(fault);
      const session = open(line, venue);
      sessions.set(line, session);
      return {
        receive: (text) => session.receive(text),
        pong() {},
        closed: () => line.end(),
      };
    },
    request: () => ({ status: 404, headers: {}, body: "Not found" }),
    step() {
      for (const [name, market] of random.shuffle([...markets])) {
        const step = stepOf(market, views.get(name) ?? marketView(market));
        for (const session of [...sessions.values()]) session.publish(step);
      }
      for (const session of [...sessions.values()]) session.flush?.();
    },
    book,
    misbehave(kind) {
      if (!Object.hasOwn(misbehaviours, kind)) {
        throw new RangeError(`Unknown ${kind}. Known: ${Object.keys(misbehaviours).join(", ")}.`);
      }
      const last = [...sessions.keys()].at(-1);
      if (isHabit(kind)) habits.add(kind);
      else if (kind === "stall") last?.stall();
      else if (kind === "cut") last?.close(1006, "");
      else if (kind === "age") last?.close(1001, "Going away");
      else if (isLineFault(kind) && last !== undefined) last.queue(kind);
      else if (isLineFault(kind)) queued.push(kind);
      else if (last !== undefined) sessions.get(last)?.misbehave?.(kind);
    },
    stop() {
      for (const line of [...sessions.keys()]) line.close(1001, "The simulator stops");
    },
  };
}

function marketView(market: OrderMarket): LevelView {
  return { show: (levels) => levels, book: () => market.book() };
}

/** Moves a market once, and returns the levels that are different after it. */
function stepOf(market: OrderMarket, view: LevelView): MarketStep {
  const events = market.step();
  const { priceDecimals, amountDecimals } = market.traits;
  const last = new Map(events.map((event) => [`${event.order.side} ${event.order.price}`, event]));
  const levels = [...last.values()].map(({ order, levelAmount }) => ({
    side: order.side,
    price: decimalText(order.price, priceDecimals),
    amount: decimalText(levelAmount, amountDecimals),
  }));
  const trades = events.flatMap(({ trade }) => trade ?? []);
  const shown = view.show(levels);
  return { market, levels: shown, trades: writeTrades(market, trades), book: view.book() };
}

/** Writes trades of a market. */
export function writeTrades(
  { traits: { priceDecimals, amountDecimals } }: OrderMarket,
  trades: readonly MarketTrade[],
): readonly WrittenTrade[] {
  return trades.map(({ id, price, amount, takerBuys, timeMs }) => ({
    id: String(id),
    price: decimalText(price, priceDecimals),
    amount: decimalText(amount, amountDecimals),
    takerBuys,
    timeMs,
  }));
}

/** Returns the levels with one that is not deleted although it is gone, if a fault asks for it. */
export function withCorruption(
  line: ExchangeLine,
  levels: readonly ChangedLevel[],
): readonly ChangedLevel[] {
  const at = levels.findIndex(({ amount }) => amount === "0");
  const level = levels[at];
  if (level === undefined || !line.takesCorruption()) return levels;
  return levels.with(at, { ...level, amount: "1" });
}
