import type { ExchangeLine } from "../../exchange-line.ts";
import type { SimulatedConnection } from "../../simulator.ts";
import type { AccountEvents } from "./account.ts";
import { answerDepth, type ExchangeError, malformed } from "./depth-answer.ts";
import type { TimeUnit } from "./events.ts";
import { type KeptAlive, keepAlive } from "./keep-alive.ts";
import { type AccountKey, signatureProblem } from "./signature.ts";
import type { RequestId } from "./stream-request.ts";
import { otherId, type SessionOptions } from "./stream-session.ts";
import type { DepthSnapshot, SymbolMarket } from "./symbol-market.ts";

/** The part of the exchange that a session of the WebSocket API uses. */
export interface AccountSessionOptions extends SessionOptions {
  readonly unit: TimeUnit;
  readonly key: AccountKey;
  readonly markets: readonly SymbolMarket[];
  snapshotOf(market: SymbolMarket): DepthSnapshot;
  /** Adds to the weight that was used in this minute, and returns all of it. */
  spend(weight: number): number;
}

const WEIGHT_LIMIT = 6000;
/** The weight of a request; weights differ little here. */
const REQUEST_WEIGHT = 2;
const MOST_SUBSCRIPTIONS = 65_535;

type Parameters = Readonly<Record<string, unknown>>;
type Outcome =
  | { readonly result: unknown }
  | { readonly status: number; readonly error: ExchangeError };

/** A request as it was understood. */
interface Request {
  readonly id: RequestId;
  readonly outcome: () => Outcome;
  readonly showsLimits: boolean;
}

function isObject(value: unknown): value is Parameters {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RequestId {
  return value === null || typeof value === "string" || Number.isInteger(value);
}

function parseObject(text: string): Parameters | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refused(error: ExchangeError): Outcome {
  return { status: 400, error };
}

/** A connection to the WebSocket API, which the events of the account come over. */
export class AccountSession implements SimulatedConnection {
  readonly line: ExchangeLine;
  readonly #options: AccountSessionOptions;
  readonly #alive: KeptAlive;
  #subscription: number | undefined;
  #subscriptions = 0;

  constructor(line: ExchangeLine, options: AccountSessionOptions) {
    this.line = line;
    this.#options = options;
    this.#alive = keepAlive(line, {
      clock: options.clock,
      lifeMs: options.lifeMs,
      noticeMs: options.shutdownNoticeMs,
      faults: options.faults,
      sendShutdown: () => {
        line.send(JSON.stringify({ event: { e: "serverShutdown", E: this.#now() } }));
      },
    });
  }

  /** Ends the connection as after its longest life. */
  age(): void {
    this.#alive.age();
  }

  receive(text: string): void {
    const { id, outcome, showsLimits } = this.#read(text);
    const ended = this.#subscription;
    this.#answer(id, outcome(), showsLimits);
    if (ended !== undefined && this.#subscription === undefined) {
      this.#event(ended, { e: "eventStreamTerminated", E: this.#now() });
    }
  }

  pong(payload: string): void {
    this.#alive.pong(payload);
  }

  closed(): void {
    this.line.end();
  }

  /** Sends what happened to the account, to a client that has subscribed. */
  sendEvents(events: AccountEvents): void {
    if (this.#subscription === undefined) return;
    for (const event of events(this.#options.unit)) this.#event(this.#subscription, event);
  }

  /** Parses a request; `outcome` carries it out. */
  #read(text: string): Request {
    const wrong = (error: ExchangeError, id: RequestId = null): Request => ({
      id,
      outcome: () => refused(error),
      showsLimits: true,
    });
    const request = parseObject(text);
    if (request === undefined) return wrong({ code: -1135, msg: "Invalid JSON Request" });
    const { id, method, params = {} } = request;
    if (!isId(id)) return wrong(malformed("id"));
    if (typeof method !== "string") return wrong(malformed("method"), id);
    if (!isObject(params)) return wrong(malformed("params"), id);
    return {
      id,
      outcome: () => this.#carryOut(method.replace(/^v3\//, ""), params),
      showsLimits: params["returnRateLimits"] !== false,
    };
  }

  #carryOut(method: string, parameters: Parameters): Outcome {
    switch (method) {
      case "ping":
        return { result: {} };
      case "time":
        return { result: { serverTime: this.#now() } };
      case "depth": {
        const { symbol, limit } = parameters;
        const { markets, snapshotOf } = this.#options;
        const answer = answerDepth({ symbol, limit }, markets, snapshotOf);
        return "code" in answer ? refused(answer) : { result: answer };
      }
      case "userDataStream.subscribe.signature":
        return this.#subscribe(parameters);
      case "userDataStream.unsubscribe": {
        const { subscriptionId = this.#subscription } = parameters;
        if (subscriptionId === this.#subscription) this.#subscription = undefined;
        return { result: {} };
      }
      case "session.subscriptions": {
        const id = this.#subscription;
        return { result: id === undefined ? [] : [{ subscriptionId: id }] };
      }
      case "userDataStream.subscribe":
        // It needs a session that was authenticated with session.logon.
        return {
          status: 401,
          error: { code: -1002, msg: "You are not authorized to execute this request." },
        };
      default:
        return refused({ code: -1020, msg: "This operation is not supported." });
    }
  }

  #subscribe(parameters: Parameters): Outcome {
    const { key, clock, faults } = this.#options;
    const problem = signatureProblem(parameters, key, clock.now());
    if (problem !== undefined && !(problem.code === -1022 && faults.has("accepts-any-signature"))) {
      return { status: problem.code === -2015 ? 401 : 400, error: problem };
    }
    if (this.#subscription !== undefined) {
      return refused({ code: -2035, msg: "User Data Stream subscription already active." });
    }
    if (this.#subscriptions === MOST_SUBSCRIPTIONS) {
      return refused({
        code: -1191,
        msg: `Too many subscriptions; at most ${MOST_SUBSCRIPTIONS}.`,
      });
    }
    this.#subscription = this.#subscriptions;
    this.#subscriptions += 1;
    return { result: { subscriptionId: this.#subscription } };
  }

  #event(subscription: number, event: object): void {
    const wrong = this.#options.faults.has("wrong-subscription-id");
    const subscriptionId = wrong ? subscription + 1000 : subscription;
    this.line.send(JSON.stringify({ subscriptionId, event }));
  }

  #answer(id: RequestId, outcome: Outcome, showsLimits: boolean): void {
    const { faults } = this.#options;
    const count = this.#options.spend(REQUEST_WEIGHT);
    if (faults.has("no-acknowledgement")) return;
    const limited: Outcome =
      count > WEIGHT_LIMIT
        ? { status: 429, error: { code: -1003, msg: "Too much request weight used." } }
        : outcome;
    const limit = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1 };
    const shown = showsLimits ? { rateLimits: [{ ...limit, limit: WEIGHT_LIMIT, count }] } : {};
    const answered = faults.has("wrong-acknowledgement-id") ? otherId(id) : id;
    this.line.send(JSON.stringify({ id: answered, status: 200, ...limited, ...shown }));
  }

  #now(): number {
    return this.#options.clock.now() * this.#options.unit;
  }
}
