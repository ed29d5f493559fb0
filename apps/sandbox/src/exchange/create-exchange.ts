import { seededRandom } from "@specwright/runtime/testing";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { UNIT } from "./amounts.ts";
import { endEvent } from "./end-event.ts";
import { beginExchange, type ExchangeState } from "./exchange-state.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import {
  changeEventStatus,
  changeMarketStatus,
  creationFrames,
  type LifecycleFrame,
  type ListedEvent,
  listEvent,
  strikeFrame,
} from "./listed-event.ts";
import type { EngineWorld } from "./market-state.ts";
import { createMatchingEngine, type MatchingEngine } from "./matching-engine.ts";
import { type Series, sandboxSeries } from "./series.ts";
import { settleMarket } from "./settle-market.ts";
import { performAction } from "./trader.ts";

/** Options for an exchange. The same options and times produce the same frames. */
export interface ExchangeOptions {
  readonly brokerId: string;
  /**
   * The seed for the random numbers of a new exchange. The state of a continued exchange contains
   * its seed.
   */
  readonly seed?: number;
  /**
   * The state to continue from. The exchange modifies this object. If undefined, a new exchange
   * starts.
   */
  readonly state?: ExchangeState;
  readonly series?: readonly Series[];
  /** The initial cash of accounts. Default 1,000,000 units. */
  readonly startingCash?: bigint;
}

/** A simulated exchange, which changes only when `step` is called. */
export interface Exchange {
  /** Processes the events that are due, and lets one trader act. Returns the frames in order. */
  step(nowMs: number): readonly PublishCommand[];
  /** Returns the ids of the markets that are active or suspended. */
  marketIds(): readonly string[];
  /** The current state. A later exchange can continue from it. */
  readonly state: ExchangeState;
  readonly ledger: Ledger;
  readonly engine: MatchingEngine;
}

const ACCOUNTS = ["ACC-1001", "ACC-1002", "ACC-1003", "ACC-1004", "ACC-1005", "ACC-1006"];
const RESOLUTION_MS = 2_000;
const SUSPENSION_MS = 3_000;

/** Creates an exchange. If `state` is set, the exchange continues from it. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { brokerId, seed = 0, series = sandboxSeries, startingCash = 1_000_000n * UNIT } = options;
  const state = options.state ?? beginExchange({ seed, accountIds: ACCOUNTS, startingCash });
  const { prices } = state;
  const random = seededRandom(state.random);
  const ledger = createLedger(state.ledger);
  const world: EngineWorld = {
    brokerId,
    ledger,
    nextEngineSeq: () => {
      state.engineSeq += 1n;
      return state.engineSeq;
    },
    nextTradeId: () => {
      state.trades += 1;
      return `T-${state.trades}`;
    },
    nextCmdId: () => random.hex(32),
    nextUuid: random.uuid,
  };
  const engine = createMatchingEngine(world, state.markets);

  function currentPrice({ asset, startPrice }: Series): number {
    return prices.get(asset) ?? startPrice;
  }

  function movePrices(): void {
    for (const { asset, startPrice, stride } of uniqueAssets(series)) {
      const moved = (prices.get(asset) ?? startPrice) + random.between(-stride, stride);
      prices.set(asset, Math.max(stride, moved));
    }
  }

  function listNext(one: Series, nowMs: number): readonly PublishCommand[] {
    const event = listEvent(one, currentPrice(one), nowMs);
    state.listed = [...state.listed, event];
    engine.open(event.marketId, event.eventId);
    const frames = [...creationFrames(event), changeMarketStatus(event, "pre-open")];
    return frames.map((frame) => lifecycleCommand(event, frame));
  }

  function advanceEvent(event: ListedEvent, nowMs: number): readonly PublishCommand[] {
    if (event.marketStatus === "pre-open" && nowMs >= event.opensMs) {
      return [lifecycleCommand(event, changeMarketStatus(event, "active"))];
    }
    if (event.marketStatus === "closed") {
      return nowMs < event.closesMs + RESOLUTION_MS ? [] : resolveEvent(event, nowMs);
    }
    if (nowMs >= event.closesMs) return closeMarket(event, nowMs);
    if (event.resumesMs !== undefined && nowMs >= event.resumesMs) {
      event.resumesMs = undefined;
      return [lifecycleCommand(event, changeMarketStatus(event, "active"))];
    }
    if (event.marketStatus === "active" && random.below(4_000) === 0) {
      event.resumesMs = nowMs + SUSPENSION_MS;
      return [lifecycleCommand(event, changeMarketStatus(event, "suspended"))];
    }
    return [];
  }

  function closeMarket(event: ListedEvent, nowMs: number): readonly PublishCommand[] {
    event.closingPrice = currentPrice(event.series);
    return [
      lifecycleCommand(event, changeMarketStatus(event, "closed")),
      ...engine.endOrders(event.marketId, toNanoseconds(nowMs)),
      lifecycleCommand(event, changeEventStatus(event, "closed")),
      ...listNext(series.find((one) => isSameSeries(one, event.series)) ?? event.series, nowMs),
    ];
  }

  function resolveEvent(event: ListedEvent, nowMs: number): readonly PublishCommand[] {
    const { marketId, eventId, strike, closingPrice = strike } = event;
    state.resolved += 1;
    // The second event is always void, so that a visitor sees a void event even in a short visit.
    const isVoid = random.chance(0.12) ? state.resolved !== 1 : state.resolved === 2;
    const result = isVoid ? "VOID" : closingPrice > strike ? "YES" : "NO";
    const nowNs = toNanoseconds(nowMs);
    const details = result === "VOID" ? [] : [strikeFrame(event, closingPrice)];
    const ends = endEvent(event, result, nowMs);
    const payouts = settleMarket(world, { marketId, eventId, result, nowNs });
    engine.forget(marketId);
    state.listed = state.listed.filter((other) => other !== event);
    const commandFor = (frame: LifecycleFrame): PublishCommand => lifecycleCommand(event, frame);
    return [
      ...[...details, ...ends.market].map(commandFor),
      ...payouts,
      ...ends.event.map(commandFor),
    ];
  }

  function lifecycleCommand(
    { eventId, marketId }: ListedEvent,
    message: LifecycleFrame,
  ): PublishCommand {
    const keys = { event_id: [eventId], market_id: [marketId] };
    return { channel: "events", broker_id: brokerId, message, keys };
  }

  return {
    step(clockMs) {
      // The time of the exchange never decreases. If the machine's clock was set back, events would
      // otherwise be listed twice.
      const nowMs = Math.max(clockMs, state.lastMs);
      state.lastMs = nowMs;
      movePrices();
      const first = state.listed.length === 0 ? series.flatMap((one) => listNext(one, nowMs)) : [];
      const due = state.listed.flatMap((event) => advanceEvent(event, nowMs));
      const open = state.listed.filter(({ marketStatus }) => marketStatus === "active");
      const event = open[random.below(open.length)];
      if (event === undefined) return [...first, ...due];
      const { marketId } = event;
      const fairCents = fairValue(event, currentPrice(event.series));
      const done = performAction(
        { engine, ledger, random, accountIds: ACCOUNTS },
        { marketId, fairCents, nowNs: toNanoseconds(nowMs) },
      );
      return [...first, ...due, ...done];
    },
    marketIds: () =>
      state.listed
        .filter(({ marketStatus }) => marketStatus === "active" || marketStatus === "suspended")
        .map(({ marketId }) => marketId),
    state,
    ledger,
    engine,
  };
}

function toNanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1_000_000n;
}

function isSameSeries(one: Series, other: Series): boolean {
  return one.asset === other.asset && one.series === other.series;
}

function uniqueAssets(series: readonly Series[]): readonly Series[] {
  return [...new Map(series.map((one) => [one.asset, one])).values()];
}

/**
 * Estimates the value of a YES contract in cents. Each stride between the price and the strike
 * changes the value by 2 cents.
 */
function fairValue({ strike, series }: ListedEvent, price: number): number {
  const cents = 50 + Math.round((price - strike) / (series.stride / 2));
  return Math.min(95, Math.max(5, cents));
}
