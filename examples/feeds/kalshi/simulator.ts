// Kalshi's market data as its documentation describes it (docs.kalshi.com, asyncapi.yaml): books,
// tickers, trades and the fills of one user over a signed WebSocket connection. Where the
// documentation is silent, the simulator decides: a market that does not exist is error 11, a
// signature may be a minute old, a missing pong has no consequence, and connections have no longest
// life.

import { ExchangeLine } from "../exchange-line.ts";
import { isLineFault, type LineFault } from "../faulty-line.ts";
import type {
  SimulatedAnswer,
  SimulatedClient,
  SimulatedConnection,
  SimulatedRequest,
  SimulatedVenue,
  SimulatorOptions,
} from "../simulator.ts";
import { type AccessKey, refuseAccess } from "./simulator/access.ts";
import {
  Contract,
  type ContractTrade,
  contractShapes,
  countText,
  priceText,
} from "./simulator/contracts.ts";
import { type KalshiMisbehaviour, misbehaviours } from "./simulator/misbehaviours.ts";
import { fillPayload, tickerFields, tickerTimes, tradePayload } from "./simulator/payloads.ts";
import { KalshiSession } from "./simulator/session.ts";

/** Options of the exchange. */
export interface KalshiOptions extends SimulatorOptions {
  /** The key that has to sign the upgrade of a connection. */
  readonly key: AccessKey;
  /** About how many levels each side of most books has, 12 by default. */
  readonly levels?: number;
  /** How many markets a subscription may have, 100 by default; more is error 26. */
  readonly marketLimit?: number;
  /** How many updates of a subscription are allowed within a second; more is error 27. No limit by default. */
  readonly commandsPerSecond?: number;
}

const SOCKET_PATH = "/trade-api/ws/v2";

function jsonAnswer(status: number, content: object): SimulatedAnswer {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify(content) };
}

/** Creates the exchange. */
export function simulateKalshi(options: KalshiOptions): SimulatedVenue {
  const { clock, random, key } = options;
  const { levels = 12, marketLimit = 100, commandsPerSecond = Number.POSITIVE_INFINITY } = options;
  const contracts = contractShapes(levels).map((shape) => new Contract(shape, random));
  const faults = new Set<KalshiMisbehaviour>();
  const sessions = new Set<KalshiSession>();
  const queued: LineFault[] = [];
  const positions = new Map<Contract, bigint>();
  const tickers = new Map(contracts.map((one) => [one, JSON.stringify(tickerFields(one))]));
  const sessionOptions = { clock, contracts, faults, marketLimit, commandsPerSecond };

  function connect(
    request: SimulatedRequest,
    client: SimulatedClient,
  ): SimulatedConnection | SimulatedAnswer {
    if (request.target.split("?")[0] !== SOCKET_PATH) return notFound();
    const refusal = refuseAccess(request, key, clock.now());
    if (refusal !== undefined && !faults.has("accepts-any-signature")) return refusal;
    const line = new ExchangeLine(client, clock, () => sessions.delete(session));
    const session = new KalshiSession(line, sessionOptions);
    for (const fault of queued.splice(0)) line.queue(fault);
    sessions.add(session);
    return session;
  }

  function move(contract: Contract): void {
    const nowMs = clock.now();
    contract.move({
      change(change) {
        const truth = contract.truth();
        for (const session of sessions) session.sendChange(contract, change, truth);
      },
      trade: (trade) => tell(contract, trade, nowMs),
    });
    const fields = tickerFields(contract);
    const text = JSON.stringify(fields);
    if (text === tickers.get(contract)) return;
    tickers.set(contract, text);
    const msg = { ...fields, ...tickerTimes(nowMs) };
    for (const session of sessions) session.sendPayload("ticker", contract, msg);
  }

  function tell(contract: Contract, trade: ContractTrade, nowMs: number): void {
    const tradeId = random.uuid();
    const msg = tradePayload(contract, trade, { tradeId, nowMs });
    for (const session of sessions) session.sendPayload("trade", contract, msg);
    if (random.chance(0.3)) tellFill(contract, trade, { tradeId, nowMs });
  }

  /** Sends a trade as a fill of the user. */
  function tellFill(
    contract: Contract,
    trade: ContractTrade,
    { tradeId, nowMs }: { readonly tradeId: string; readonly nowMs: number },
  ): void {
    const isTaker = random.chance(0.5);
    const outcome = isTaker === (trade.taker === "yes") ? "yes" : "no";
    const change = outcome === "yes" ? trade.count : -trade.count;
    const position = (positions.get(contract) ?? 0n) + change;
    positions.set(contract, position);
    const fill = { tradeId, orderId: random.uuid(), isTaker, outcome, position } as const;
    const msg = fillPayload(contract, trade, { fill, nowMs });
    for (const session of sessions) session.sendPayload("fill", contract, msg);
  }

  function find(ticker: string | undefined): Contract | undefined {
    return contracts.find((contract) => contract.ticker === ticker);
  }

  /** Answers a request for a book over REST, which needs no signature. */
  function restBook(request: SimulatedRequest): SimulatedAnswer {
    const [path = ""] = request.target.split("?");
    const [, ticker] = /^\/trade-api\/v2\/markets\/([^/]+)\/orderbook$/.exec(path) ?? [];
    const contract = find(ticker);
    if (contract === undefined || request.method !== "GET") return notFound();
    const side = (outcome: "yes" | "no") =>
      contract.levels(outcome).map(({ price, count }) => [priceText(price), countText(count)]);
    return jsonAnswer(200, { orderbook_fp: { yes_dollars: side("yes"), no_dollars: side("no") } });
  }

  function misbehave(kind: string): void {
    const known = (Object.keys(misbehaviours) as KalshiMisbehaviour[]).find(
      (name) => name === kind,
    );
    if (known === undefined) {
      throw new RangeError(`Unknown ${kind}. Known: ${Object.keys(misbehaviours).join(", ")}.`);
    }
    const last = [...sessions].at(-1);
    if (isLineFault(known)) {
      if (last === undefined) queued.push(known);
      else last.line.queue(known);
    } else if (known === "stall") last?.line.stall();
    else if (known === "cut") last?.line.close(1006, "");
    else if (known === "age") last?.line.close(1001, "Going away");
    else if (known === "buffer-overflow") last?.overflow();
    else faults.add(known);
  }

  return {
    markets: contracts.map(({ ticker }) => ticker),
    misbehaviours,
    connect,
    request: restBook,
    step() {
      for (const contract of contracts) {
        for (let moves = random.below(4); moves > 0; moves -= 1) move(contract);
      }
    },
    book(market) {
      const contract = find(market);
      if (contract === undefined) throw new RangeError(`there is no market ${market}`);
      return contract.book();
    },
    misbehave,
    stop() {
      for (const session of [...sessions]) session.line.close(1001, "The simulator stops");
    },
  };
}

function notFound(): SimulatedAnswer {
  return jsonAnswer(404, { error: { code: "not_found", message: "not found" } });
}
