import type { ExchangeLine } from "../../exchange-line.ts";
import {
  type Contract,
  type ContractChange,
  type ContractTrade,
  countText,
  type Outcome,
  otherPrice,
  priceText,
  type WireLevel,
} from "./contracts.ts";
import type { KalshiMisbehaviour } from "./misbehaviours.ts";

/** How a subscription wants its books. */
export interface BookStyle {
  readonly useYesPrice: boolean;
  readonly faults: ReadonlySet<KalshiMisbehaviour>;
}

function shownPrice(side: Outcome, price: number, { useYesPrice, faults }: BookStyle): string {
  const asYes = useYesPrice || faults.has("yes-prices-unasked");
  return priceText(side === "no" && asYes ? otherPrice(price) : price);
}

/** Returns the payload of a snapshot: the bids for either outcome, without the key of an empty side. */
export function snapshotPayload(contract: Contract, style: BookStyle): object {
  const side = (outcome: Outcome): readonly WireLevel[] | undefined => {
    const levels = contract
      .levels(outcome)
      .map(({ price, count }): WireLevel => [shownPrice(outcome, price, style), countText(count)]);
    return levels.length > 0 || style.faults.has("empty-sides") ? levels : undefined;
  };
  return {
    market_ticker: contract.ticker,
    market_id: contract.id,
    yes_dollars_fp: side("yes"),
    no_dollars_fp: side("no"),
  };
}

/** Returns the payload of a change of one level, corrupted if the line says so. */
export function deltaPayload(
  contract: Contract,
  change: ContractChange,
  options: { readonly style: BookStyle; readonly line: ExchangeLine; readonly nowMs: number },
): object {
  const { style, line, nowMs } = options;
  const absolute = style.faults.has("absolute-quantities");
  const shown = absolute ? change.count : change.delta;
  const other: Outcome = change.side === "yes" ? "no" : "yes";
  return {
    market_ticker: contract.ticker,
    market_id: contract.id,
    price_dollars: shownPrice(change.side, change.price, style),
    delta_fp: countText(line.takesCorruption() ? shown + 100n : shown),
    side: style.faults.has("wrong-side") ? other : change.side,
    ts: new Date(nowMs).toISOString(),
    ts_ms: nowMs,
  };
}

/** Returns the fields of a ticker but its time. */
export function tickerFields(contract: Contract): object {
  const { bid, ask } = contract.top();
  const { volume, last, notional } = contract;
  return {
    market_id: contract.id,
    market_ticker: contract.ticker,
    price_dollars: priceText(last.price),
    yes_bid_dollars: priceText(bid?.tick ?? 0),
    yes_ask_dollars: priceText(ask?.tick ?? otherPrice(0)),
    volume_fp: countText(volume),
    open_interest_fp: countText(volume / 2n),
    dollar_volume: Number(notional),
    dollar_open_interest: Number(notional / 2n),
    yes_bid_size_fp: countText(bid?.lots ?? 0n),
    yes_ask_size_fp: countText(ask?.lots ?? 0n),
    last_trade_size_fp: countText(last.count),
  };
}

export function tickerTimes(nowMs: number): object {
  return { ...times(nowMs), time: new Date(nowMs).toISOString() };
}

/** Returns the payload of a public trade. */
export function tradePayload(
  contract: Contract,
  trade: ContractTrade,
  options: { readonly tradeId: string; readonly nowMs: number },
): object {
  return {
    trade_id: options.tradeId,
    market_ticker: contract.ticker,
    yes_price_dollars: priceText(trade.yesPrice),
    no_price_dollars: priceText(otherPrice(trade.yesPrice)),
    count_fp: countText(trade.count),
    taker_side: trade.taker,
    taker_outcome_side: trade.taker,
    taker_book_side: bookSide(trade.taker),
    is_block_trade: false,
    ...times(options.nowMs),
  };
}

/** A fill of an order of the user. */
export interface UserFill {
  readonly tradeId: string;
  readonly orderId: string;
  readonly isTaker: boolean;
  readonly outcome: Outcome;
  /** The contracts that the user has after it, in hundredths; negative if they are for no. */
  readonly position: bigint;
}

export function fillPayload(
  contract: Contract,
  trade: ContractTrade,
  options: { readonly fill: UserFill; readonly nowMs: number },
): object {
  const { fill, nowMs } = options;
  // 7 % of the variance of the price, in millionths of a dollar.
  const fee = (trade.count * BigInt(trade.yesPrice * otherPrice(trade.yesPrice) * 7)) / 1_000_000n;
  return {
    trade_id: fill.tradeId,
    order_id: fill.orderId,
    market_ticker: contract.ticker,
    exchange_index: 0,
    is_taker: fill.isTaker,
    side: fill.outcome,
    yes_price_dollars: priceText(trade.yesPrice),
    count_fp: countText(trade.count),
    fee_cost: `${fee / 1_000_000n}.${(fee % 1_000_000n).toString().padStart(6, "0")}`,
    action: "buy",
    ...times(nowMs),
    post_position_fp: countText(fill.position),
    purchased_side: fill.outcome,
    outcome_side: fill.outcome,
    book_side: bookSide(fill.outcome),
  };
}

function times(nowMs: number): object {
  return { ts: Math.floor(nowMs / 1000), ts_ms: nowMs };
}

function bookSide(outcome: Outcome): "bid" | "ask" {
  return outcome === "yes" ? "bid" : "ask";
}
