// State shared by all connections of the simulated Bitfinex.

import { createHmac } from "node:crypto";
import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import type { MarketTraits, OrderMarket } from "../../order-market.ts";
import type { Account } from "./account.ts";
import type { Habit } from "./misbehaviours.ts";

/**
 * Prices have five significant digits. JavaScript writes numbers below 10^-6 with an exponent: all
 * prices of the last market, which is thin, and some of the one before.
 */
export const MARKETS: readonly MarketTraits[] = [
  {
    name: "tBTCUSD",
    base: "BTC",
    quote: "USD",
    priceDecimals: 0,
    amountDecimals: 8,
    centre: 61_500,
    orders: 90,
    largest: 300_000_000,
  },
  {
    name: "tETHUSD",
    base: "ETH",
    quote: "USD",
    priceDecimals: 1,
    amountDecimals: 8,
    centre: 31_450,
    orders: 45,
    largest: 5_000_000_000,
  },
  {
    name: "tSHIB:USD",
    base: "SHIB",
    quote: "USD",
    priceDecimals: 10,
    amountDecimals: 8,
    centre: 10_000,
    orders: 30,
    largest: 1_000_000_000_000,
  },
  {
    name: "tPEPE:USD",
    base: "PEPE",
    quote: "USD",
    priceDecimals: 11,
    amountDecimals: 8,
    centre: 12_345,
    orders: 14,
    largest: 1_000_000_000_000,
  },
];

/** State shared by all connections. */
export interface VenueState {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly markets: readonly OrderMarket[];
  readonly account: Account;
  readonly habits: ReadonlySet<Habit>;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The last nonce of the key. */
  lastNonce: number;
  /** Whether the venue is in maintenance. */
  paused: boolean;
}

/** The verdict on an `auth` event: undefined if it is right. */
export interface AuthRefusal {
  readonly code: number;
  readonly msg: string;
}

/** Checks an `auth` event: HMAC-SHA384 of `AUTH` and a nonce that rises, in hexadecimal. */
export function checkAuth(
  state: VenueState,
  request: Readonly<Record<string, unknown>>,
): AuthRefusal | undefined {
  const { apiKey, authSig, authPayload, authNonce } = request;
  if (apiKey !== state.apiKey) return { code: 10100, msg: "apikey: invalid" };
  const nonce = Number(authNonce);
  if (!Number.isSafeInteger(nonce) || nonce <= 0) return { code: 10114, msg: "nonce: invalid" };
  // The second form is that of older official clients.
  const payloads = [`AUTH${nonce}`, `AUTH${nonce}${nonce}`];
  if (typeof authPayload !== "string" || !payloads.includes(authPayload)) {
    return { code: 10111, msg: "payload: invalid" };
  }
  const digest = createHmac("sha384", state.apiSecret).update(authPayload).digest("hex");
  if (authSig !== digest) return { code: 10100, msg: "apikey: digest invalid" };
  if (nonce <= state.lastNonce && !state.habits.has("accepts-old-nonce")) {
    return { code: 10114, msg: "nonce: small" };
  }
  state.lastNonce = Math.max(state.lastNonce, nonce);
  return undefined;
}
