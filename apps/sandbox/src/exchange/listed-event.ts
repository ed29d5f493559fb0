// The frames about one event and its market, from creation to settlement (streams source §2.10,
// §3.2, §6; S15, S16).

import { decimalFromNanos } from "@specwright/runtime";
import type {
  Decimal,
  EventStatus,
  LocalizedText,
  MarketStatus,
} from "@specwright/streams-api/types";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { TICK } from "./amounts.ts";
import type { Series } from "./series.ts";

/** An event of the sandbox and its only market. Prices are in ten-thousandths of a dollar. */
export interface ListedEvent {
  readonly series: Series;
  readonly eventId: string;
  readonly marketId: string;
  readonly createdMs: number;
  readonly opensMs: number;
  readonly closesMs: number;
  readonly strike: number;
  status: EventStatus;
  marketStatus: MarketStatus;
  /**
   * When trading resumes, in milliseconds since the epoch; undefined if the market is not
   * suspended.
   */
  resumesMs: number | undefined;
  /** The price of the asset when the market closed; undefined until then. */
  closingPrice: number | undefined;
}

/** A frame of the channel /events, before it gets its number. */
export type LifecycleFrame = Extract<PublishCommand, { channel: "events" }>["message"];

const OPENING_MS = 1_000;

/**
 * Creates the next event of a series. The event closes at the end of a period, and at least half a
 * period from now.
 */
export function listEvent(series: Series, strike: number, nowMs: number): ListedEvent {
  const { asset, periodMs } = series;
  const closesMs = Math.ceil((nowMs + periodMs / 2) / periodMs) * periodMs;
  const when = isoTime(closesMs).slice(0, 19).replaceAll(/[-:T]/g, "");
  const eventId = `${asset}-${series.series.toUpperCase()}-${when}`;
  return {
    series,
    eventId,
    marketId: `${eventId}-UP`,
    createdMs: nowMs,
    opensMs: nowMs + OPENING_MS,
    closesMs,
    strike,
    status: "open",
    marketStatus: "unopened",
    resumesMs: undefined,
    closingPrice: undefined,
  };
}

/** Returns the frames that announce a new event and its market. */
export function creationFrames(event: ListedEvent): readonly LifecycleFrame[] {
  const { series, eventId, marketId, strike } = event;
  const { asset, name } = series;
  const times = { opens_at: isoTime(event.opensMs), closes_at: isoTime(event.closesMs) };
  const clock = times.closes_at.slice(11, 19).replace(/:00$/, "");
  const value = priceText(strike);
  const texts = (en: string, pt: string, id: string): LocalizedText => ({ en, pt, id });
  return [
    {
      type: "event_update",
      event_id: eventId,
      market_id: null,
      event_type: "event.created",
      payload: {
        event_id: eventId,
        title: texts(
          `${name} at ${clock} UTC`,
          `${name} às ${clock} UTC`,
          `${name} pukul ${clock} UTC`,
        ),
        series_title: series.title,
        rules_primary: texts(
          `Settles on the price of ${asset} in US dollars at ${clock} UTC.`,
          `Liquida pelo preço de ${asset} em dólares às ${clock} UTC.`,
          `Diselesaikan pada harga ${asset} dalam dolar AS pukul ${clock} UTC.`,
        ),
        category: "crypto",
        series: series.series,
        status: "open",
        void_reason: null,
        created_at: isoTime(event.createdMs),
        ...times,
        settlement_sources: [
          {
            name: "Sandbox index",
            url: "https://index.specwright.example",
            underlying: { base_currency: asset, quote_currency: "USD" },
          },
        ],
        markets: [marketId],
      },
    },
    aboutMarket(event, {
      event_type: "market.created",
      payload: {
        market_id: marketId,
        event_id: eventId,
        title: texts(`Above ${value}?`, `Acima de ${value}?`, `Di atas ${value}?`),
        subtitle_yes: texts(`Above ${value}`, `Acima de ${value}`, `Di atas ${value}`),
        subtitle_no: texts(`${value} or below`, `${value} ou menos`, `${value} atau di bawah`),
        floor_strike: priceDecimal(strike),
        tick_size: decimalFromNanos(TICK),
        status: "unopened",
        created_at: isoTime(event.createdMs),
        ...times,
      },
    }),
  ];
}

/** Changes the status of the market. Returns the frame that announces the new status. */
export function changeMarketStatus(event: ListedEvent, status: MarketStatus): LifecycleFrame {
  const { marketId, eventId, marketStatus } = event;
  event.marketStatus = status;
  return aboutMarket(event, {
    event_type: "market.status_changed",
    payload: {
      market_id: marketId,
      event_id: eventId,
      old_status: marketStatus,
      new_status: status,
    },
  });
}

/** Changes the status of the event. Returns the frame that announces the new status. */
export function changeEventStatus(event: ListedEvent, status: EventStatus): LifecycleFrame {
  const { eventId, status: before } = event;
  event.status = status;
  return {
    type: "event_update",
    event_id: eventId,
    market_id: null,
    event_type: "event.status_changed",
    payload: { event_id: eventId, old_status: before, new_status: status },
  };
}

/**
 * Returns the frame with the price that decides the market. This frame precedes every settlement
 * (§6).
 */
export function strikeFrame(event: ListedEvent, price: number): LifecycleFrame {
  const { marketId: market_id, eventId: event_id } = event;
  return aboutMarket(event, {
    event_type: "market.details_changed",
    payload: { market_id, event_id, floor_strike: priceDecimal(price) },
  });
}

/** Creates a frame about the market of an event. */
export function aboutMarket<Rest>(
  { eventId, marketId }: ListedEvent,
  rest: Rest,
): Rest & { type: "event_update"; event_id: string; market_id: string } {
  return { type: "event_update", event_id: eventId, market_id: marketId, ...rest };
}

/** Formats a time for payloads. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function priceDecimal(tenThousandths: number): Decimal {
  return decimalFromNanos(BigInt(tenThousandths) * 100_000n);
}

/** Formats a price for payloads. */
export function priceText(tenThousandths: number): string {
  const whole = Math.floor(tenThousandths / 10_000);
  return `${whole}.${String(tenThousandths % 10_000).padStart(4, "0")}`;
}
