import type { SimulatedAnswer } from "../../simulator.ts";
import type { DepthSnapshot, SymbolMarket } from "./symbol-market.ts";

/** The error that the exchange returns for a request. */
export interface ExchangeError {
  readonly code: number;
  readonly msg: string;
}

const DEFAULT_LIMIT = 100;
const MOST_LEVELS = 5000;

/** Returns the error of a parameter that is missing, empty or malformed. */
export function malformed(parameter: string): ExchangeError {
  return {
    code: -1102,
    msg: `Mandatory parameter '${parameter}' was not sent, was empty/null, or malformed.`,
  };
}

/** Returns the requested part of a book, for both the REST API and the WebSocket API. */
export function answerDepth(
  parameters: { readonly symbol: unknown; readonly limit: unknown },
  markets: readonly SymbolMarket[],
  snapshotOf: (market: SymbolMarket) => DepthSnapshot,
): DepthSnapshot | ExchangeError {
  const { symbol, limit = DEFAULT_LIMIT } = parameters;
  if (typeof symbol !== "string" || symbol === "") return malformed("symbol");
  const market = markets.find((candidate) => candidate.symbol === symbol);
  if (market === undefined) return { code: -1121, msg: "Invalid symbol." };
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1) return malformed("limit");
  const { lastUpdateId, bids, asks } = snapshotOf(market);
  const shown = Math.min(count, MOST_LEVELS);
  return { lastUpdateId, bids: bids.slice(0, shown), asks: asks.slice(0, shown) };
}

/** Returns the answer of the REST API: 200, or 400 with an error. */
export function restAnswer(content: DepthSnapshot | ExchangeError): SimulatedAnswer {
  return {
    status: "code" in content ? 400 : 200,
    headers: { "content-type": "application/json;charset=UTF-8" },
    body: JSON.stringify(content),
  };
}
