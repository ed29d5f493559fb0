// Lists in the frames of a feed: the number of items that the contract's pointers read, and whether a frame
// may have more.

import { describe, expect, it } from "vitest";
import { valueAt } from "../src/reading/place.ts";
import { completeBooks } from "../src/streams/complete-books.ts";
import { completeTopics } from "../src/streams/complete-topics.ts";
import { build } from "./contract-of.ts";

interface Case {
  readonly where: string;
  readonly levels: string;
  readonly payload: string;
}

/** Returns whether topics and messages are marked as complete in generated code. */
async function complete({ where, levels, payload }: Case) {
  const { contract, diagnostics } = await build(`
asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  market:
    address: /market
    messages:
      full: { payload: ${payload} }
    x-envelope: { version: 1, match: [{ message: full, where: {} }] }
    x-subscription:
      version: 1
      topics:
        book:
          parameters: { symbol: { type: string } }
          subscribe: { op: sub, symbol: "{symbol}" }
          messages: [full]
          where: { ${where}: "{symbol}" }
    x-snapshot: { version: 1, topics: { book: { source: stream } } }
    x-book:
      version: 1
      topics: { book: { price: /px, quantity: /sz, snapshots: { full: ${levels} }, updates: {} } }
`);
  const [channel] = contract?.channels ?? [];
  if (channel === undefined) throw new Error(JSON.stringify(diagnostics));
  return {
    each: valueAt(completeTopics(channel), "/topics/book/each"),
    beyond: valueAt(completeBooks(channel), "/book/snapshots/full/beyond"),
  };
}

const level = "{ type: object, properties: { px: { type: string }, sz: { type: string } } }";
const list = `{ type: array, items: ${level} }`;
const lists = `{ type: array, items: ${list} }`;
const data = (levels: string): string =>
  `{ type: object, properties: { data: { type: object, properties: { coin: { type: string }, levels: ${levels} } } } }`;
const events = (rest: string): string =>
  `{ type: object, properties: { events: { type: array, items: { type: object, properties: { id: { type: string }, b: ${list}, a: ${list} } } ${rest} } } }`;

describe("33 a `where` for each message", () => {
  const document = (where: string): string => `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  market:
    address: /market
    messages:
      full: { payload: { type: object, properties: { id: { type: string } } } }
      change: { payload: { type: object, properties: { of: { type: string } } } }
    x-envelope: { version: 1, match: [{ message: full, where: {} }, { message: change, where: {} }] }
    x-subscription:
      version: 1
      topics:
        book:
          parameters: { symbol: { type: string } }
          subscribe: { op: sub, symbol: "{symbol}" }
          messages: [full, change]
          where: ${where}
`;

  it.each<[where: string, faults: readonly string[]]>([
    ['{ full: { /id: "{symbol}" }, change: { /of: "{symbol}" } }', []],
    ['{ /id: "{symbol}", change: { /of: "{symbol}" } }', []],
    ['{ full: { /id: "{symbol}" } }', ["EXTENSION_POINTER where"]],
    [
      '{ full: { /id: "{symbol}" }, change: { /off: "{symbol}" } }',
      ["EXTENSION_POINTER where/change/~1off"],
    ],
    [
      '{ /id: "{symbol}", chance: { /of: "{symbol}" } }',
      ["EXTENSION_POINTER where/~1id", "EXTENSION_MESSAGE where/chance"],
    ],
    ['{ full: { /id: "{symbol}" }, change: { /of: x } }', ["TOPIC_WHERE where"]],
    [
      '{ full: { /id: "{symbl}" }, change: { /of: "{symbol}" } }',
      ["EXTENSION_SHAPE where/full/~1id"],
    ],
  ])("%s is reported as %s", async (where, faults) => {
    const { diagnostics } = await build(document(where));
    const told = diagnostics.map(({ code, pointer }) => `${code} ${pointer.split("/book/")[1]}`);
    expect(told.toSorted()).toEqual(faults.toSorted());
  });
});

describe("33 a frame about two topics", () => {
  it.each([
    ["a list of any length", "", ["/events"]],
    ["a list of one item", ", maxItems: 1", undefined],
  ])("may come where `where` leads through %s", async (_what, rest, each) => {
    const found = await complete({
      where: "/events/0/id",
      levels: "{ bids: /events/0/b, asks: /events/0/a }",
      payload: events(rest),
    });
    expect(found.each).toEqual(each);
  });

  it("cannot come where several items of the list are read", async () => {
    const found = await complete({
      where: "/events/0/id",
      levels: "{ bids: /events/0/b, asks: /events/1/a }",
      payload: events(""),
    });
    expect(found).toEqual({ each: undefined, beyond: ["/events/2"] });
  });

  it("may come where each level names its topic", async () => {
    const changes = `{ type: array, items: { type: object, properties: { id: { type: string }, px: { type: string }, sz: { type: string } } } }`;
    const found = await complete({
      where: "/changes/0/id",
      levels: "{ levels: /changes, side: sign }",
      payload: `{ type: object, properties: { changes: ${changes} } }`,
    });
    expect(found.each).toEqual(["/changes"]);
  });
});

describe("33.2 a batch of changes of one book", () => {
  it("is read item by item, if the levels are in the first item of a list", async () => {
    const changes = `{ type: array, items: { type: object, properties: { b: ${list}, a: ${list} } } }`;
    const found = await complete({
      where: "/id",
      levels: "{ bids: /contents/0/b, asks: /contents/0/a }",
      payload: `{ type: object, properties: { id: { type: string }, contents: ${changes} } }`,
    });
    expect(found.each).toEqual(["/contents"]);
  });
});

describe("33 sides at two indexes of a list", () => {
  it.each([
    ["items", lists, ["/data/levels/2"]],
    ["items of a fixed number", `{ type: array, maxItems: 2, items: ${list} }`, undefined],
    ["prefixItems", `{ type: array, prefixItems: [${list}, ${list}] }`, undefined],
  ])("are both read, with %s", async (_what, levels, beyond) => {
    const found = await complete({
      where: "/data/coin",
      levels: "{ bids: /data/levels/0, asks: /data/levels/1 }",
      payload: data(levels),
    });
    expect(found).toEqual({ each: undefined, beyond });
  });
});

describe("33 two subscriptions whose `where` values are equal", () => {
  it.each([
    ["a parameter that frames do not have", "{symbol}.{depth}", "{symbol}", ["TOPIC_WHERE"]],
    ["a parameter that frames have", "{symbol}.{depth}", "{symbol}.{depth}", []],
    ["a parameter that is not in the request", "{symbol}", "{symbol}", []],
  ])("are reported for %s", async (_what, request, where, wanted) => {
    const { diagnostics } = await build(`
asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  market:
    address: /market
    messages:
      full: { payload: { type: object, properties: { symbol: { type: string } } } }
    x-envelope: { version: 1, match: [{ message: full, where: {} }] }
    x-subscription:
      version: 1
      topics:
        book:
          parameters: { symbol: { type: string }, depth: { type: integer } }
          subscribe: { op: sub, symbol: "${request}" }
          messages: [full]
          where: { /symbol: "${where}" }
`);
    expect(diagnostics.map(({ code }) => code)).toEqual(wanted);
  });
});
