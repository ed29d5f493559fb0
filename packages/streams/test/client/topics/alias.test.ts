// What a server calls a subscription may be an int64, which a number does not hold.

import { parseJson } from "@specwright/runtime";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { expect, it } from "vitest";
import { openFeed } from "./feed-under-test.ts";

const contract: FeedDescriptor = {
  envelope: {
    match: [
      { message: "full", where: { "/type": "full" } },
      { message: "accepted", where: { "/ok": true } },
    ],
  },
  subscription: {
    correlation: { request: "/id", reply: "/id" },
    acknowledgement: { messages: ["accepted"], alias: "/name" },
    topics: {
      book: {
        parameters: { symbol: {} },
        subscribe: { op: "on", args: ["{symbol}"], id: "{id}" },
        unsubscribe: { op: "off", name: "{alias}" },
        messages: ["full"],
        where: { "/name": "{alias}" },
      },
    },
  },
  counters: [],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/1",
      snapshots: { full: { bids: "/bids", asks: "/asks" } },
      updates: {},
    },
  },
};

it("33 an alias beyond 2^53 names its frames, and no others", async () => {
  const { feed, open, handlers, sent } = openFeed(contract, { parse: parseJson });
  await open();
  const receive = (text: string): void => handlers().received(new TextEncoder().encode(text));
  const stream = feed.subscribeBook("book", { symbol: "A" });
  receive(`{"ok":true,"id":1,"name":9007199254740993}`);
  receive(`{"type":"full","name":9007199254740992,"bids":[["9","9"]],"asks":[]}`);
  expect(stream.status).not.toBe("ready");
  receive(`{"type":"full","name":9007199254740993,"bids":[["0.5","1"]],"asks":[]}`);
  expect(stream.status).toBe("ready");
  stream.close();
  expect(sent.at(-1)).toEqual({ op: "off", name: 9007199254740993n });
});
