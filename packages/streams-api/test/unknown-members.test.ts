// Members that the contract does not name: both tiers keep them, as exact JSON values.

import { isDeepStrictEqual } from "node:util";
import { HeartbeatFrameCodec } from "@specwright/streams-api/codec";
import { HeartbeatFrameStreamCodec } from "@specwright/streams-api/codec/stream";
import { describe, expect, test } from "vitest";

const frames = [
  (members: string) =>
    `{"type":"heartbeat","seq":1,"ts_ns":2,"payload":{"interval_sec":3},${members}}`,
  (members: string) =>
    `{${members},"type":"heartbeat","seq":1,"ts_ns":2,"payload":{"interval_sec":3}}`,
  (members: string) =>
    `{ "ts_ns" : 2, ${members} , "type": "heartbeat", "payload": {"interval_sec": 3}, "seq": 1 }`,
];

/** Returns the member `x` of a frame decoded by a tier, or the issues of the frame. */
function read(codec: { decode(text: string): unknown }, text: string): unknown {
  try {
    return codec.decode(text);
  } catch (error) {
    return error;
  }
}

const values: readonly (readonly [json: string, value: unknown])[] = [
  ["0", 0],
  ["-0", -0],
  ["7", 7],
  ["-12", -12],
  ["999999999999999", 999_999_999_999_999],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["9007199254740993", 9_007_199_254_740_993n],
  ["-1763700000123456789", -1_763_700_000_123_456_789n],
  ["0.1", 0.1],
  ["-0.0", -0],
  ["2.34567890123456", 2.34567890123456],
  ["0.000000000000001", 1e-15],
  ["123456789.123456789", 123_456_789.123_456_79],
  ["9007199254740993.0", 9_007_199_254_740_993n],
  ["1e3", 1000],
  ["1E-3", 0.001],
  ["1e20", 100_000_000_000_000_000_000n],
  ["true", true],
  ["false", false],
  ["null", null],
  ['""', ""],
  ['"sa-east-1"', "sa-east-1"],
  ['"\\u0041\\n\\ud800"', "A\n\ud800"],
  ['"é€😀"', "é€😀"],
  ["[]", []],
  ["{}", {}],
  ["[ 1 , [ ] , { } ]", [1, [], {}]],
  [
    '{"a":{"b":[1,2.5,"c",null,true]},"a b":-1}',
    { a: { b: [1, 2.5, "c", null, true] }, "a b": -1 },
  ],
  ['{"é":1,"é€":2}', { é: 1, "é€": 2 }],
  ['{"":1}', { "": 1 }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"2":"b","1":"a"}', { 1: "a", 2: "b" }],
  ['{"\\u0061":1}', { a: 1 }],
  ['{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
  [`${"[".repeat(100)}${"]".repeat(100)}`, JSON.parse(`${"[".repeat(100)}${"]".repeat(100)}`)],
];

test.each(values)("keeps %s", (json, value) => {
  for (const frame of frames) {
    const text = frame(`"x":${json}`);
    for (const input of [text, new TextEncoder().encode(text)]) {
      const given = HeartbeatFrameStreamCodec.decode(input);
      expect(given).toStrictEqual(HeartbeatFrameCodec.decode(input));
      if (!json.includes("ud800")) expect(given).toHaveProperty("x", value);
    }
  }
});

const refused = [
  "01",
  "-",
  "1.",
  ".5",
  "1e",
  "+1",
  "0x1",
  "tru",
  "nul",
  '"',
  '"\u0001"',
  "[1,]",
  "[1",
  "{1:2}",
];

test.each([...refused, "1e999", `${"[".repeat(600)}${"]".repeat(600)}`])("refuses %s", (json) => {
  for (const frame of frames) {
    const text = frame(`"x":${json}`);
    const error = read(HeartbeatFrameStreamCodec, text);
    expect(error).toBeInstanceOf(Error);
    expect(error).toEqual(read(HeartbeatFrameCodec, text));
  }
});

describe("names", () => {
  test.each(["__proto__", "constructor", "x".repeat(100), "é", "\\u0078", "a", "ab", "ac", "abc"])(
    "keeps %s, met once or often",
    (name) => {
      for (let count = 0; count < 3; count += 1) {
        for (const frame of frames) {
          const text = frame(`"${name}":{"${name}":1},"y":[{"${name}":2}]`);
          const given = HeartbeatFrameStreamCodec.decode(text);
          expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
          expect(isDeepStrictEqual(given, HeartbeatFrameCodec.decode(text))).toBe(true);
        }
      }
    },
  );
});
