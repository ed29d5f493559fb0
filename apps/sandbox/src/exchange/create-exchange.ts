import type { PublishCommand } from "@specwright/streams-api/publish";
import { UNIT } from "./amounts.ts";
import { endEvent } from "./end-event.ts";
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
import { createMatchingEngine, type EngineWorld, type MatchingEngine } from "./matching-engine.ts";
import { createRandom } from "./random.ts";
import { type Series, sandboxSeries } from "./series.ts";
import { settleMarket } from "./settle-market.ts";
import { trade } from "./trader.ts";

/** Configures an exchange. The same options and times give the same frames. */
export interface ExchangeOptions {
  readonly brokerId: string;
  readonly seed: number;
  readonly series?: readonly Series[];
  /** Default 1,000,000 units. */
  readonly startingCash?: bigint;
}

/** Is a simulated exchange: it stands still until `step` moves it. */
export interface Exchange {
  /** Does what is due and lets one trader act; gives the frames of it, in order. */
  step(nowMs: number): readonly PublishCommand[];
  /** Lists the markets that trade. */
  marketIds(): readonly string[];
  readonly ledger: Ledger;
  readonly engine: MatchingEngine;
}

const ACCOUNTS = ["ACC-1001", "ACC-1002", "ACC-1003", "ACC-1004", "ACC-1005", "ACC-1006"];
const RESOLUTION_MS = 2_000;
const SUSPENSION_MS = 3_000;
/** Beyond what a double holds, so that a client that loses digits shows it at once. */
const FIRST_ENGINE_SEQ = 2n ** 53n;

/** Makes an exchange that has listed nothing yet. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { brokerId, seed, series = sandboxSeries, startingCash = 1_000_000n * UNIT } = options;
  const random = createRandom(seed);
  const ledger = createLedger(ACCOUNTS, startingCash);
  let engineSeq = FIRST_ENGINE_SEQ;
  let trades = 0;
  const world: EngineWorld = {
    brokerId,
    ledger,
    nextEngineSeq: () => {
      engineSeq += 1n;
      return engineSeq;
    },
    nextTradeId: () => {
      trades += 1;
      return `T-${trades}`;
    },
    nextCmdId: () => random.hex(32),
    nextUuid: random.uuid,
  };
  const engine = createMatchingEngine(world);
  const prices = new Map<string, number>();
  let listed: ListedEvent[] = [];
  let resolved = 0;

  function priceOf({ asset, startPrice }: Series): number {
    return prices.get(asset) ?? startPrice;
  }

  function movePrices(): void {
    for (const { asset, startPrice, stride } of uniqueAssets(series)) {
      const moved = (prices.get(asset) ?? startPrice) + random.between(-stride, stride);
      prices.set(asset, Math.max(stride, moved));
    }
  }

  function list(one: Series, nowMs: number): readonly PublishCommand[] {
    const event = listEvent(one, priceOf(one), nowMs);
    listed.push(event);
    engine.open(event.marketId);
    const frames = [...creationFrames(event), changeMarketStatus(event, "pre-open")];
    return frames.map(lifecycle);
  }

  function advance(event: ListedEvent, nowMs: number): readonly PublishCommand[] {
    if (event.marketStatus === "pre-open" && nowMs >= event.opensMs) {
      return [lifecycle(changeMarketStatus(event, "active"))];
    }
    if (event.marketStatus === "closed") {
      return nowMs < event.closesMs + RESOLUTION_MS ? [] : resolve(event, nowMs);
    }
    if (nowMs >= event.closesMs) return close(event, nowMs);
    if (event.resumesMs !== undefined && nowMs >= event.resumesMs) {
      event.resumesMs = undefined;
      return [lifecycle(changeMarketStatus(event, "active"))];
    }
    if (event.marketStatus === "active" && random.below(4_000) === 0) {
      event.resumesMs = nowMs + SUSPENSION_MS;
      return [lifecycle(changeMarketStatus(event, "suspended"))];
    }
    return [];
  }

  function close(event: ListedEvent, nowMs: number): readonly PublishCommand[] {
    event.closingPrice = priceOf(event.series);
    return [
      lifecycle(changeMarketStatus(event, "closed")),
      ...engine.endOrders(event.marketId, nanoseconds(nowMs)),
      lifecycle(changeEventStatus(event, "closed")),
      ...list(event.series, nowMs),
    ];
  }

  function resolve(event: ListedEvent, nowMs: number): readonly PublishCommand[] {
    const { marketId, eventId, strike, closingPrice = strike } = event;
    resolved += 1;
    // The second is void in any case, so that whoever watches for a short while sees one.
    const isVoid = random.chance(12) ? resolved !== 1 : resolved === 2;
    const result = isVoid ? "VOID" : closingPrice > strike ? "YES" : "NO";
    const nowNs = nanoseconds(nowMs);
    const details = result === "VOID" ? [] : [lifecycle(strikeFrame(event, closingPrice))];
    const ends = endEvent(event, result, nowMs);
    const payouts = settleMarket(world, { marketId, eventId, result, nowNs });
    engine.forget(marketId);
    listed = listed.filter((other) => other !== event);
    return [...details, ...ends.market.map(lifecycle), ...payouts, ...ends.event.map(lifecycle)];
  }

  function lifecycle(message: LifecycleFrame): PublishCommand {
    return { channel: "events", broker_id: brokerId, message };
  }

  return {
    step(nowMs) {
      movePrices();
      const first = listed.length === 0 ? series.flatMap((one) => list(one, nowMs)) : [];
      const due = [...listed].flatMap((event) => advance(event, nowMs));
      const open = listed.filter(({ marketStatus }) => marketStatus === "active");
      const event = random.pick(open);
      if (event === undefined) return [...first, ...due];
      const { marketId } = event;
      const fairCents = fairValue(event, priceOf(event.series));
      const done = trade(
        { engine, ledger, random, accountIds: ACCOUNTS },
        { marketId, fairCents, nowNs: nanoseconds(nowMs) },
      );
      return [...first, ...due, ...done];
    },
    marketIds: () =>
      listed
        .filter(({ marketStatus }) => marketStatus === "active" || marketStatus === "suspended")
        .map(({ marketId }) => marketId),
    ledger,
    engine,
  };
}

function nanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1_000_000n;
}

function uniqueAssets(series: readonly Series[]): readonly Series[] {
  return [...new Map(series.map((one) => [one.asset, one])).values()];
}

/** Guesses what a YES is worth from how far the price is from the strike: 2 cents a stride. */
function fairValue({ strike, series }: ListedEvent, price: number): number {
  const cents = 50 + Math.round((price - strike) / (series.stride / 2));
  return Math.min(95, Math.max(5, cents));
}
