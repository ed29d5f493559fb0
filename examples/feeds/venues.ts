// The venues that `serve-simulator.ts` can serve.

import { exampleKey, simulateBinance } from "./binance/simulator.ts";
import { createBitfinexSimulator } from "./bitfinex/simulator.ts";
import { simulateBitget } from "./bitget/simulator.ts";
import { simulateBybit } from "./bybit/simulator.ts";
import { simulateCoinbase } from "./coinbase/simulator.ts";
import { simulateDydx } from "./dydx/simulator.ts";
import { simulateHyperliquid } from "./hyperliquid/simulator.ts";
import { simulateKalshi } from "./kalshi/simulator.ts";
import { createKrakenSimulator } from "./kraken/simulator.ts";
import { simulateOkx } from "./okx/simulator.ts";
import { simulatePolymarket } from "./polymarket/simulator.ts";
import type { SimulatedVenue, SimulatorOptions } from "./simulator.ts";

/** The credentials of a user of a venue. Each venue needs some of it. */
export interface VenueCredentials {
  /** The name of the key. */
  readonly keyId?: string | undefined;
  /** The secret of a key that client and venue share. */
  readonly secret?: string | undefined;
  /** The public half of a key pair, in PEM. */
  readonly publicKey?: string | undefined;
}

/** A venue that can be served. */
export interface ServedVenue {
  /** Whether its users sign with a key pair, rather than with a shared secret or not at all. */
  readonly needsKeyPair: boolean;
  /**
   * Creates the venue.
   *
   * @throws RangeError if it needs a key pair and has none.
   */
  create(options: SimulatorOptions, credentials: VenueCredentials): SimulatedVenue;
}

/** The venues by name. */
export const venues: Readonly<Record<string, ServedVenue>> = {
  binance: {
    needsKeyPair: false,
    create: (options, { keyId = exampleKey.apiKey, secret = exampleKey.secretKey }) =>
      simulateBinance({ ...options, key: { apiKey: keyId, secretKey: secret } }),
  },
  bitfinex: {
    needsKeyPair: false,
    create: (options, { keyId, secret }) =>
      createBitfinexSimulator({
        ...options,
        ...(keyId !== undefined && { apiKey: keyId }),
        ...(secret !== undefined && { apiSecret: secret }),
      }),
  },
  bitget: { needsKeyPair: false, create: simulateBitget },
  bybit: { needsKeyPair: false, create: simulateBybit },
  coinbase: { needsKeyPair: false, create: simulateCoinbase },
  dydx: { needsKeyPair: false, create: simulateDydx },
  hyperliquid: { needsKeyPair: false, create: simulateHyperliquid },
  kalshi: {
    needsKeyPair: true,
    create(options, { keyId = "simulated-key", publicKey }) {
      if (publicKey === undefined) throw new RangeError("Kalshi's users need a public key");
      return simulateKalshi({ ...options, key: { keyId, publicKey } });
    },
  },
  kraken: {
    needsKeyPair: false,
    create: (options, { keyId, secret }) =>
      createKrakenSimulator({
        ...options,
        ...(keyId !== undefined && { apiKey: keyId }),
        ...(secret !== undefined && { apiSecret: secret }),
      }),
  },
  okx: { needsKeyPair: false, create: simulateOkx },
  polymarket: { needsKeyPair: false, create: simulatePolymarket },
};
