// The name of a subscription may be an int64, which a number cannot hold.

import { parseJson } from "@specwright/runtime";
import { expect, it } from "vitest";
import { openFeed, snapshotFeed } from "./feed-under-test.ts";

const contract = snapshotFeed(
  {
    correlation: { request: "/id", reply: "/id" },
    acknowledgement: { messages: ["accepted"], alias: "/name" },
  },
  {
    parameters: { symbol: {} },
    subscribe: { op: "on", args: ["{symbol}"], id: "{id}" },
    unsubscribe: { op: "off", name: "{alias}" },
    where: { "/name": "{alias}" },
  },
);

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
