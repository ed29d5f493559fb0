// Binance spot as its documentation describes it (github.com/binance/binance-spot-api-docs):
// streams of markets, snapshots of books over REST, and the events of one account over the
// WebSocket API. Where the documentation is silent, the simulator decides: the codes of closes, and
// that serverShutdown comes ten seconds before the end.

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
import { TradingAccount } from "./simulator/account.ts";
import { AccountSession } from "./simulator/account-session.ts";
import { answerDepth, restAnswer } from "./simulator/depth-answer.ts";
import { type BinanceMisbehaviour, misbehaviours } from "./simulator/misbehaviours.ts";
import type { AccountKey } from "./simulator/signature.ts";
import { StreamSession } from "./simulator/stream-session.ts";
import { type DepthSnapshot, SymbolMarket } from "./simulator/symbol-market.ts";
import { symbolShapes } from "./simulator/symbols.ts";

/** Options of the exchange. */
export interface BinanceOptions extends SimulatorOptions {
  /** The key that may subscribe to the account's events. */
  readonly key?: AccountKey;
  /**
   * About how many levels each side of a book has, 40 by default. A snapshot has at most 5000, 100
   * unless the request says otherwise, so that more than half of that hides levels from clients.
   */
  readonly levels?: number;
  /** How long a connection may last, 24 hours by default. */
  readonly lifeMs?: number;
  /** How long before the end serverShutdown is sent, 10 s by default. */
  readonly shutdownNoticeMs?: number;
  /** How many connections may be opened within 5 minutes, 300 by default. */
  readonly connectionLimit?: number;
}

/** A key for tests: the one of the documentation's example. */
export const exampleKey: AccountKey = {
  apiKey: "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A",
  secretKey: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
};

const DAY_MS = 24 * 60 * 60 * 1000;
const CONNECTION_WINDOW_MS = 5 * 60 * 1000;
/** Every so many steps, the streams of one event a second have one. */
const STEPS_PER_SECOND = 10;

function textAnswer(status: number, body: string): SimulatedAnswer {
  return { status, headers: { "content-type": "text/plain" }, body };
}

/** Creates the exchange. A step stands for 100 ms: the fast depth streams have one event each. */
export function simulateBinance(options: BinanceOptions): SimulatedVenue {
  const { clock, random } = options;
  const {
    key = exampleKey,
    levels = 40,
    lifeMs = DAY_MS,
    shutdownNoticeMs = 10_000,
    connectionLimit = 300,
  } = options;
  const markets = symbolShapes(levels).map((shape) => new SymbolMarket(shape, random));
  const account = new TradingAccount(random);
  const faults = new Set<BinanceMisbehaviour>();
  const sessions = new Set<StreamSession | AccountSession>();
  const queued: LineFault[] = [];
  const connects: number[] = [];
  let steps = 0;
  let weight = { minute: 0, used: 0 };

  // Older than every event that a client can see.
  const ancient = new Map(markets.map((market) => [market, market.snapshot()]));
  for (const market of markets) {
    market.move();
    while (market.updateId === ancient.get(market)?.lastUpdateId) market.move();
    discardUnsent(market);
  }

  function snapshotOf(market: SymbolMarket): DepthSnapshot {
    const old = faults.has("stale-snapshot") ? ancient.get(market) : undefined;
    if (old !== undefined) return old;
    // The answer may be ahead of the events, which follow with the next step.
    if (random.chance(0.5)) market.move();
    return market.recentSnapshot();
  }

  function spend(more: number): number {
    const minute = Math.floor(clock.now() / 60_000);
    weight = { minute, used: (weight.minute === minute ? weight.used : 0) + more };
    return weight.used;
  }

  /** Reports whether one more connection is allowed, and counts it. */
  function admit(): boolean {
    const now = clock.elapsed();
    while ((connects[0] ?? now) <= now - CONNECTION_WINDOW_MS) connects.shift();
    connects.push(now);
    return connects.length <= connectionLimit;
  }

  function open(
    request: SimulatedRequest,
    line: ExchangeLine,
  ): StreamSession | AccountSession | undefined {
    const url = new URL(request.target, "ws://venue");
    const unit = /^microsecond$/i.test(url.searchParams.get("timeUnit") ?? "") ? 1000 : 1;
    const common = { clock, lifeMs, shutdownNoticeMs, faults, unit } as const;
    if (url.pathname === "/ws-api/v3") {
      return new AccountSession(line, { ...common, key, markets, snapshotOf, spend });
    }
    const [, place, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (place === "ws") {
      const streams = rest.filter((name) => name !== "");
      return new StreamSession(line, { streams, combined: false, unit }, common);
    }
    if (place !== "stream" || rest.length > 0) return undefined;
    const streams = (url.searchParams.get("streams") ?? "")
      .split("/")
      .filter((name) => name !== "");
    return new StreamSession(line, { streams, combined: true, unit }, common);
  }

  function connect(
    request: SimulatedRequest,
    client: SimulatedClient,
  ): SimulatedConnection | SimulatedAnswer {
    if (!admit()) return textAnswer(429, "Too many connections");
    const line = new ExchangeLine(client, clock, () => {
      for (const session of sessions) if (session.line === line) sessions.delete(session);
    });
    const session = open(request, line);
    if (session === undefined) return textAnswer(404, "Not Found");
    for (const fault of queued.splice(0)) line.queue(fault);
    sessions.add(session);
    return session;
  }

  function streamSessions(): readonly StreamSession[] {
    return [...sessions].filter((session) => session instanceof StreamSession);
  }

  function sendDepth(market: SymbolMarket, speed: "100ms" | "1000ms"): void {
    const change = market.takeDepth(speed);
    if (change === undefined) return;
    const truth = market.truth();
    const name = speed === "100ms" ? "depth@100ms" : "depth";
    for (const session of streamSessions()) session.sendDepth(market, name, change, truth);
  }

  function step(): void {
    steps += 1;
    for (const market of markets) {
      const moves = random.chance(0.2) ? 0 : random.between(1, 8);
      for (let count = 0; count < moves; count += 1) market.move();
      for (const move of market.takeMoves()) {
        for (const session of streamSessions()) session.sendMove(market, move);
      }
      sendDepth(market, "100ms");
      if (steps % STEPS_PER_SECOND === 0) sendDepth(market, "1000ms");
      market.remember();
    }
    if (random.chance(0.3)) {
      const events = account.act(random.pick(markets), clock.now());
      for (const session of sessions) {
        if (session instanceof AccountSession) session.sendEvents(events);
      }
    }
  }

  function misbehave(kind: string): void {
    const known = (Object.keys(misbehaviours) as BinanceMisbehaviour[]).find(
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
    else if (known === "age") last?.age();
    else faults.add(known);
  }

  return {
    markets: markets.map(({ stream }) => stream),
    misbehaviours,
    connect,
    request(request) {
      const url = new URL(request.target, "http://venue");
      if (url.pathname !== "/api/v3/depth") return textAnswer(404, "Not Found");
      if (request.method !== "GET") return textAnswer(405, "Method Not Allowed");
      const [symbol, limit] = ["symbol", "limit"].map(
        (name) => url.searchParams.get(name) ?? undefined,
      );
      return restAnswer(answerDepth({ symbol, limit }, markets, snapshotOf));
    },
    step,
    book(market) {
      const found = markets.find(({ stream }) => stream === market);
      if (found === undefined) throw new RangeError(`there is no market ${market}`);
      return found.book();
    },
    misbehave,
    stop() {
      for (const session of [...sessions]) session.line.close(1001, "The simulator stops");
    },
  };
}

/** Forgets what happened before anybody could connect. */
function discardUnsent(market: SymbolMarket): void {
  market.takeMoves();
  market.takeDepth("100ms");
  market.takeDepth("1000ms");
}
