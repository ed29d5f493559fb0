// Frames that the publisher refuses although readers of the contract accept them (S23).

import { Readable } from "node:stream";
import { parseJson, stringifyJson } from "@specwright/runtime";
import { createMemoryLog, LogError, type SequencedLog } from "@specwright/streams/log";
import { createAccessKeys, createStreamsService } from "@specwright/streams-service";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { publishLines } from "../../apps/streams/src/publish-lines.ts";
import { examplesOf, publishLine } from "./contract-examples.ts";

type JsonObject = Record<string, unknown>;
type Side = readonly (readonly [cents: number, qty: number])[];

const channels = {
  orders: ["orderUpdate", "orderReject"],
  accounting: ["accountingUpdate", "accountingPayout"],
  payouts: ["payout"],
  events: ["eventUpdate"],
  "market-data": ["bookSnapshot", "bookDiff", "trade"],
} as const;
type Channel = keyof typeof channels;

const BROKER = "BRK-ALPHA";
/** Ids are unique, even across restarts. */
let number = 0;
let stop = async (): Promise<void> => {};
afterEach(() => stop());

function start(log: SequencedLog = createMemoryLog()) {
  const service = createStreamsService({ accessKeys: createAccessKeys(), log });
  stop = () => service.close();
  async function publish(...lines: readonly string[]): Promise<readonly JsonObject[]> {
    const answers: JsonObject[] = [];
    const ids = lines.map((line) => {
      number += 1;
      return line.replace("{", `{"id":"${number}",`);
    });
    await publishLines({
      input: Readable.from(ids.map((line) => `${line}\n`)),
      service,
      logger() {},
      answer: (line) => answers.push(parseJson(line) as JsonObject),
    });
    // Sorted, because each channel answers independently.
    return answers.sort((one, other) => Number(one["id"]) - Number(other["id"]));
  }
  return {
    publish,
    async publishBook(type: string, bids: Side, asks: Side, market = "M"): Promise<unknown> {
      const [answer] = await publish(book(type, bids, asks, market));
      return (answer?.["error"] as JsonObject | undefined) ?? "taken";
    },
    /** Gives up the last command, because it would block later ones. */
    giveUpLast: () => publish(stringifyJson({ channel: "market-data", give_up: String(number) })),
    kept: async (channelId: string, brokerId = BROKER) =>
      (await log.bounds({ brokerId, channelId })).last,
  };
}

function book(type: string, bids: Side, asks: Side, market_id = "M"): string {
  const levels = (side: Side) =>
    side.map(([cents, qty]) => ({
      price: { units: 0, nanos: cents * 10_000_000 },
      qty: { units: qty, nanos: 0 },
    }));
  const sides = { bids: levels(bids), asks: levels(asks) };
  return stringifyJson({ channel: "market-data", type, market_id, ...sides });
}

/** Returns each example of the contract as a line. */
function examples(): readonly (readonly [channel: Channel, line: string])[] {
  return (Object.keys(channels) as Channel[]).flatMap((channel) =>
    channels[channel].flatMap((name) =>
      examplesOf(name).map((frame) => [channel, publishLine(channel, BROKER, frame)] as const),
    ),
  );
}

/** Yields the text once for each object of the message, with an additional member in that object. */
function* withOneMore(line: string): Generator<readonly [pointer: string, line: string]> {
  const command = parseJson(line) as JsonObject;
  const message = (command["message"] ?? command) as JsonObject;
  for (const [pointer, object] of objectsIn(message, "")) {
    object["not_in_contract"] = 1;
    yield [`${pointer}/not_in_contract`, stringifyJson(command)];
    delete object["not_in_contract"];
  }
}

function* objectsIn(value: unknown, at: string): Generator<readonly [string, JsonObject]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, value as JsonObject];
  for (const [name, below] of Object.entries(value)) yield* objectsIn(below, `${at}/${name}`);
}

describe("frames", () => {
  it("T4 every example of the contract is accepted", async () => {
    const { publish } = start();
    const lines = examples();
    expect(lines.length).toBeGreaterThan(10);
    for (const [, line] of lines)
      expect(await publish(line)).toMatchObject([{ seq: expect.anything() }]);
  });

  it("T4 an additional member in any object of any example is refused, with its place", async () => {
    const { publish, kept } = start();
    let tried = 0;
    for (const [, line] of examples()) {
      for (const [pointer, changed] of withOneMore(line)) {
        const [answer] = await publish(changed);
        const message = expect.stringContaining(`${pointer} of a frame of `);
        const error = { code: "unknown_member", message, retry: false };
        expect(answer).toMatchObject({ error });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(100);
    for (const id of ["orders", "accounting", "payouts", "events"]) expect(await kept(id)).toBe(0n);
    expect(await kept("marketData", "")).toBe(0n);
  });

  it.each([
    ["orders", "orderUpdate", "status", "DONE", "unlisted_value", '"FILLED"'],
    ["orders", "orderUpdate", "status_reason", "BORED", "unlisted_value", '"USER_REQUEST"'],
    ["orders", "orderUpdate", "price", { units: 1, nanos: -1 }, "decode", "/payload/price"],
    ["orders", "orderUpdate", "broker_id", "OTHER", "wrong_owner", "/payload/broker_id"],
    ["orders", "orderReject", "command_type", "BUY", "unlisted_value", '"AMEND", "CANCEL"'],
    ["accounting", "accountingPayout", "reason", "GIFT", "unlisted_value", '"SETTLEMENT", "VOID"'],
  ] as const)(
    "T4 %s %s with %s %j is refused as %s",
    async (channel, name, member, value, code, says) => {
      const { publish, kept } = start();
      const [frame] = examplesOf(name);
      if (frame === undefined) throw new Error("no example");
      const line = parseJson(publishLine(channel, BROKER, frame)) as {
        message: { payload: JsonObject };
      };
      line.message.payload[member] = value;
      const [answer] = await publish(stringifyJson(line));
      expect(answer).toMatchObject({
        error: { code, message: expect.stringContaining(says), retry: false },
      });
      expect(await kept(channel)).toBe(0n);
    },
  );

  it("T4 a market whose end is refused keeps its book", async () => {
    const { publish, publishBook } = start();
    await publishBook("book_snapshot", [[60, 1]], []);
    const end = {
      channel: "events",
      broker_id: BROKER,
      message: {
        type: "event_update",
        event_type: "market.voided",
        payload: {
          market_id: "M",
          event_id: "E",
          void_reason: "none",
          voided_at: "2026-01-01T00:00:00Z",
          by: "nobody",
        },
      },
    };
    expect(await publish(stringifyJson(end))).toMatchObject([
      { error: { code: "unknown_member" } },
    ]);
    expect(await publishBook("book_diff", [], [[60, 1]])).toMatchObject({ code: "crossed_book" });
  });
});

describe("books", () => {
  it.each([
    ["crossed", "book_snapshot", [[60, 1]], [[59, 1]], "crossed_book", "would cross the book"],
    ["locked", "book_snapshot", [[60, 1]], [[60, 1]], "crossed_book", '"nanos":600000000'],
    ["with an empty level", "book_snapshot", [[60, 0]], [], "bad_level", "/bids/0/qty"],
    [
      "with a level below 0",
      "book_snapshot",
      [],
      [
        [61, 1],
        [60, -1],
      ],
      "bad_level",
      "/asks/1/qty",
    ],
    ["changed by a level below 0", "book_diff", [[60, -1]], [], "bad_level", "/bids/0/qty"],
  ] as const)("T4 one %s is refused", async (_, type, bids, asks, code, says) => {
    const { publishBook, kept } = start();
    const message = expect.stringContaining(says);
    expect(await publishBook(type, bids, asks)).toMatchObject({ code, message, retry: false });
    expect(await kept("marketData", "")).toBe(0n);
  });

  it("T4 a diff that crosses the book is refused; a diff that deletes traded levels is accepted", async () => {
    const { publishBook, kept } = start();
    await publishBook(
      "book_snapshot",
      [[60, 1]],
      [
        [62, 1],
        [63, 1],
      ],
    );
    const before = await kept("marketData", "");
    expect(await publishBook("book_diff", [[62, 1]], [])).toMatchObject({ code: "crossed_book" });
    expect(await kept("marketData", "")).toBe(before);
    expect(await publishBook("book_diff", [[61, 5]], [])).toBe("taken");
    expect(await publishBook("book_diff", [[62, 1]], [[62, 0]])).toBe("taken");
    expect(await publishBook("book_diff", [], [[62, 1]])).toMatchObject({ code: "crossed_book" });
    expect(await publishBook("book_snapshot", [], [[1, 1]])).toBe("taken");
  });

  it("T4 a market that has ended starts again without levels, even in the same batch", async () => {
    const { publish } = start();
    const payload = {
      market_id: "M",
      event_id: "E",
      void_reason: "none",
      voided_at: "2026-01-01T00:00:00Z",
    };
    const message = { type: "event_update", event_type: "market.voided", payload };
    const answers = await publish(
      book("book_snapshot", [[60, 1]], []),
      stringifyJson({ channel: "events", broker_id: BROKER, message }),
      book("book_diff", [], [[60, 1]]),
      book("book_diff", [[60, 1]], []),
    );
    expect(answers.map(({ error }) => (error as JsonObject | undefined)?.["code"])).toEqual([
      undefined,
      undefined,
      undefined,
      "crossed_book",
    ]);
  });

  it("T4 a refused frame leaves the books unchanged, in any order and across restarts", async () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 2 }));
    const side = fc.array(level, { maxLength: 3 });
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.constantFrom("M", "N"), side, side) },
      { weight: 1, arbitrary: fc.constantFrom("restart", "fail") },
    );
    const run = async (steps: readonly (string | readonly [string, Side, Side])[]) => {
      const real = createMemoryLog();
      let isFull = false;
      const log: SequencedLog = {
        ...real,
        close: async () => {},
        async append(key, records) {
          if (isFull) throw new LogError("log_full", "there is no room");
          return real.append(key, records);
        },
      };
      let service = start(log);
      const model = new Map<string, readonly [Map<number, number>, Map<number, number>]>();
      for (const one of steps) {
        if (one === "restart") {
          await stop();
          service = start(log);
        } else if (one === "fail") {
          isFull = true;
          await service.publishBook("book_diff", [[1, 1]], [], "N");
          isFull = false;
          await service.giveUpLast();
        } else if (typeof one !== "string") {
          const [market, bids, asks] = one;
          const next = applied(model.get(market), bids, asks);
          const isCrossed = Math.max(...next[0].keys()) >= Math.min(...next[1].keys());
          const answer = await service.publishBook("book_diff", bids, asks, market);
          expect(answer).toEqual(
            isCrossed ? expect.objectContaining({ code: "crossed_book" }) : "taken",
          );
          if (!isCrossed) model.set(market, next);
        }
      }
      await stop();
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), run), { numRuns: 60 });
  });
});

function applied(
  known: readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>] | undefined,
  ...sides: readonly [Side, Side]
): readonly [Map<number, number>, Map<number, number>] {
  const [bids, asks] = sides.map((levels, at) => {
    const book = new Map(known?.[at]);
    for (const [price, qty] of levels) {
      if (qty === 0) book.delete(price);
      else book.set(price, qty);
    }
    return book;
  });
  return [bids ?? new Map(), asks ?? new Map()];
}
