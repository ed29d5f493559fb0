// A frame judged by its first bytes has the same result as one that is parsed first.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameRules } from "../../src/client/numbered/frame-rules.ts";
import { createPeeker } from "../../src/client/numbered/peek-frame.ts";
import { type Intake, takeFrame } from "../../src/client/take-frame.ts";
import { marketData } from "../sample-channels/market-data.ts";
import { orders } from "../sample-channels/sequenced-channels.ts";

const encoder = new TextEncoder();

/** Formats members as JSON in ways that encoders use and in others. */
function spell(
  members: readonly (readonly [string, string])[],
  style: "plain" | "spaced" | "reversed" | "twice" | "escaped",
): string {
  const written = members.map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  switch (style) {
    case "plain":
      return `{${written.join(",")}}`;
    case "spaced":
      return `{ ${written.join(" , ")} }`;
    case "reversed":
      return `{${written.toReversed().join(",")}}`;
    case "twice":
      return `{${[...written, ...written].join(",")}}`;
    case "escaped":
      return `{${written.join(",")}}`.replace('"type"', '"typ\\u0065"');
    default:
      return style satisfies never;
  }
}

const style = fc.constantFrom(
  ...(["plain", "plain", "plain", "spaced", "reversed", "twice", "escaped"] as const),
);
const number = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 12 }).map(String) },
  fc.constantFrom("-1", "1.0", "1e1", "10.5", "9007199254740993", "9223372036854775808", '"3"'),
);
const orderFrame = fc
  .record({
    style,
    number,
    type: fc.constantFrom(
      ...["order_update", "order_update", "order_update", "order_split", "heartbeat"],
      ...["backlog_end", "error"],
    ),
    payload: fc.constantFrom('{"order_id":"o"}', '{"order_id":"ö"}', "{}"),
    watermark: fc.option(fc.integer({ min: 0, max: 14 }), { nil: undefined }),
  })
  .map(({ type, payload, watermark, ...rest }) => {
    const payloads: Readonly<Record<string, string>> = {
      heartbeat: '{"interval_sec":15}',
      backlog_end: `{"last_seq":${watermark ?? 3}}`,
      error: '{"code":"internal_error","message":"m"}',
    };
    const members = [
      ["type", JSON.stringify(type)],
      ["seq", rest.number],
      ["ts_ns", "1763700000123456789"],
      ["payload", payloads[type] ?? payload],
      ...(watermark === undefined ? [] : [["watermark_seq", `${watermark}`] as const]),
    ] as const;
    return spell(members, rest.style);
  });
const bookFrame = fc
  .record({
    style,
    number,
    key: fc.constantFrom("A", "A", "B", "X", "é", 'q"'),
    type: fc.constantFrom("book_snapshot", "book_diff", "book_diff", "book_split", "heartbeat"),
  })
  .map(({ type, key, ...rest }) => {
    const members = [
      ["type", JSON.stringify(type)],
      ["market_id", JSON.stringify(key)],
      ["md_seq", rest.number],
      ["ts_ns", "1"],
      [type === "book_snapshot" ? "total" : "add", "1"],
    ] as const;
    return spell(members, rest.style);
  });

/** Processes frames as consecutive connections would. */
function fates(
  channel: ChannelDescriptor,
  query: object,
  since: bigint | undefined,
  frames: readonly string[],
  peeking: boolean,
): readonly unknown[] {
  const rules = createFrameRules(channel, { query }, since);
  rules.keys.subscribe(["A", "B", "é", 'q"']);
  const peek = peeking ? createPeeker(channel) : undefined;
  return frames.map((frame) => {
    const shown: unknown[] = [];
    const onOther = ({ tag }: { readonly tag?: string }): void => void shown.push(tag);
    const { kind, ...rest }: Intake = takeFrame(
      { channel, rules, peek, onOther },
      encoder.encode(frame),
    );
    const message = "message" in rest ? rest.message : undefined;
    return { kind, message, shown, next: rules.resumeFrom() };
  });
}

const runs = { numRuns: 2000 };

describe("frames give the same result, peeked at or parsed first", () => {
  it.each([
    ["without a filter", {}],
    ["with a filter", { market: ["M"] }],
  ])("on a sequenced channel %s", (_name, query) => {
    const since = fc.option(fc.bigInt({ min: 1n, max: 5n }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(orderFrame, { maxLength: 30 }), since, (frames, from) => {
        expect(fates(orders, query, from, frames, true)).toEqual(
          fates(orders, query, from, frames, false),
        );
      }),
      runs,
    );
  });

  it("on a channel with subscriptions", () => {
    fc.assert(
      fc.property(fc.array(bookFrame, { maxLength: 30 }), (frames) => {
        expect(fates(marketData, {}, undefined, frames, true)).toEqual(
          fates(marketData, {}, undefined, frames, false),
        );
      }),
      runs,
    );
  });
});

describe("a peeker", () => {
  const peekOrder = createPeeker(orders);
  const peekBook = createPeeker(marketData);
  it.each([
    ['{"type":"order_update","seq":7,"x":1}', { tag: "order_update", number: 7n }],
    ['{"type":"order_update","seq":0}', { tag: "order_update", number: 0n }],
    [
      '{"type":"order_update","seq":9223372036854775807,',
      { tag: "order_update", number: 9223372036854775807n },
    ],
    ['{"type":"order_update","seq":99999999999999999999}', undefined],
    ['{"type":"order_update","seq":07,', undefined],
    ['{"type":"order_update","seq":7.0,', undefined],
    ['{"type":"order_update","seq":-7,', undefined],
    ['{"type":"order_update","seq":7', undefined],
    ['{"type":"order_update","seq":', undefined],
    ['{"type":"heartbeat","seq":7,', undefined],
    ['{"seq":7,"type":"order_update"}', undefined],
    ["", undefined],
  ])("reads %s", (frame, want) => {
    expect(peekOrder?.(encoder.encode(frame))).toEqual(want);
  });

  it.each([
    ['{"type":"book_diff","market_id":"A","md_seq":7,', { tag: "book_diff", key: "A", number: 7n }],
    ['{"type":"book_diff","market_id":"","md_seq":7}', { tag: "book_diff", key: "", number: 7n }],
    ['{"type":"book_diff","market_id":"a\\"b","md_seq":7}', undefined],
    ['{"type":"book_diff","market_id":"é","md_seq":7}', undefined],
    ['{"type":"book_diff","market_id":"A', undefined],
    ['{"type":"book_diff","market_id":"A","seq":7}', undefined],
  ])("reads %s", (frame, want) => {
    expect(peekBook?.(encoder.encode(frame))).toEqual(want);
  });

  it("distinguishes keys of one hash", () => {
    const keys = Array.from({ length: 5000 }, (_, at) => `M-${at}`);
    for (const key of [...keys, ...keys]) {
      const frame = `{"type":"book_diff","market_id":"${key}","md_seq":1}`;
      expect(peekBook?.(encoder.encode(frame))?.key).toBe(key);
    }
  });
});

it("parses no duplicate, and nothing after a gap", () => {
  const decoded: string[] = [];
  const counting: ChannelDescriptor = {
    ...orders,
    serverMessages: orders.serverMessages.map((message) => ({
      ...message,
      codec: {
        ...message.codec,
        decode: (text) => {
          decoded.push(new TextDecoder().decode(text as Uint8Array));
          return message.codec.decode(text);
        },
      },
    })),
  };
  const rules = createFrameRules(counting, {}, 5n);
  const peek = createPeeker(counting);
  const take = (seq: number): string => {
    // Broken beyond its head, so that parsing would show.
    const rest = seq === 5 ? ',"ts_ns":1,"payload":{"order_id":"o"}}' : ",<";
    const bytes = encoder.encode(`{"type":"order_update","seq":${seq}${rest}`);
    return takeFrame({ channel: counting, rules, peek }, bytes).kind;
  };
  expect([4, 5, 5, 7].map(take)).toEqual(["drop", "deliver", "drop", "gap"]);
  expect(decoded).toHaveLength(1);
});
