import { describe, expect, it } from "vitest";
import { valueAt } from "../src/reading/place.ts";
import { completeBooks } from "../src/streams/complete-books.ts";
import { build } from "./contract-of.ts";

/** The contract of a feed with a book; each case changes a few lines. */
const whole = `
asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  market:
    address: /market
    messages:
      accepted: { payload: { type: object, properties: { id: { type: integer }, sid: { type: integer } } } }
      full: { payload: { $ref: "#/components/schemas/Book" } }
      change: { payload: { $ref: "#/components/schemas/Book" } }
    x-envelope:
      version: 1
      match:
        - { message: full, where: { /type: full } }
        - { message: change, where: { /type: [change, small] } }
        - { message: accepted, where: { /id: { type: number }, /nothing: { absent: true } } }
    x-subscription:
      version: 1
      acknowledgement: { messages: [accepted], alias: /sid }
      topics:
        book:
          description: A book.
          parameters:
            symbol: { type: string, description: The market. }
            depth: { type: integer, enum: [10, 25], default: 10 }
          subscribe: { op: sub, args: ["{symbol|lower}@{depth}"] }
          messages: [full, change]
          where: { /symbol: "{symbol}" }
    x-sequence:
      version: 1
      counters:
        - { messages: [change], starts: [full], scope: topic, at: /seq, step: one, gap: resubscribe }
    x-snapshot: { version: 1, topics: { book: { source: stream } } }
    x-book:
      version: 1
      topics:
        book:
          price: /0
          quantity: /1
          snapshots: { full: { bids: /b, asks: /a } }
          updates: { change: { bids: /b, asks: /a } }
components:
  schemas:
    Book:
      type: object
      properties:
        type: { type: string }
        symbol: { type: string }
        seq: { type: integer }
        b: { $ref: "#/components/schemas/Levels" }
        a: { $ref: "#/components/schemas/Levels" }
    Levels:
      type: array
      items: { type: array, items: [{ type: string }, { type: string }] }
`;

/** The asks of a message, and a list or a tuple with the bids. */
const asks = 'a: { $ref: "#/components/schemas/Levels" }';
const levels = '{ $ref: "#/components/schemas/Levels" }';
const list = `${asks}
        c: { type: array, items: { type: object, required: [b], properties: { b: ${levels} } } }`;
const tuple = `${asks}
        d: { type: array, items: [{ type: integer }, ${levels}] }`;

async function read(
  from = "",
  to = "",
): Promise<{
  readonly topics: readonly unknown[] | undefined;
  readonly found: readonly string[];
}> {
  if (!whole.includes(from)) throw new Error(`There is no ${from}`);
  const { contract, diagnostics } = await build(whole.replace(from, to));
  const [channel] = contract?.channels ?? [];
  // Its frames do not contain the depth.
  const faults = diagnostics.filter(({ code }) => code !== "TOPIC_WHERE");
  const found = faults.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
  return { topics: channel?.topics, found };
}

const channel = "/channels/market";

describe("a feed", () => {
  it("has topics with parameters, messages and books", async () => {
    const { topics, found } = await read();
    expect(found).toEqual([]);
    expect(topics).toEqual([
      {
        name: "book",
        description: "A book.",
        parameters: [
          { name: "depth", type: "integer", enum: [10, 25], default: 10 },
          { name: "symbol", type: "string", description: "The market." },
        ],
        messages: ["full", "change"],
        hasBook: true,
        isPrivate: false,
        source: expect.anything(),
      },
    ]);
  });

  it.each([
    [
      "a version that does not exist",
      "x-sequence:\n      version: 1",
      "x-sequence:\n      version: 7",
      `EXTENSION_SHAPE ${channel}/x-sequence/version \`version\` must be \`1\`, but is \`7\`.`,
    ],
    [
      "a misspelt field",
      "step: one",
      "stepp: one",
      `EXTENSION_SHAPE ${channel}/x-sequence/counters/0/stepp Unknown field \`stepp\`. Did you mean \`step\`?`,
    ],
    [
      "an unknown word",
      "step: one",
      "step: two",
      `EXTENSION_SHAPE ${channel}/x-sequence/counters/0/step \`step\` must be one of \`one\`, \`range\`, \`linked\`, \`rising\`, but is \`two\`.`,
    ],
    [
      "a pointer without a slash",
      "at: /seq",
      "at: seq",
      `EXTENSION_SHAPE ${channel}/x-sequence/counters/0/at \`at\` must be a JSON Pointer, such as \`/data/id\`, but is \`seq\`.`,
    ],
    [
      "a message that the channel does not have",
      "messages: [full, change]",
      "messages: [full, changed]",
      `EXTENSION_MESSAGE ${channel}/x-subscription/topics/book/messages/1 Unknown message \`changed\`. Messages of the channel: accepted, change, full.`,
    ],
    [
      "a message of a book that the channel does not have",
      "updates: { change:",
      "updates: { diff:",
      `EXTENSION_MESSAGE ${channel}/x-book/topics/book/updates/diff Unknown message \`diff\`. Messages of the channel: accepted, change, full.`,
    ],
    [
      "a placeholder that is not a parameter",
      '"{symbol|lower}@{depth}"',
      '"{market}"',
      `EXTENSION_SHAPE ${channel}/x-subscription/topics/book/subscribe/args/0 Unknown placeholder {market}. Placeholders here: depth, symbol, id.`,
    ],
    [
      "the id of a request in what messages hold",
      'where: { /symbol: "{symbol}" }',
      'where: { /symbol: "{id}" }',
      `EXTENSION_SHAPE ${channel}/x-subscription/topics/book/where/~1symbol Unknown placeholder {id}. Placeholders here: depth, symbol, alias.`,
    ],
    [
      "a name of the server that nothing says",
      "acknowledgement: { messages: [accepted], alias: /sid }\n      topics:\n        book:",
      'acknowledgement: { messages: [accepted] }\n      topics:\n        book:\n          unsubscribe: { op: "{alias}" }',
      `EXTENSION_SHAPE ${channel}/x-subscription/topics/book/unsubscribe/op Unknown placeholder {alias}: \`acknowledgement\` has no \`alias\`, so the client never learns the server's name of the topic.`,
    ],
    [
      "a message that nothing recognises",
      "        - { message: full, where: { /type: full } }\n",
      "",
      `EXTENSION_MESSAGE ${channel}/x-subscription/topics/book/messages/0 No rule of \`match\` in \`x-envelope\` matches the message \`full\`.`,
    ],
    [
      "an answer to signs of life that does not exist",
      "    x-sequence:",
      "    x-heartbeat: { version: 1, beats: [{ from: client, everyMs: 1, answer: pong }] }\n    x-sequence:",
      `EXTENSION_MESSAGE ${channel}/x-heartbeat/beats/0/answer Unknown message \`pong\`. Messages of the channel: accepted, change, full.`,
    ],
    [
      "a field of signs of life of the other side",
      "    x-sequence:",
      "    x-heartbeat: { version: 1, beats: [{ from: client, every: 20 }] }\n    x-sequence:",
      `EXTENSION_SHAPE ${channel}/x-heartbeat/beats/0 \`beats/0\` must have \`everyMs\`.`,
    ],
    [
      "a filter of a placeholder that does not exist",
      '"{symbol|lower}@{depth}"',
      '"{symbol|low}@{depth}"',
      `EXTENSION_SHAPE ${channel}/x-subscription/topics/book/subscribe/args/0 Unknown filter \`|low\` in \`{symbol|low}@{depth}\`. Filters: \`|upper\`, \`|lower\`, \`|string\`.`,
    ],
    [
      "a brace that begins no placeholder",
      'where: { /symbol: "{symbol}" }',
      'where: { /symbol: "{symbol" }',
      `EXTENSION_SHAPE ${channel}/x-subscription/topics/book/where/~1symbol Invalid placeholder in \`{symbol\`. Write \`{name}\`, or \`{{\` for a literal brace.`,
    ],
    [
      "linked frames that name no frame before them",
      "step: one",
      "step: linked",
      `EXTENSION_SHAPE ${channel}/x-sequence/counters/0/step A counter with \`step: linked\` must have \`previous\`.`,
    ],
    [
      "ranges without their first number",
      "step: one",
      "step: range",
      `EXTENSION_SHAPE ${channel}/x-sequence/counters/0/step A counter with \`step: range\` must have \`from\`.`,
    ],
    [
      "levels that are tuples and objects",
      "quantity: /1",
      "quantity: /qty",
      `EXTENSION_SHAPE ${channel}/x-book/topics/book/quantity The parts of a level must all be indexes, such as \`/0\`, or all names, such as \`/price\`.`,
    ],
    [
      "a part of a level that is deeper than it",
      "quantity: /1",
      "quantity: /1/0",
      `EXTENSION_SHAPE ${channel}/x-book/topics/book/quantity \`/1/0\` must point to a direct member or element of the level.`,
    ],
    [
      "two parts of a level at one place",
      "quantity: /1",
      "quantity: /0",
      `EXTENSION_SHAPE ${channel}/x-book/topics/book/quantity Two parts of the level have the same pointer, \`/0\`.`,
    ],
    [
      "a part of the levels of one message that does not fit",
      "updates: { change: { bids: /b,",
      "updates: { change: { quantity: /qty, bids: /b,",
      `EXTENSION_SHAPE ${channel}/x-book/topics/book/updates/change/quantity The parts of a level must all be indexes, such as \`/0\`, or all names, such as \`/price\`.`,
    ],
    [
      "a topic that does not exist",
      "topics: { book: { source: stream } }",
      "topics: { books: { source: stream } }",
      `EXTENSION_SHAPE ${channel}/x-snapshot/topics/books Unknown topic \`books\`. Topics: book.`,
    ],
  ])("is refused with %s", async (_what, from, to, wanted) => {
    const { topics, found } = await read(from, to);
    expect(found.map((line) => line.replace("#", ""))).toContain(wanted);
    expect(topics).toBeUndefined();
  });

  it.each([
    [
      "a number",
      "at: /seq",
      "at: /sequence",
      `${channel}/x-sequence/counters/0/at The payload of \`change\` has no \`sequence\`. Members: a, b, seq, symbol, type.`,
    ],
    [
      "levels",
      "updates: { change: { bids: /b,",
      "updates: { change: { bids: /bb,",
      `${channel}/x-book/topics/book/updates/change/bids The payload of \`change\` has no \`bb\`. Did you mean \`b\`?`,
    ],
    [
      "the tag of messages",
      "where: { /type: full }",
      "where: { /typ: full }",
      `${channel}/x-envelope/match/0/where/~1typ The payload of \`full\` has no \`typ\`. Did you mean \`type\`?`,
    ],
    [
      "a part of levels",
      "quantity: /1",
      "quantity: /7",
      `${channel}/x-book/topics/book/quantity \`/b/0\` in the payload of \`full\` has no \`7\`. Members: 0, 1.`,
    ],
    [
      "the id in an answer",
      "acknowledgement: { messages: [accepted],",
      "correlation: { request: /op, reply: /idd }\n      acknowledgement: { messages: [accepted],",
      `${channel}/x-subscription/correlation/reply The payload of \`accepted\` has no \`idd\`. Did you mean \`id\`?`,
    ],
    [
      "the id in a request",
      "acknowledgement: { messages: [accepted],",
      "correlation: { request: /req, reply: /id }\n      acknowledgement: { messages: [accepted],",
      `${channel}/x-subscription/correlation/request No \`subscribe\` request of a topic has a value at \`/req\`.`,
    ],
    [
      "the list of a request",
      "messages: [full, change]",
      "list: /argz\n          messages: [full, change]",
      `${channel}/x-subscription/topics/book/list The \`subscribe\` request has no value at \`/argz\`.`,
    ],
    [
      "the name of a subscription",
      "alias: /sid",
      "alias: /sidd",
      `${channel}/x-subscription/acknowledgement/alias The payload of \`accepted\` has no \`sidd\`. Did you mean \`sid\`?`,
    ],
  ])("gets a warning if a pointer to %s leads to nothing", async (_what, from, to, wanted) => {
    const { topics, found } = await read(from, to);
    expect(found).toContain(`EXTENSION_POINTER ${wanted}`);
    expect(topics).toHaveLength(1);
  });

  it.each([
    ["type: { type: string }", "type: { enum: [full, small] }", []],
    [
      "type: { type: string }",
      "type: { enum: [full, changed] }",
      [
        `EXTENSION_POINTER ${channel}/x-envelope/match/1/where/~1type \`/type\` in the payload of \`change\` is never change, small; the schema allows full, changed.`,
      ],
    ],
    [
      "type: { type: string }",
      "type: { const: full }",
      [
        `EXTENSION_POINTER ${channel}/x-envelope/match/1/where/~1type \`/type\` in the payload of \`change\` is never change, small; the schema allows full.`,
      ],
    ],
  ])("gets a warning if a condition has an impossible constant: %#", async (from, to, wanted) => {
    expect((await read(from, to)).found).toEqual(wanted);
  });

  it("gets no other diagnostic for topics with a misspelt field", async () => {
    const { found } = await read("acknowledgement:", "acknowlegement:");
    expect(found.map((line) => line.replace(/ Unknown.*/, ""))).toEqual([
      `EXTENSION_SHAPE ${channel}/x-subscription/acknowlegement`,
    ]);
  });

  it("reports a wrong list of levels once", async () => {
    const { found } = await read(
      "updates: { change: { bids: /b,",
      "updates: { change: { bids: /bb,",
    );
    expect(found.filter((line) => line.includes("`bb`"))).toHaveLength(1);
  });

  it.each<[string, string, object, string?]>([
    ["type: object\n", "type: object\n", { optional: ["bids", "asks"] }],
    ["type: object\n", "type: object\n      required: [b, a]\n", {}],
    ["type: object\n", "type: object\n      required: [b]\n", { optional: ["asks"] }],
    [
      "type: object\n",
      "type: object\n      required: [b, a]\n",
      { optional: ["asks"] },
      "a: { type: [array, 'null'] }",
    ],
    [
      "type: object\n",
      "type: object\n      required: [b, a]\n",
      { optional: ["asks"] },
      "a: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Levels' }] }",
    ],
    [
      "type: object\n",
      "type: object\n      required: [b, a]\n",
      {},
      "a: { $ref: '#/components/schemas/Itself' }\n    Itself: { anyOf: [{ $ref: '#/components/schemas/Itself' }, { type: array }] }",
    ],
    ["change: { bids: /b,", "change: { bids: /bb,", { bids: "/bb", optional: ["asks"] }],
    [
      "change: { bids: /b,",
      "change: { bids: /c/0/b,",
      { bids: "/c/0/b", optional: ["asks"], beyond: ["/c/1"] },
      list,
    ],
    [
      "change: { bids: /b,",
      "change: { bids: /c/2/b,",
      { bids: "/c/2/b", optional: ["asks"] },
      list.replace("array,", "array, maxItems: 3,"),
    ],
    ["change: { bids: /b,", "change: { bids: /d/1,", { bids: "/d/1", optional: ["asks"] }, tuple],
  ])("knows where frames may lack levels, or have more: %#", async (from, to, wanted, line) => {
    const text = whole.replace(/a: \{ \$ref.*/, (whole) => line ?? whole).replace(from, to);
    expect(text).toContain(to);
    const { contract } = await build(text);
    const [channel] = contract?.channels ?? [];
    if (channel === undefined) throw new Error("the contract has no channel");
    expect(valueAt(completeBooks(channel), "/book/updates/change")).toEqual({
      bids: "/b",
      asks: "/a",
      ...wanted,
    });
  });
});
