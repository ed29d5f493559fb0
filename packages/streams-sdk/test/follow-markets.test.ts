import type { ChannelStream } from "@specwright/runtime/codegen";
import { fakeClock } from "@specwright/runtime/testing";
import type { StreamsClient } from "@specwright/streams-api/client";
import type {
  EventsServerMessage,
  MarketDataClientMessage,
  MarketDataServerMessage,
} from "@specwright/streams-api/types";
import { expect, test } from "vitest";
import { followMarkets } from "../src/tail/follow-markets.ts";

type Events = ChannelStream<EventsServerMessage, never>;
type MarketData = ChannelStream<MarketDataServerMessage, MarketDataClientMessage>;

/** Returns an open channel that delivers these messages and then nothing until it is closed. */
function channelOf<Stream extends Events | MarketData>(
  messages: readonly object[],
  send: Stream["send"],
): Stream {
  const closed = Promise.withResolvers<void>();
  const stream = {
    state: "live",
    run: async () => {},
    on: () => () => {},
    pause() {},
    resume() {},
    send,
    close: async () => closed.resolve(),
    async *[Symbol.asyncIterator]() {
      yield* messages;
      await closed.promise;
    },
  };
  // Only the members that are read are defined.
  return stream as object as Stream;
}

const created = (market_id: string): object => ({
  type: "event_update",
  event_type: "market.created",
  payload: { market_id },
});
const settled = (market_id: string): object => ({
  ...created(market_id),
  event_type: "market.settled",
});

async function follow(events: readonly object[], quietMs = 0): Promise<readonly unknown[]> {
  const clock = fakeClock();
  const sent: unknown[] = [];
  const stream = channelOf<MarketData>([], async (message) => void sent.push(message));
  const opened: unknown[] = [];
  const client: Pick<StreamsClient, "events"> = {
    events(parameters) {
      opened.push(parameters);
      return channelOf<Events>(events, async () => {});
    },
  };
  const follower = followMarkets(client, stream, clock);
  await clock.advance(quietMs);
  await follower.close();
  expect(opened).toEqual([{ query: { since: 1n } }]);
  expect(clock.pending()).toBe(0);
  return sent;
}

const backlogEnd = { type: "backlog_end" };

test("markets of the backlog that have not ended are subscribed at its end", async () => {
  const sent = await follow([created("A"), created("B"), settled("A"), backlogEnd]);
  expect(sent).toEqual([{ type: "subscribe", markets: ["B"] }]);
});

test("a backlog without an end is over when nothing came for a while", async () => {
  const sent = await follow([created("A"), created("B")], 249);
  expect(sent).toEqual([]);
  expect(await follow([created("A"), created("B")], 250)).toEqual([
    { type: "subscribe", markets: ["A", "B"] },
  ]);
});

test("markets that come and end later are subscribed and dropped as they do", async () => {
  const sent = await follow([backlogEnd, created("A"), created("B"), settled("A")]);
  expect(sent).toEqual([
    { type: "subscribe", markets: ["A"] },
    { type: "subscribe", markets: ["B"] },
    { type: "unsubscribe", markets: ["A"] },
  ]);
});

test("many markets are named in frames that a server takes", async () => {
  const many = Array.from({ length: 600 }, (_, at) => created(`M${at}`));
  const sent = await follow([...many, backlogEnd]);
  expect(sent.map((frame) => Reflect.get(Object(frame), "markets").length)).toEqual([256, 256, 88]);
});
