// A simulated Kraken (spot, WebSocket API version 2), written after its documentation:
// docs.kraken.com, the pages of the channels and the guides on the checksum of books, authentication
// and reconnection.
//
// Where they leave something open: a removed level has the quantity 0 in full precision; the text of
// errors is that which clients of the venue report; the counter of executions starts at 1 with the
// snapshot; a server that is taken out of service closes with code 1001. Candles, single orders
// (`level3`), balances, rate limits and requests to trade are not simulated. The account trades by
// itself. The public and the private host are the same.

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
import { KrakenConnection } from "./simulator/connection.ts";
import { Executions } from "./simulator/executions.ts";
import { HABITS, type Habit, INCIDENTS } from "./simulator/misbehaviours.ts";
import { timestampOf } from "./simulator/public-data.ts";
import { answerRequest, MARKETS, type VenueState } from "./simulator/venue-state.ts";

/** Options of the simulated Kraken. */
export interface KrakenSimulatorOptions extends SimulatorOptions {
  /** The key of the one account (default `simulated-key`). */
  readonly apiKey?: string;
  /** Its secret in base64 (default that of `simulated-secret`). */
  readonly apiSecret?: string;
}

/** How long maintenance takes. */
const MAINTENANCE_MS = 10_000;

/**
 * Creates a simulated Kraken. Connections are to `/v2`; a token comes from
 * `POST /0/private/GetWebSocketsToken`.
 *
 * @example
 * const venue = createKrakenSimulator({ clock, random: seededRandom(1) });
 */
export function createKrakenSimulator(options: KrakenSimulatorOptions): SimulatedVenue {
  return new KrakenSimulator(options);
}

class KrakenSimulator implements SimulatedVenue {
  readonly markets: readonly string[];
  readonly misbehaviours: Readonly<Record<string, string>> = { ...INCIDENTS, ...HABITS };
  readonly #state: VenueState;
  readonly #habits = new Set<Habit>();
  readonly #connections = new Set<KrakenConnection>();
  /** Incidents that wait for a connection. */
  #awaited: (keyof typeof INCIDENTS)[] = [];
  #endMaintenance: () => void = () => {};

  constructor({ clock, random, apiKey, apiSecret }: KrakenSimulatorOptions) {
    const markets = MARKETS.map((traits) => new OrderMarket(traits, clock, random));
    this.markets = MARKETS.map(({ name }) => name);
    this.#state = {
      clock,
      random,
      markets,
      executions: new Executions(markets),
      habits: this.#habits,
      apiKey: apiKey ?? "simulated-key",
      apiSecret: apiSecret ?? Buffer.from("simulated-secret").toString("base64"),
      tokens: new Map(),
      lastNonce: 0n,
      paused: false,
    };
  }

  connect(
    request: SimulatedRequest,
    client: SimulatedClient,
  ): SimulatedConnection | SimulatedAnswer {
    const [path] = request.target.split("?");
    if (path !== "/v2") return { status: 404, headers: {}, body: "" };
    const connection = new KrakenConnection(this.#state, client);
    this.#connections.add(connection);
    const awaited = this.#awaited;
    this.#awaited = [];
    for (const incident of awaited) this.misbehave(incident);
    return connection;
  }

  request(request: SimulatedRequest): SimulatedAnswer {
    return answerRequest(this.#state, request);
  }

  step(): void {
    // No orders are matched in maintenance.
    if (this.#state.paused) return;
    const { markets, executions, clock } = this.#state;
    const connections = this.#live();
    for (const market of markets) {
      const events = market.step();
      const timestamp = timestampOf(clock.now());
      const reports = events.flatMap((event) => executions.tell(market, event, timestamp));
      for (const connection of connections) {
        connection.publish(market, events);
        connection.tellAccount(reports);
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
    else connection.close(incident === "cut" ? 1006 : 1001, "");
  }

  #startMaintenance(): void {
    if (this.#state.paused) return;
    const announce = (paused: boolean): void => {
      this.#state.paused = paused;
      for (const connection of this.#live()) connection.sendStatus();
    };
    announce(true);
    this.#endMaintenance = this.#state.clock.setTimer(MAINTENANCE_MS, () => announce(false));
  }

  #live(): KrakenConnection[] {
    for (const connection of this.#connections) {
      if (!connection.line.open) this.#connections.delete(connection);
    }
    return [...this.#connections];
  }
}
