// A frame that follows others of its kind is taken as by a client that has seen no frame with the same
// bytes around its values, whatever byte of it is another one.

import { crc32 } from "node:zlib";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { openFeed } from "./feed-under-test.ts";

const subscription = (messages: readonly string[]): FeedDescriptor["subscription"] => ({
  topics: {
    book: {
      parameters: { market: {}, sid: {} },
      subscribe: { market: "{market}" },
      messages,
      where: { "/sid": "{sid}", "/m": "{market}" },
    },
  },
});
const envelope: FeedDescriptor["envelope"] = {
  match: [
    { message: "full", where: { "/type": "full" } },
    { message: "delta", where: { "/type": "delta" } },
  ],
};

/** Changes of one level, with a side as text and three counters. */
const changes: FeedDescriptor = {
  envelope,
  subscription: subscription(["full", "delta"]),
  counters: [
    { messages: ["delta"], scope: "key", key: "/sid", at: "/seq", step: "one", gap: "none" },
    { messages: ["delta"], scope: "topic", at: "/u", from: "/U", step: "range", gap: "none" },
    { messages: ["delta"], scope: "connection", at: "/time", step: "rising", gap: "none" },
  ],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/1",
      quantityIs: "delta",
      asks: "one-minus",
      snapshots: { full: { bids: "/bids", asks: "/asks" } },
      updates: {
        delta: {
          levels: "/level",
          one: true,
          price: "/price",
          quantity: "/change",
          side: { at: "/side", bids: "yes", asks: "no" },
        },
      },
    },
  },
};
const change = (at: number, side: string): string =>
  `{"type":"delta","sid":2,"m":"A-B","id":"9b0f6b43-5b68","seq":${at},"U":"${10 * at}","u":${10 * at + 9},` +
  `"level":{"price":"0.4","change":"${at}.5"},"side":"${side}","n":[1,{"a":null}],"time":1790000000${at}}`;

/** Lists of levels and a checksum of the best of each side. */
const levels: FeedDescriptor = {
  envelope,
  subscription: subscription(["full", "delta"]),
  counters: [],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/1",
      snapshots: { full: { bids: "/bids", asks: "/asks" } },
      updates: { delta: { bids: "/bids", asks: "/asks" } },
      checksum: {
        at: { delta: "/sum" },
        algorithm: "crc32",
        levels: 1,
        layout: "asksThenBids",
        format: "shortest",
        mismatch: "none",
      },
    },
  },
};
const update = (at: number): string =>
  `{"type":"delta","sid":2,"m":"A-B","bids":[["0.5","${at}"],["0.4","${at}"]],"asks":[["0.7","0"]],` +
  `"sum":${crc32(`0.630.5${at}`)}}`;

const full =
  '{"type":"full","sid":2,"m":"A-B","bids":[["0.5","7"],["0.4","9"]],"asks":[["0.6","3"]]}';

/** Plays frames; returns the resulting state for the user. */
async function play(contract: FeedDescriptor, texts: readonly string[]) {
  const { feed, open, handlers, events } = openFeed(contract);
  await open();
  const changed: unknown[] = [];
  const books = ["A-B", "C-D"].map((market) => {
    const book = feed.subscribeBook<unknown>("book", { market, sid: 2 });
    book.onChange((what) => changed.push([market, what]));
    return book;
  });
  for (const text of texts) handlers().received(Buffer.from(text, "latin1"));
  const seen = books.map(({ status, verified, book }) => ({
    status,
    verified,
    bids: book?.topTexts("bids"),
    asks: book?.topTexts("asks"),
  }));
  feed.close();
  const told = events
    .filter(({ type }) => type !== "state")
    .map((event) => (event.type === "violation" ? { ...event, received: undefined } : event));
  return { seen, changed, told };
}

/** Writes a frame with white space that no other frame has. */
function spaced(text: string, at: number): string {
  return `${" ".repeat(at + 1)}${text}`;
}

describe.each([
  [
    "a change",
    changes,
    [1, 2, 3].map((at) => change(at, "yes")),
    change(4, "no"),
    change(5, "yes"),
  ],
  ["lists of levels", levels, [1, 2, 3].map(update), update(4), update(5)],
] as const)("%s", (_what, contract, before, frame, after) => {
  const spacedBefore = [full, ...before].map(spaced);

  it("is taken like the one before", async () => {
    const told = await play(contract, [full, ...before, frame, after]);
    expect(told).toEqual(await play(contract, [...spacedBefore, frame, spaced(after, 9)]));
    expect(told.seen[0]?.status).toBe("ready");
    expect(told.changed.filter((one) => String(one) === "A-B,levels")).toHaveLength(6);
    expect(told.told).toEqual([]);
  });

  it("is taken as without them, whatever byte is another one", async () => {
    for (let at = 0; at <= frame.length; at += 1) {
      for (const byte of ['"', "0", ".", " ", ""]) {
        const other = frame.slice(0, at) + byte + frame.slice(at + 1);
        const told = await play(contract, [full, ...before, other, after]);
        const wanted = await play(contract, [...spacedBefore, other, spaced(after, 9)]);
        expect(told, other).toEqual(wanted);
      }
    }
  });

  it("is taken as without them, whatever frame is missing or comes again", async () => {
    const frames = [full, ...before, frame, after];
    for (let at = 1; at < frames.length; at += 1) {
      for (const part of [[], [frames[at], frames[at]], [full, frames[at]]]) {
        const texts = frames.toSpliced(at, 1, ...part.map(String));
        expect(await play(contract, texts)).toEqual(await play(contract, texts.map(spaced)));
      }
    }
  });
});
