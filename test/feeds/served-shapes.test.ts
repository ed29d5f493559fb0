// Feeds with shapes that the four venues lack: linked numbers and actions, sides within levels, a
// connection counter in objects, numbers as text. Servers and clients of them agree in worlds with faults.

import { CodecError, parseJson } from "@specwright/runtime";
import type { ChannelDescriptor, StreamCodec } from "@specwright/runtime/codegen";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import type { FeedServerEvent } from "@specwright/streams/server";
import { describe, expect, it } from "vitest";
import { type ServedRule, serveVenue } from "./served-venue.ts";
import { runWorld } from "./world.ts";

const SEEDS = 40;

/** A codec that requires text or a number for members with certain names. */
function codecOf(types: Readonly<Record<string, "string" | "number">>): StreamCodec<unknown> {
  function check(value: unknown, pointer: string): string[] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) => {
      const wanted = types[name];
      const isRight =
        typeof member === "object" || wanted === undefined || typeof member === wanted;
      const own = isRight ? [] : [`${pointer}/${name}`];
      return [...own, ...check(member, `${pointer}/${name}`)];
    });
  }
  const parse = (value: unknown): unknown => {
    const wrong = check(value, "");
    if (wrong.length === 0) return value;
    throw new CodecError(
      "decode",
      wrong.map((pointer) => ({ code: "type", pointer, message: "Expected another type" })),
    );
  };
  return {
    decode: (text) => parse(parseJson(text)),
    encode: (value) => JSON.stringify(parse(value)),
    encodeBytes: (value) => new TextEncoder().encode(JSON.stringify(parse(value))),
    parse,
    is: (value): value is unknown => check(value, "").length === 0,
    validate: () => [],
  };
}

type FeedContract = FeedDescriptor & Pick<ChannelDescriptor, "heartbeats">;

function channelOf(
  { heartbeats = [], ...feed }: FeedContract,
  types: Readonly<Record<string, "string" | "number">>,
): ChannelDescriptor {
  const codec = codecOf(types);
  return {
    id: "market",
    address: "/ws",
    parameters: [],
    validators: {},
    serverMessages: feed.envelope.match.map(({ message }) => ({ id: message, codec })),
    clientMessages: [],
    heartbeats,
    feed,
  };
}

const answers = {
  correlation: { request: "/id", reply: "/id" },
  acknowledgement: { messages: ["done"] },
  unsubscribed: { messages: ["done"] },
  refusal: { messages: ["failed"], text: "/error" },
} as const;

const done = [
  { message: "failed", where: { "/error": { type: "string" } } },
  { message: "done", where: { "/done": true } },
] as const;

/** The feeds, and the member types that their codecs require. */
const shapes: Readonly<
  Record<string, readonly [FeedContract, Readonly<Record<string, "string" | "number">>]>
> = {
  "linked numbers and actions": [
    {
      envelope: {
        match: [
          { message: "snapshot", where: { "/params/data/type": "snapshot" } },
          { message: "change", where: { "/params/data/type": "change" } },
          ...done,
        ],
      },
      subscription: {
        ...answers,
        topics: {
          book: {
            parameters: { symbol: {} },
            subscribe: { id: "{id}", method: "subscribe", channels: ["book.{symbol}"] },
            unsubscribe: { id: "{id}", method: "unsubscribe", channels: ["book.{symbol}"] },
            list: "/channels",
            messages: ["snapshot", "change"],
            where: { "/params/channel": "book.{symbol}" },
          },
        },
      },
      counters: [
        {
          messages: ["change"],
          starts: ["snapshot"],
          scope: "topic",
          step: "linked",
          at: "/params/data/id",
          previous: "/params/data/previous",
          gap: "resubscribe",
        },
      ],
      snapshots: { book: { source: "stream" } },
      books: {
        book: {
          price: "/1",
          quantity: "/2",
          deletes: { action: "/0", words: ["new", "change", "delete"] },
          snapshots: { snapshot: { bids: "/params/data/bids", asks: "/params/data/asks" } },
          updates: { change: { bids: "/params/data/bids", asks: "/params/data/asks" } },
        },
      },
    },
    { 0: "string", 1: "number", 2: "number" },
  ],
  "sides within levels, and numbers of a connection": [
    {
      envelope: {
        match: [
          { message: "snapshot", where: { "/events/0/type": "snapshot" } },
          { message: "update", where: { "/events/0/type": "update" } },
          { message: "beat", where: { "/channel": "heartbeats" } },
        ],
      },
      subscription: {
        topics: {
          book: {
            parameters: { symbol: {} },
            subscribe: { type: "subscribe", channel: "level2", products: ["{symbol}"] },
            unsubscribe: { type: "unsubscribe", channel: "level2", products: ["{symbol}"] },
            messages: ["snapshot", "update"],
            where: { "/channel": "l2_data", "/events/0/product": "{symbol}" },
          },
        },
      },
      counters: [
        {
          messages: ["*"],
          scope: "connection",
          step: "one",
          first: 0,
          at: "/sequence",
          gap: "reconnect",
        },
      ],
      snapshots: { book: { source: "stream" } },
      books: {
        book: {
          price: "/price",
          quantity: "/quantity",
          snapshots: {
            snapshot: {
              levels: "/events/0/updates",
              side: { of: "/side", bids: "bid", asks: "offer" },
            },
          },
          updates: {
            update: {
              levels: "/events/0/updates",
              side: { of: "/side", bids: "bid", asks: "offer" },
            },
          },
        },
      },
      heartbeats: [{ from: "server", message: "beat", everyMs: 1_000, deadAfterMs: 4_000 }],
    },
    { price: "string", quantity: "string", sequence: "number" },
  ],
  "one side in a frame, numbers of a subscription as texts, the best five levels": [
    {
      envelope: {
        match: [
          { message: "whole", where: { "/kind": "whole" } },
          { message: "part", where: { "/kind": "part" } },
          ...done,
        ],
      },
      subscription: {
        ...answers,
        topics: {
          book: {
            parameters: { symbol: {}, levels: { default: 5 } },
            subscribe: { id: "{id}", op: "+", key: "{symbol|lower}/{levels}", symbol: "{symbol}" },
            unsubscribe: {
              id: "{id}",
              op: "-",
              key: "{symbol|lower}/{levels}",
              symbol: "{symbol}",
            },
            messages: ["whole", "part"],
            where: { "/key": "{symbol|lower}/{levels}" },
          },
        },
      },
      counters: [
        {
          messages: ["whole", "part"],
          scope: "topic",
          step: "one",
          first: 1,
          at: { whole: "/n", part: "/number" },
          gap: "resubscribe",
        },
      ],
      snapshots: { book: { source: "stream" } },
      books: {
        book: {
          price: "/0",
          quantity: "/1",
          snapshots: { whole: { bids: "/b", asks: "/a" } },
          updates: { part: { levels: "/l", side: { at: "/s", bids: "B", asks: "A" } } },
          truncate: "levels",
        },
      },
    },
    { 0: "string", 1: "string", n: "string", number: "string" },
  ],
};

/** The first shape, with messages that name the topic in different places. */
function namedInDifferentPlaces(): FeedContract {
  const [linked] = shapes["linked numbers and actions"] ?? [];
  const book = linked?.subscription.topics["book"];
  if (linked === undefined || book === undefined) throw new Error("There is no such shape.");
  const where = {
    snapshot: { "/params/channel": "book.{symbol}" },
    change: { "/params/data/of": "{symbol}" },
  };
  return {
    ...linked,
    subscription: { ...linked.subscription, topics: { book: { ...book, where } } },
  };
}

const allShapes = {
  ...shapes,
  "33 messages that name the topic in different places": [namedInDifferentPlaces(), {}] as const,
};

describe.each(Object.entries(allShapes))("%s", (_, [feed, types]) => {
  const channel = channelOf(feed, types);
  const cut = feed.books?.["book"]?.truncate !== undefined;
  const rule: ServedRule = {
    channel,
    markets: ["AAA", "BBB", "CCC"],
    parametersOf: (symbol) => ({ symbol }),
    others: [],
    ...(cut && { depth: 5 }),
    // Between two frames of one change, a book is neither the old nor the new one.
    oneByOne: cut,
    marketOf: (frame) => /AAA|BBB|CCC/i.exec(JSON.stringify(frame))?.[0].toUpperCase(),
  };

  it(`is understood in ${SEEDS} worlds`, async () => {
    const heard: FeedServerEvent[] = [];
    const seen = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const result = await runWorld(
        {
          create: (options) => serveVenue(rule, options, (event) => heard.push(event)),
          open(transport) {
            const open = transport.openFeed(channel, {});
            return {
              book: (symbol) => open.subscribeBook("book", { symbol }),
              close: () => open.close(),
            };
          },
          faults: ["drop", "double", "reorder", "stall", "cut"],
        },
        seed,
      );
      const { differences, unready, events } = result;
      const broken = events.filter(({ type }) => type === "violation");
      expect({ seed, differences, unready, broken }).toEqual({
        seed,
        differences: [],
        unready: [],
        broken: [],
      });
      for (const { type } of events) seen.add(type);
    }
    expect([...seen]).toContain("gap");
    // The client subscribes again after the acceptance of a topic was lost.
    const mistakes = heard.filter(
      (event) => !(event.type === "refused" && event.text === "The topic is already subscribed."),
    );
    expect(mistakes).toEqual([]);
  });
});
