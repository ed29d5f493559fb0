// The name of a subscription may be an int64, which a number cannot hold.

import { parseJson } from "@specwright/runtime";
import { describe, expect, it } from "vitest";
import { openFeed, snapshotFeed } from "./feed-under-test.ts";

const feed = snapshotFeed(
  {
    correlation: { request: "/id", reply: "/id" },
    acknowledgement: { messages: ["accepted"], alias: "/name" },
    refusal: { messages: ["refused"], text: "/reason" },
  },
  {
    parameters: { symbol: {} },
    subscribe: { op: "on", args: ["{symbol}"], id: "{id}" },
    unsubscribe: { op: "off", name: "{alias}" },
    where: { "/name": "{alias}" },
  },
);
const refused = { message: "refused", where: { "/ok": false } };
const contract = { ...feed, envelope: { match: [...(feed.envelope.match ?? []), refused] } };

it("33 an alias beyond 2^53 names its frames, and no others", async () => {
  const { feed: opened, open, handlers, sent } = openFeed(contract, { parse: parseJson });
  await open();
  const receive = (text: string): void => handlers().received(new TextEncoder().encode(text));
  const stream = opened.subscribeBook("book", { symbol: "A" });
  receive(`{"ok":true,"id":1,"name":9007199254740993}`);
  receive(`{"type":"full","name":9007199254740992,"bids":[["9","9"]],"asks":[]}`);
  expect(stream.status).not.toBe("ready");
  receive(`{"type":"full","name":9007199254740993,"bids":[["0.5","1"]],"asks":[]}`);
  expect(stream.status).toBe("ready");
  stream.close();
  expect(sent.at(-1)).toEqual({ op: "off", name: 9007199254740993n });
});

describe("33 a topic that was closed before the server named it", () => {
  const full = { type: "full", name: 9, bids: [["0.5", "1"]], asks: [] };

  async function start() {
    const tried = openFeed(contract);
    await tried.open();
    const book = () => tried.feed.subscribeBook<unknown>("book", { symbol: "A" });
    book().close();
    const again = book();
    expect(tried.sent).toEqual([{ op: "on", args: ["A"], id: 1 }]);
    return { ...tried, again };
  }

  it("is unsubscribed when it is named, and requested again", async () => {
    const { receive, sent, again } = await start();
    receive({ ok: true, id: 1, name: 7 });
    expect(sent.slice(1)).toEqual([
      { op: "off", name: 7 },
      { op: "on", args: ["A"], id: 3 },
    ]);
    receive({ ok: true, id: 3, name: 9 });
    receive(full);
    expect(again.status).toBe("ready");
  });

  it("does not hold up the next one for ever, if it is never named", async () => {
    const { receive, sent, again, clock, connections } = await start();
    // Something that was under way: the connection is not dead.
    receive({ ...full, name: 5 });
    await clock.advance(10_000);
    expect(sent.slice(1)).toEqual([{ op: "on", args: ["A"], id: 2 }]);
    receive({ ok: true, id: 2, name: 9 });
    receive(full);
    expect([again.status, connections.length]).toEqual(["ready", 1]);
  });

  it("is unsubscribed even when it is named late", async () => {
    const { receive, sent, again, clock } = await start();
    receive({ ...full, name: 5 });
    await clock.advance(10_000);
    receive({ ok: true, id: 1, name: 7 });
    expect(sent.at(-1)).toEqual({ op: "off", name: 7 });
    receive({ ok: true, id: 2, name: 9 });
    receive(full);
    expect(again.status).toBe("ready");
  });

  it("may still exist on the server when that refuses the next one: the client reconnects", async () => {
    const { receive, again, clock, connections } = await start();
    receive({ ...full, name: 5 });
    await clock.advance(10_000);
    receive({ ok: false, id: 2, reason: "duplicate" });
    await clock.advance(10_000);
    expect([again.status, connections.length]).toEqual(["opening", 2]);
  });
});
