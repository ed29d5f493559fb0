// A frame that takes the path of an earlier one is read as if there were no path.

import type { FeedConditions } from "@specwright/runtime/transport";
import { DecimalColumns, type LevelShapeRule, levelShape } from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameSlots } from "../../../../src/client/topics/reading/frame-slots.ts";
import { textAt } from "../../../../src/client/topics/reading/frame-values.ts";
import { compileConditions } from "../../../../src/client/topics/reading/recognise.ts";
import { FrameScanner } from "../../../../src/client/topics/reading/scan-frame.ts";
import { jsonText, pointer } from "./json-texts.ts";

type Targets = Readonly<Record<string, LevelShapeRule>>;

const pairs: LevelShapeRule = { form: "tuple", price: 0, quantity: 1 };
const objects: LevelShapeRule = { form: "object", price: "price", quantity: "qty" };
const venues: readonly {
  readonly name: string;
  readonly pointers: readonly string[];
  readonly targets: Targets;
  readonly frames: readonly string[];
}[] = [
  {
    name: "a list of numbers",
    pointers: ["/0", "/1", "/1/0", "/-1", "/-2", "/event"],
    targets: {
      "/1": { form: "tuple", price: 0, count: 1, quantity: 2, single: true },
    },
    frames: ["[17470,[66999,1,0.5],1000]", '[17470,"hb",1001]', '[17470,"cs",-5,1002]'],
  },
  {
    name: "a list of levels or one level",
    pointers: ["/0", "/1/0", "/1/0/3", "/-1"],
    targets: {
      "/1": { form: "tuple", price: 0, count: 1, quantity: 2 },
    },
    frames: ["[5,[[66999,1,0.5],[66998,2,-1]],1000]", "[5,[],1001]", "[5,[1,2,3],1002]"],
  },
  {
    name: "one level of members",
    pointers: ["/type", "/sid", "/seq", "/msg/side", "/msg", "/msg/ts"],
    targets: { "/msg": { form: "object", price: "price", quantity: "delta", single: true } },
    frames: [
      '{"type":"delta","sid":2,"seq":100,"msg":{"price":"0.48","delta":"-54.00","side":"yes","ts":"2026"}}',
      '{"type":"ok","sid":2,"seq":101,"ok":true,"none":null}',
    ],
  },
  {
    name: "lists of pairs",
    pointers: ["/stream", "/data/e", "/data/u", "/data/b", "/data/a", "/data"],
    targets: { "/data/b": pairs, "/data/a": pairs },
    frames: [
      '{"stream":"x@depth","data":{"e":"depth","u":12,"b":[["0.61","250"],["0.60","9"]],"a":[]}}',
      '{"stream":"x@trade","data":{"e":"trade","u":12,"p":"0.5"}}',
    ],
  },
  {
    name: "a list of one item",
    pointers: ["/channel", "/type", "/data", "/data/1", "/data/0/symbol", "/data/0/checksum"],
    targets: { "/data/0/bids": objects, "/data/0/asks": objects },
    frames: [
      '{"channel":"book","type":"update","data":[{"symbol":"A/B","bids":[{"price":1.5,"qty":2.25}],"asks":[],"checksum":5}]}',
      '{"channel":"heartbeat"}',
      '{"channel":"status","data":[{"symbol":"a\\"b"}],"last":false}',
    ],
  },
];

/** Creates a scanner, and a function that returns all that it has read of a text. */
function readerOf(pointers: readonly string[], rules: Targets) {
  const targets = Object.entries(rules).map(([at, rule]) => ({
    pointer: at,
    shape: levelShape(rule),
    columns: new DecimalColumns(),
  }));
  const scanner = new FrameScanner(pointers, targets);
  return {
    scanner,
    read(text: string): unknown {
      return this.readBytes(new TextEncoder().encode(text));
    },
    readBytes(bytes: Uint8Array): unknown {
      if (!scanner.scan(bytes)) return "refused";
      const values = pointers.map((_, slot) => [scanner.kinds[slot], textAt(scanner, slot)]);
      const levels = targets.map(({ columns: { price, quantity, extras, count } }, target) =>
        scanner.filled[target] === 0
          ? undefined
          : Array.from({ length: count }, (_, at) => [
              ...[price, quantity].flatMap(({ mantissas, scales, wide }) => [
                Number.isNaN(mantissas[at]) ? wide.get(at) : mantissas[at],
                scales[at],
              ]),
              extras[at],
            ]),
      );
      return { values, levels };
    },
  };
}

/** Checks that texts are read in the same way with and without the paths of those before. */
function expectSame(
  pointers: readonly string[],
  targets: Targets,
  texts: readonly string[],
  consulted: readonly number[],
): number {
  const learning = readerOf(pointers, targets);
  let followed = 0;
  for (const text of texts) {
    const { scanner } = learning;
    const read = learning.read(text);
    expect(read, `${text} after ${texts.join(" ")}`).toEqual(
      readerOf(pointers, targets).read(text),
    );
    if (scanner.path !== undefined) followed += 1;
    else if (read !== "refused") {
      for (const slot of consulted) scanner.consulted[slot] = 1;
      scanner.learn("message");
    }
  }
  return followed;
}

const number = fc.constantFrom(
  "0",
  "7",
  "12",
  "-3.50",
  "1e3",
  "0.00000001",
  "9007199254740993",
  "01",
);
const edit: fc.Arbitrary<(text: string) => string> = fc.oneof(
  // A number, a string or a name is another one.
  fc.tuple(fc.nat(), number).map(
    ([at, by]) =>
      (text: string) =>
        nth(text, /-?\d+(\.\d+)?/g, at, () => by),
  ),
  fc
    .tuple(fc.nat(), fc.constantFrom('"x"', '"\\u0041"', '""', "null", "true", "[1]", "{}", "5"))
    .map(
      ([at, by]) =>
        (text: string) =>
          nth(text, /"[^"]*"(?!:)/g, at, () => by),
    ),
  fc.nat().map((at) => (text: string) => nth(text, /"[^"]*":/g, at, () => '"other":')),
  // A member or an element more, less, or twice.
  fc.nat().map((at) => (text: string) => nth(text, /,/g, at, () => ',"more":{"a":[1]},')),
  fc.nat().map((at) => (text: string) => nth(text, /,/g, at, () => ",[2],")),
  fc.nat().map((at) => (text: string) => nth(text, /"[^"]*":("[^"]*"|\d+),/g, at, () => "")),
  fc.nat().map((at) => (text: string) => nth(text, /"[^"]*":("[^"]*"|\d+),/g, at, (it) => it + it)),
  fc.nat().map((at) => (text: string) => nth(text, /\[[^[\]]*\]/g, at, (it) => `${it},${it}`)),
  fc.nat().map((at) => (text: string) => nth(text, /\{[^{}]*\}/g, at, (it) => `${it},${it}`)),
  // White space.
  fc.nat().map((at) => (text: string) => nth(text, /[{}[\]:,]|$/g, at, (it) => ` ${it}\n`)),
  // Any change of one character.
  fc
    .tuple(fc.nat(), fc.constantFrom("", "{", "]", ",", '"', "0", "-", "e", ".", "\\", "\u0001"))
    .map(
      ([at, by]) =>
        (text: string) =>
          nth(text, /./gs, at, () => by),
    ),
);

/** Replaces one match of a pattern. */
function nth(text: string, pattern: RegExp, at: number, by: (match: string) => string): string {
  const all = [...text.matchAll(pattern)];
  const match = all[at % Math.max(1, all.length)];
  if (match === undefined) return text;
  return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length);
}

describe("33.4 a frame on the path of an earlier one", () => {
  it.each(venues)("is read as without it: $name", ({ pointers, targets, frames }) => {
    let followed = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...frames), fc.array(edit, { maxLength: 3 })), {
          minLength: 2,
          maxLength: 8,
        }),
        fc.subarray(pointers.map((_, slot) => slot)),
        (edits, consulted) => {
          const texts = edits.map(([frame, by]) => by.reduce((text, one) => one(text), frame));
          followed += expectSame(pointers, targets, [...frames, ...texts], consulted);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(followed).toBeGreaterThan(500);
  });

  it("is read as without it: any JSON", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pointer, { maxLength: 8 }),
        jsonText,
        fc.array(edit, { maxLength: 6 }),
        fc.array(fc.nat(7)),
        (pointers, text, edits, consulted) => {
          const texts = [text, text, ...edits.map((by) => by(text))];
          expectSame(pointers, {}, texts, consulted);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it.each(venues)("is read as without it, whatever byte is another one: $name", (venue) => {
    const { pointers, targets, frames } = venue;
    const encoder = new TextEncoder();
    const others = [0x00, 0x1f, 0x20, 0x22, 0x2c, 0x2d, 0x30, 0x39, 0x5c, 0x5d, 0x61, 0x7f, 0xc3];
    const learning = readerOf(pointers, targets);
    let followed = 0;
    for (const frame of frames) {
      learning.read(frame);
      learning.scanner.learn("message");
      // Surrounding text must not be read, as in the buffer of a socket.
      const buffer = encoder.encode(`{"${frame}"0123456789`);
      const bytes = buffer.subarray(2, 2 + encoder.encode(frame).length);
      for (let at = 0; at < bytes.length; at += 1) {
        const own = bytes[at] as number;
        for (const other of others) {
          bytes[at] = other;
          expect(learning.readBytes(bytes), `${frame}: ${other} at ${at}`).toEqual(
            readerOf(pointers, targets).readBytes(bytes.slice()),
          );
        }
        bytes[at] = own;
      }
      expect(learning.readBytes(bytes)).toEqual(readerOf(pointers, targets).read(frame));
      if (learning.scanner.path !== undefined) followed += 1;
      expect(learning.readBytes(bytes.subarray(0, -1))).toBe("refused");
    }
    expect(followed).toBeGreaterThan(0);
  });

  it("is the same message as without it", () => {
    const slots = createFrameSlots();
    const conditions: readonly FeedConditions[] = [
      { "/1/0": { type: "number" } },
      { "/1": "cs" },
      { "/0": 0, "/1": ["on", 5, true] },
      { "/0": 17, "/1": "hb" },
      { "/1": { type: "array" } },
      { "/event": "info" },
      { "/event": { absent: true }, "/0": { type: "number" } },
    ];
    const tests = conditions.map((each) => compileConditions(each, slots));
    const frames = ["[17,[1,2,3],9]", '[0,"on",9]', "[0,5,9]", '[17,"hb",9]', '{"event":"info"}'];
    const messageOf = (scanner: FrameScanner<string>): string =>
      scanner.path?.message ?? String(tests.findIndex((test) => test(scanner)));
    let followed = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...frames), edit), { minLength: 1, maxLength: 12 }),
        (edits) => {
          const scanner = new FrameScanner<string>(slots.pointers, []);
          for (const text of [...frames, ...edits.map(([frame, by]) => by(frame))]) {
            const bytes = new TextEncoder().encode(text);
            const fresh = new FrameScanner<string>(slots.pointers, []);
            if (!fresh.scan(bytes) || !scanner.scan(bytes)) continue;
            const message = messageOf(scanner);
            expect(message, text).toBe(messageOf(fresh));
            if (scanner.path === undefined) scanner.learn(message);
            else followed += 1;
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(followed).toBeGreaterThan(2_000);
  });

  it("takes it with any values outside of the conditions", () => {
    const texts = ['{"a":"x","b":1,"c":[1]}', '{"a":"yy","b":-2.5,"c":{"d":null}}'];
    expect(expectSame(["/a", "/b"], {}, texts, [])).toBe(1);
    expect(expectSame(["/a", "/b"], {}, texts, [0])).toBe(0);
    expect(expectSame(["/a", "/b", "/c"], {}, texts, [])).toBe(0);
  });

  it("is still taken after more paths than are remembered", () => {
    const texts = Array.from({ length: 1_500 }, (_, at) => `{"n${at % 997}":${at}}`);
    expectSame(["/n5"], {}, texts, []);
    const last = ['{"a":1,"n5":5}', '{"a":1,"n5":6}', '{"a":1,"n5":7}'];
    expect(expectSame(["/n5"], {}, [...texts, ...last], [])).toBeGreaterThan(0);
  });
});
