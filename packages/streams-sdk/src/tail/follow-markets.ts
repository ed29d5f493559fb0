import { type Clock, systemClock } from "@specwright/runtime";
import type { ChannelStream } from "@specwright/runtime/codegen";
import type { StreamsClient } from "@specwright/streams-api/client";
import type {
  MarketDataClientMessage,
  MarketDataServerMessage,
} from "@specwright/streams-api/types";

/** Follows `/events` to determine the markets of a market-data stream. */
export interface MarketFollower {
  close(): Promise<void>;
}

/**
 * The number of markets in one frame. With 60 characters for each market, the frame stays well below 64
 * KiB.
 */
const MARKETS_PER_FRAME = 256;
/**
 * The silence after which the backlog counts as complete, in milliseconds. Needed because the server sends
 * no end frame after an empty backlog.
 */
const QUIET_MS = 250;

/**
 * Subscribes to the markets that `/events` announces, beginning with the oldest event that the server
 * keeps. Unsubscribes from markets that have ended. Uses `/events` because the contract has no list of
 * markets.
 */
export function followMarkets(
  client: Pick<StreamsClient, "events">,
  stream: ChannelStream<MarketDataServerMessage, MarketDataClientMessage>,
  clock: Clock = systemClock,
): MarketFollower {
  const events = client.events({ query: { since: 1n } });
  // The client subscribes to the backlog's markets only at the end of the backlog, because most of these
  // markets have ended by then.
  const backlog = new Set<string>();
  let replaying = true;
  let cancel = (): void => {};

  async function openMarket(market: string): Promise<void> {
    if (!replaying) return stream.send({ type: "subscribe", markets: [market] });
    backlog.add(market);
    cancel();
    cancel = clock.setTimer(QUIET_MS, () => void goLive().catch(() => {}));
  }

  async function dropMarket(market: string): Promise<void> {
    if (!backlog.delete(market)) await stream.send({ type: "unsubscribe", markets: [market] });
  }

  async function goLive(): Promise<void> {
    if (!replaying) return;
    replaying = false;
    const markets = [...backlog];
    backlog.clear();
    for (let at = 0; at < markets.length; at += MARKETS_PER_FRAME) {
      await stream.send({ type: "subscribe", markets: markets.slice(at, at + MARKETS_PER_FRAME) });
    }
  }

  async function followEvents(): Promise<void> {
    for await (const frame of events) {
      if (frame.type === "backlog_end" || frame.type === "heartbeat") await goLive();
      if (frame.type !== "event_update") continue;
      switch (frame.event_type) {
        case "market.created":
          await openMarket(frame.payload.market_id);
          break;
        case "market.settled":
        case "market.voided":
          await dropMarket(frame.payload.market_id);
          break;
        default:
          break;
      }
    }
  }

  // Errors are ignored here, because the market-data stream fails for the same reasons and reports
  // them.
  const done = followEvents().catch(() => {});
  return {
    async close() {
      cancel();
      await events.close();
      await done;
    },
  };
}
