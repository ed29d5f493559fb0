// What query parameters select a frame by, so that publishers cannot get it wrong
// (streams source §4.1 to §4.4).

import type { RecordKeys } from "@specwright/sequenced-log";
import type { MarketDataCommand, PublishCommand } from "@specwright/streams-api/publish";

/** Knows which markets belong to which event, from what was published on /events. */
export interface MarketDirectory {
  /** Learns from a command. Throws when the store does. */
  note(command: PublishCommand): void;
  /** Finds the keys of a frame. Those a command gives itself win. */
  keysOf(command: Exclude<PublishCommand, MarketDataCommand>): RecordKeys;
}

/** Keeps what a directory knows beyond the process. */
export interface MarketStore {
  /** Gives every market and its event. */
  load(): readonly (readonly [marketId: string, eventId: string])[];
  /** Adds markets of an event. Throws when they cannot be kept. */
  save(eventId: string, markets: readonly string[]): void;
}

/**
 * Makes a directory of what the store knows. Markets are never forgotten: payouts come after an
 * event is settled, and readers select them by it.
 */
export function createMarketDirectory(store?: MarketStore): MarketDirectory {
  const eventOf = new Map<string, string>();
  const marketsOf = new Map<string, Set<string>>();

  function learn(eventId: string, markets: readonly string[]): void {
    const known = marketsOf.get(eventId) ?? new Set();
    marketsOf.set(eventId, known);
    for (const market of markets) {
      known.add(market);
      eventOf.set(market, eventId);
    }
  }
  for (const [market, eventId] of store?.load() ?? []) learn(eventId, [market]);

  function keep(eventId: string, markets: readonly string[]): void {
    const fresh = markets.filter((market) => eventOf.get(market) !== eventId);
    if (fresh.length === 0) return;
    store?.save(eventId, fresh);
    learn(eventId, fresh);
  }

  return {
    note(command) {
      if (command.channel !== "events") return;
      const { message } = command;
      switch (message.event_type) {
        case "event.created":
          keep(message.payload.event_id, message.payload.markets);
          break;
        case "market.created":
          keep(message.payload.event_id, [message.payload.market_id]);
          break;
        case "event.settled":
        case "event.voided":
        case "event.status_changed":
        case "market.status_changed":
        case "market.details_changed":
        case "market.settled":
        case "market.voided":
          break;
        default:
          message satisfies never;
      }
    },
    keysOf(command) {
      if (command.channel === "events") {
        const { payload } = command.message;
        const known = [...(marketsOf.get(payload.event_id) ?? [])];
        const own = "markets" in payload ? payload.markets : known;
        return {
          event_id: [payload.event_id],
          market_id: "market_id" in payload ? [payload.market_id] : own,
          ...command.keys,
        };
      }
      const { payload } = command.message;
      if (!("market_id" in payload)) return command.keys ?? {};
      const eventId = eventOf.get(payload.market_id);
      return {
        market: [payload.market_id],
        account_id: [payload.account_id],
        ...(eventId !== undefined && { event_id: [eventId] }),
        ...command.keys,
      };
    },
  };
}
