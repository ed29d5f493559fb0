// A client that reads frames by the paths of earlier ones keeps the same book and reports the
// same events as one that finds no path because white space differs from frame to frame.

import type { FeedDescriptor } from "@specwright/runtime/transport";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openFeed } from "./feed-under-test.ts";

const contract: FeedDescriptor = {
  envelope: {
    match: [
      { message: "update", where: { "/1/0": { type: "number" } } },
      { message: "checksum", where: { "/1": "cs" } },
      { message: "snapshot", where: { "/1": { type: "array" } } },
    ],
  },
  subscription: {
    topics: {
      book: {
        parameters: { market: {} },
        subscribe: { market: "{market}" },
        messages: ["snapshot", "update", "checksum"],
        where: { "/0": "{market}" },
      },
    },
  },
  counters: [
    { messages: ["*"], scope: "connection", at: "/-1", step: "one", gap: "none" },
    { messages: ["update"], scope: "topic", at: "/2", step: "rising", gap: "none" },
  ],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/2",
      deletes: { count: "/1" },
      snapshots: { snapshot: { levels: "/1", side: "sign" } },
      updates: { update: { levels: "/1", one: true, side: "sign" } },
      checksum: {
        at: { checksum: "/2" },
        algorithm: "crc32",
        signed: true,
        levels: 3,
        layout: "interleaved",
        format: "shortest",
        mismatch: "none",
      },
    },
  },
};

const market = fc.constantFrom(17, 18, 19);
const level = fc.tuple(
  fc.constantFrom(9, 9.5, 10, 11, 12.25),
  fc.nat(2),
  fc.constantFrom(1, -1, 0.5, -0.00000001, 0),
);
// Most numbers follow the one before.
const step = fc.constantFrom(1, 1, 1, 1, 0, 2, -3);
const frame = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(market, level, step) },
  { weight: 1, arbitrary: fc.tuple(market, fc.array(level, { maxLength: 3 }), step) },
  { weight: 1, arbitrary: fc.tuple(market, fc.constant("cs"), fc.constantFrom(0, 5), step) },
  { weight: 1, arbitrary: fc.tuple(market, fc.constantFrom("hb", null, true), step) },
);

/** Plays frames on a client; returns what its user sees after each of them. */
async function play(texts: readonly string[]): Promise<readonly unknown[]> {
  const { feed, open, handlers, events } = openFeed(contract);
  await open();
  const changes: unknown[] = [];
  const books = [17, 18].map((each) => feed.subscribeBook<unknown>("book", { market: each }));
  for (const [at, book] of books.entries()) book.onChange((change) => changes.push([at, change]));
  const seen = texts.map((text) => {
    handlers().received(new TextEncoder().encode(text));
    return books.map(({ status, verified, book }) => ({
      status,
      verified,
      bids: book?.topTexts("bids"),
      asks: book?.topTexts("asks"),
    }));
  });
  feed.close();
  const told = events.map((event) =>
    event.type === "violation" ? { ...event, received: undefined } : event,
  );
  return [seen, changes, told];
}

it("keeps the same books with the paths of frames as without them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 20, maxLength: 60 }), async (frames) => {
      let number = 2_147_483_640;
      const texts = frames.map((parts) => {
        number += Number(parts.at(-1));
        return JSON.stringify([...parts.slice(0, -1), number]);
      });
      const spaced = texts.map((text, at) => text.replaceAll(",", `,${" ".repeat(at)}`));
      expect(await play(texts)).toEqual(await play(spaced));
    }),
    { numRuns: 40 },
  );
});
