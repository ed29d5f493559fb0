// What query parameters select a frame by, so that publishers cannot get it wrong
// (streams source §4.1 to §4.4).

import type { RecordKeys } from "@specwright/sequenced-log";
import type { MarketDataCommand, PublishCommand } from "./publish-command.ts";

/** Knows which markets belong to which event, from what was published on /events. */
export interface MarketDirectory {
  /** Learns from a command, or forgets what it ends. */
  note(command: PublishCommand): void;
  /** Finds the keys of a frame. Those a command gives itself win. */
  keysOf(command: Exclude<PublishCommand, MarketDataCommand>): RecordKeys;
}

/** Makes an empty directory. */
export function createMarketDirectory(): MarketDirectory {
  const eventOf = new Map<string, string>();
  const marketsOf = new Map<string, readonly string[]>();

  function learn(eventId: string, markets: readonly string[]): void {
    marketsOf.set(eventId, [...new Set([...(marketsOf.get(eventId) ?? []), ...markets])]);
    for (const market of markets) eventOf.set(market, eventId);
  }

  function forget(eventId: string): void {
    for (const market of marketsOf.get(eventId) ?? []) eventOf.delete(market);
    marketsOf.delete(eventId);
  }

  return {
    note(command) {
      if (command.channel !== "events") return;
      const { message } = command;
      switch (message.event_type) {
        case "event.created":
          learn(message.payload.event_id, message.payload.markets);
          break;
        case "market.created":
          learn(message.payload.event_id, [message.payload.market_id]);
          break;
        case "event.settled":
        case "event.voided":
          forget(message.payload.event_id);
          break;
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
        const known = marketsOf.get(payload.event_id) ?? [];
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
