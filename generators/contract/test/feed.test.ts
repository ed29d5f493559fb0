import { describe, expect, it } from "vitest";
import { build } from "./contract-of.ts";

/** A contract of a feed with a book, in which a case changes a few lines. */
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
      items: { type: array, prefixItems: [{ type: string }, { type: string }] }
`;

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
  const found = diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
  return { topics: channel?.feed?.topics, found };
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
      `EXTENSION_SHAPE ${channel}/x-sequence/counters/0/stepp There is no field \`stepp\` here; did you mean \`step\`?`,
    ],
    [
      "a word that is none of the known ones",
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
      `EXTENSION_MESSAGE ${channel}/x-subscription/topics/book/messages/1 The channel has no message \`changed\`; it has accepted, change, full.`,
    ],
    [
      "a message of a book that the channel does not have",
      "updates: { change:",
      "updates: { diff:",
      `EXTENSION_MESSAGE ${channel}/x-book/topics/book/updates/diff The channel has no message \`diff\`; it has accepted, change, full.`,
    ],
    [
      "a placeholder that is no parameter",
      '"{symbol|lower}@{depth}"',
      '"{market}"',
      `EXTENSION_SHAPE ${channel}/x-subscription/topics/book/subscribe The topic has no parameter \`market\`; known are depth, symbol, id, alias.`,
    ],
    [
      "a topic that does not exist",
      "topics: { book: { source: stream } }",
      "topics: { books: { source: stream } }",
      `EXTENSION_SHAPE ${channel}/x-snapshot/topics/books There is no topic \`books\`; there are book.`,
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
      `${channel}/x-sequence/counters/0/at The payload of \`change\` has no \`sequence\`; there are a, b, seq, symbol, type.`,
    ],
    [
      "levels",
      "updates: { change: { bids: /b,",
      "updates: { change: { bids: /bb,",
      `${channel}/x-book/topics/book/updates/change/bids The payload of \`change\` has no \`bb\`; did you mean \`b\`?`,
    ],
    [
      "what tells messages apart",
      "where: { /type: full }",
      "where: { /typ: full }",
      `${channel}/x-envelope/match/0/where/~1typ The payload of \`full\` has no \`typ\`; did you mean \`type\`?`,
    ],
    [
      "the name of a subscription",
      "alias: /sid",
      "alias: /sidd",
      `${channel}/x-subscription/acknowledgement/alias The payload of \`accepted\` has no \`sidd\`; did you mean \`sid\`?`,
    ],
  ])("draws a warning where a pointer to %s leads to nothing", async (_what, from, to, wanted) => {
    const { topics, found } = await read(from, to);
    expect(found).toContain(`EXTENSION_POINTER ${wanted}`);
    expect(topics).toHaveLength(1);
  });
});
