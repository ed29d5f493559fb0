// The frames that end an event and its market (streams source §6). For the market and for the
// event, one frame resolves or voids it, and the next frame announces its new status.

import { decimalFromNanos } from "@specwright/runtime";
import {
  aboutMarket,
  changeEventStatus,
  changeMarketStatus,
  isoTime,
  type LifecycleFrame,
  type ListedEvent,
  priceText,
} from "./listed-event.ts";
import { type Settlement, settlementPrice } from "./settle-market.ts";

/** The frames that announce the end of an event. */
export interface EndFrames {
  /** The frames about the market. They are sent before the frames about the event. */
  readonly market: readonly LifecycleFrame[];
  readonly event: readonly LifecycleFrame[];
}

/** Ends an event and its market and returns the frames. */
export function endEvent(
  event: ListedEvent,
  result: Settlement["result"],
  nowMs: number,
): EndFrames {
  const voids = result === "VOID";
  const ends = voids ? voidFrames(event, nowMs) : settlementFrames(event, result, nowMs);
  const status = voids ? "voided" : "settled";
  return {
    market: [ends.market, changeMarketStatus(event, status)],
    event: [ends.event, changeEventStatus(event, status)],
  };
}

interface Ends {
  readonly market: LifecycleFrame;
  readonly event: LifecycleFrame;
}

function voidFrames(event: ListedEvent, nowMs: number): Ends {
  const { marketId: market_id, eventId: event_id } = event;
  const reason = {
    void_reason: "the settlement source published nothing",
    voided_at: isoTime(nowMs),
  };
  return {
    market: aboutMarket(event, {
      event_type: "market.voided",
      payload: { market_id, event_id, ...reason },
    }),
    event: {
      type: "event_update",
      event_id,
      market_id: null,
      event_type: "event.voided",
      payload: { event_id, ...reason },
    },
  };
}

function settlementFrames(event: ListedEvent, result: Settlement["result"], nowMs: number): Ends {
  const { marketId: market_id, eventId: event_id, closingPrice } = event;
  const at = isoTime(nowMs);
  const expiration_value = closingPrice === undefined ? null : priceText(closingPrice);
  return {
    market: aboutMarket(event, {
      event_type: "market.settled",
      payload: {
        market_id,
        event_id,
        result,
        settlement_price: decimalFromNanos(settlementPrice(result)),
        expiration_value,
        settled_at: at,
      },
    }),
    event: {
      type: "event_update",
      event_id,
      market_id: null,
      event_type: "event.settled",
      payload: { event_id, resolved_at: at, expiration_value, resolved_market_id: market_id },
    },
  };
}
