// State shared by all connections of the simulated Kraken, and its one HTTP request.

import { createHash, createHmac } from "node:crypto";
import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import type { MarketTraits, OrderMarket } from "../../order-market.ts";
import type { SimulatedAnswer, SimulatedRequest } from "../../simulator.ts";
import type { Executions } from "./executions.ts";
import type { Habit } from "./misbehaviours.ts";

/** Markets of different precisions. The last one is thin. */
export const MARKETS: readonly MarketTraits[] = [
  {
    name: "BTC/USD",
    base: "BTC",
    quote: "USD",
    priceDecimals: 1,
    amountDecimals: 8,
    centre: 615_000,
    orders: 150,
    largest: 300_000_000,
  },
  {
    name: "ETH/USD",
    base: "ETH",
    quote: "USD",
    priceDecimals: 2,
    amountDecimals: 8,
    centre: 314_500,
    orders: 40,
    largest: 5_000_000_000,
  },
  {
    name: "PEPE/USD",
    base: "PEPE",
    quote: "USD",
    priceDecimals: 9,
    amountDecimals: 5,
    centre: 12_345,
    orders: 12,
    largest: 1_000_000_000_000,
  },
];

/** State shared by all connections. */
export interface VenueState {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly markets: readonly OrderMarket[];
  readonly executions: Executions;
  readonly habits: ReadonlySet<Habit>;
  readonly apiKey: string;
  /** In base64. */
  readonly apiSecret: string;
  /** When tokens were issued. */
  readonly tokens: Map<string, number>;
  lastNonce: bigint;
  paused: boolean;
}

const TOKEN_PATH = "/0/private/GetWebSocketsToken";
const TOKEN_LIFE_SECONDS = 900;

/**
 * Returns the signature of a request: HMAC-SHA512 of the path and the SHA-256 of nonce and body, with
 * the decoded secret, in base64.
 */
export function signRequest(path: string, nonce: string, body: string, secret: string): string {
  const digest = createHash("sha256").update(`${nonce}${body}`).digest();
  const key = Buffer.from(secret, "base64");
  return createHmac("sha512", key).update(path).update(digest).digest("base64");
}

/** Answers a request for a token; any other request is unknown. */
export function answerRequest(state: VenueState, request: SimulatedRequest): SimulatedAnswer {
  const { method, target, headers, body } = request;
  if (target !== TOKEN_PATH) return answer(404, { error: ["EGeneral:Unknown method"] });
  if (method !== "POST") return answer(405, { error: ["EGeneral:Invalid arguments"] });
  const refuse = (reason: string): SimulatedAnswer => answer(200, { error: [`EAPI:${reason}`] });
  if (headers["api-key"] !== state.apiKey) return refuse("Invalid key");
  const nonce = readNonce(body);
  if (nonce === undefined || !/^\d{1,20}$/.test(nonce)) return refuse("Invalid nonce");
  const signature = signRequest(TOKEN_PATH, nonce, body, state.apiSecret);
  if (headers["api-sign"] !== signature) return refuse("Invalid signature");
  if (BigInt(nonce) <= state.lastNonce && !state.habits.has("accepts-old-nonce")) {
    return refuse("Invalid nonce");
  }
  if (BigInt(nonce) > state.lastNonce) state.lastNonce = BigInt(nonce);
  const token = Buffer.from(state.random.hex(64), "hex").toString("base64url");
  state.tokens.set(token, state.clock.now());
  return answer(200, { error: [], result: { token, expires: TOKEN_LIFE_SECONDS } });
}

/** Reports whether a token may be used to subscribe. One in use stays valid. */
export function isTokenValid(state: VenueState, token: string, inUse: boolean): boolean {
  const issuedMs = state.tokens.get(token);
  if (issuedMs === undefined) return false;
  if (inUse || state.habits.has("long-lived-tokens")) return true;
  return state.clock.now() - issuedMs <= TOKEN_LIFE_SECONDS * 1000;
}

/** Returns the nonce of a body, which is a form or JSON. */
function readNonce(body: string): string | undefined {
  if (!body.startsWith("{")) return new URLSearchParams(body).get("nonce") ?? undefined;
  return /"nonce"\s*:\s*"?(\d+)/.exec(body)?.[1];
}

function answer(status: number, body: unknown): SimulatedAnswer {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify(body) };
}
