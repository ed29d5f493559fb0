// A simulated Bitfinex (WebSocket API version 2), written after its documentation: docs.bitfinex.com,
// pages "General", "Books", "Raw Books", "Trades", "WebSocket Checksum", "Authenticated Channels"; the
// numbers of frames after the sequence audit of its own client, bitfinex-api-node.
//
// Where they leave something open: numbers start at 1 with the flag 65536; prices of the coarser
// precisions are rounded away from the spread; the checksum of a book of length 1 is of that length;
// a checksum follows the updates of a step. Candles, tickers, funding, frequency F1, bulk updates and
// orders of clients are not simulated. The account trades by itself.

import { isLineFault } from "../faulty-line.ts";
import { OrderMarket } from "../order-market.ts";
import type {
  Misbehaviour,
  SimulatedAnswer,
  SimulatedClient,
  SimulatedConnection,
  SimulatedRequest,
  SimulatedVenue,
  SimulatorOptions,
  TrueBook,
} from "../simulator.ts";
import { Account } from "./simulator/account.ts";
import { BitfinexConnection } from "./simulator/connection.ts";
import { HABITS, type Habit, INCIDENTS } from "./simulator/misbehaviours.ts";
import { MARKETS, type VenueState } from "./simulator/venue-state.ts";

/** Options of the simulated Bitfinex. */
export interface BitfinexSimulatorOptions extends SimulatorOptions {
  /** The key of the one account (default `simulated-key`). */
  readonly apiKey?: string;
  /** Its secret (default `simulated-secret`). */
  readonly apiSecret?: string;
}

/** How long maintenance takes. The documentation says that it is at most two minutes. */
const MAINTENANCE_MS = 10_000;

/** How often a request of the account is refused, as a share of steps. */
const REFUSALS = 0.02;

/**
 * Creates a simulated Bitfinex. Connections are to `/ws/2`.
 *
 * @example
 * const venue = createBitfinexSimulator({ clock, random: seededRandom(1) });
 */
export function createBitfinexSimulator(options: BitfinexSimulatorOptions): SimulatedVenue {
  return new BitfinexSimulator(options);
}

class BitfinexSimulator implements SimulatedVenue {
  readonly markets: readonly string[];
  readonly misbehaviours: Readonly<Record<string, string>> = { ...INCIDENTS, ...HABITS };
  readonly #state: VenueState;
  readonly #habits = new Set<Habit>();
  readonly #connections = new Set<BitfinexConnection>();
  /** Incidents that wait for a connection. */
  #awaited: (keyof typeof INCIDENTS)[] = [];
  #endMaintenance: () => void = () => {};

  constructor({
    clock,
    random,
    apiKey = "simulated-key",
    apiSecret = "simulated-secret",
  }: BitfinexSimulatorOptions) {
    const markets = MARKETS.map((traits) => new OrderMarket(traits, clock, random));
    this.markets = MARKETS.map(({ name }) => name);
    const account = new Account(markets);
    const shared = { clock, random, markets, account, habits: this.#habits, apiKey, apiSecret };
    this.#state = { ...shared, lastNonce: 0, paused: false };
  }

  connect(
    request: SimulatedRequest,
    client: SimulatedClient,
  ): SimulatedConnection | SimulatedAnswer {
    const [path] = request.target.split("?");
    if (path !== "/ws/2") return notFound();
    const connection = new BitfinexConnection(this.#state, client);
    this.#connections.add(connection);
    const awaited = this.#awaited;
    this.#awaited = [];
    for (const incident of awaited) this.misbehave(incident);
    return connection;
  }

  request(): SimulatedAnswer {
    return notFound();
  }

  step(): void {
    const { markets, account, random, clock } = this.#state;
    const connections = this.#live();
    if (!this.#state.paused) for (const connection of connections) connection.writeTrades();
    for (const market of markets) {
      const events = market.step();
      // An account cannot trade in maintenance, but simulated books move all the same.
      const frames = events.flatMap((event) => account.tell(market, event, clock.now()));
      if (random.chance(REFUSALS)) frames.push(account.refusal(clock.now()));
      if (this.#state.paused) continue;
      for (const connection of connections) {
        connection.publish(market, events);
        for (const frame of frames) connection.tellAccount(frame);
      }
    }
  }

  book(market: string): TrueBook {
    const found = this.#state.markets.find(({ traits }) => traits.name === market);
    if (found === undefined) throw new RangeError(`there is no market ${market}`);
    return found.book();
  }

  misbehave(kind: Misbehaviour): void {
    if (Object.hasOwn(HABITS, kind)) this.#habits.add(kind as Habit);
    else if (kind === "maintenance") this.#startMaintenance();
    else if (Object.hasOwn(INCIDENTS, kind)) this.#befall(kind as keyof typeof INCIDENTS);
    else throw new RangeError(`there is no misbehaviour ${kind}`);
  }

  stop(): void {
    this.#endMaintenance();
    for (const connection of this.#live()) connection.close(1001, "");
    this.#connections.clear();
  }

  #befall(incident: keyof typeof INCIDENTS): void {
    const connection = this.#live().at(-1);
    if (connection === undefined) this.#awaited.push(incident);
    else if (isLineFault(incident)) connection.line.prepare(incident);
    else if (incident === "stall") connection.line.stall();
    else if (incident === "cut") connection.close(1006, "");
    else {
      connection.event({ event: "info", code: 20051, msg: "Stopping. Please try to reconnect" });
      connection.close(1001, "");
    }
  }

  #startMaintenance(): void {
    if (this.#state.paused) return;
    this.#state.paused = true;
    const start = { event: "info", code: 20060, msg: "Maintenance started. Please pause" };
    for (const connection of this.#live()) connection.event(start);
    this.#endMaintenance = this.#state.clock.setTimer(MAINTENANCE_MS, () => {
      this.#state.paused = false;
      const msg = "Maintenance ended. Please unsubscribe and subscribe again";
      for (const connection of this.#live()) {
        connection.resume();
        connection.event({ event: "info", code: 20061, msg });
      }
    });
  }

  #live(): BitfinexConnection[] {
    for (const connection of this.#connections) {
      if (!connection.line.open) this.#connections.delete(connection);
    }
    return [...this.#connections];
  }
}

function notFound(): SimulatedAnswer {
  const body = JSON.stringify(["error", 10_000, "not found"]);
  return { status: 404, headers: { "content-type": "application/json" }, body };
}
