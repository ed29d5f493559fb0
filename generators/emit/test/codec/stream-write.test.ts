// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { parseJson, stringifyJson } from "@specwright/runtime";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Codecs, codecErrorOf, generateCodecs } from "./generated-codecs.ts";

const object = (
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): object => ({
  type: "object",
  properties,
  required,
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const int64 = { type: "integer", format: "int64" };

const schemas = {
  Decimal: object(
    {
      units: int64,
      nanos: { type: "integer", format: "int32", minimum: -999999999, maximum: 999999999 },
    },
    ["units", "nanos"],
  ),
  Text: { type: "string" },
  Quantity: { type: "number" },
  Ratio: { type: "number", exclusiveMinimum: 0, maximum: 1 },
  Integer: { type: "integer" },
  Byte: { type: "integer", format: "uint8" },
  Int64: int64,
  Natural: { ...int64, minimum: 0 },
  Uint64: { type: "integer", format: "uint64" },
  Flag: { type: "boolean" },
  Uuid: { type: "string", format: "uuid" },
  Time: { type: "string", format: "date-time" },
  Hex: { type: "string", pattern: "^[0-9a-f]{32}$" },
  Code: { type: "string", pattern: "^[A-Z]{2}(-[0-9]+)?$" },
  Short: { type: "string", minLength: 2, maxLength: 4 },
  Side: { type: "string", enum: ["BUY", "SELL"] },
  Status: { type: "string", enum: ["NEW", "DONE"], "x-open-enum": true },
  Letter: { type: "string", enum: [..."abcdefghijklmnopqrstuvwxyz"] },
  Names: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
  Grid: { type: "array", items: { type: "array", items: { type: "integer" } } },
  Anything: {},
  Free: { type: "object", additionalProperties: true },
  Prices: { type: "object", additionalProperties: { type: "number" } },
  Maybe: { type: ["string", "null"] },
  Localized: object({ en: { type: "string" }, pt: { type: "string" } }, []),
  Closed: { ...object({ a: { type: "string" }, b: int64 }, ["a"]), additionalProperties: false },
  Level: object({ price: ref("Decimal"), qty: ref("Decimal") }, ["price", "qty"]),
  Frame: object(
    {
      type: { type: "string", const: "frame" },
      seq: { ...int64, minimum: 0 },
      version: { const: "1" },
      id: ref("Uuid"),
      title: ref("Localized"),
      side: ref("Side"),
      levels: { type: "array", items: ref("Level") },
      strike: { anyOf: [ref("Decimal"), { type: "null" }] },
      inner: object({ "odd key": { type: "string" }, n: { type: "number" } }, ["odd key"]),
      fee: ref("Decimal"),
      note: ref("Maybe"),
      details: ref("Anything"),
      tree: ref("Tree"),
    },
    ["type", "seq", "version", "id", "title", "side", "levels", "strike", "inner"],
  ),
  Tree: object({ name: { type: "string" }, nodes: { type: "array", items: ref("Tree") } }, [
    "name",
  ]),
  Circle: object({ kind: { const: "circle" }, r: { type: "number" } }, ["kind", "r"]),
  Square: object({ kind: { const: "square" }, a: ref("Decimal") }, ["kind", "a"]),
  Shape: { oneOf: [ref("Circle"), ref("Square")] },
};

let codecs: (name: string) => Codecs;
let generated = "";

beforeAll(async () => {
  const made = await generateCodecs("stream-write", schemas);
  codecs = made.codecs;
  generated = made.text;
});

/** Encodes on the fast path, whose results are Buffers, unlike those of the fallback codec. */
function fastText(name: string, value: unknown): string {
  const bytes = codecs(name).stream.encodeBytes(value);
  expect(Buffer.isBuffer(bytes), `${name} is off the fast path`).toBe(true);
  return Buffer.from(bytes).toString("utf8");
}

describe("values of one kind are written as JSON.stringify and stringifyJson write them", () => {
  const unit = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  });
  const strings = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.string({ unit: "grapheme-ascii", maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('"', "\\", "\n", "\u001f", "a", "é", "₿", "😀", "\ud800", "\udc00"),
    }),
    unit,
  );

  test("strings", () => {
    fc.assert(
      fc.property(strings, (value) => {
        expect(fastText("Text", value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each([0, 1, 3, 4, 5, 19, 20, 21, 22, 100, 5461, 5462, 20_000])(
    "strings of %i units",
    (length) => {
      for (const filler of ["a", "é", "₿", '"', "\u0000", "\ud83d"]) {
        const value = filler.repeat(length);
        expect(fastText("Text", value)).toBe(JSON.stringify(value));
        const last = `${"a".repeat(length)}${filler}`;
        expect(fastText("Text", last)).toBe(JSON.stringify(last));
      }
    },
  );

  test("each unit of ASCII, short and long", () => {
    for (let code = 0; code < 0x80; code += 1) {
      const unitText = String.fromCharCode(code);
      for (const before of [0, 1, 2, 3, 4, 12, 24, 25, 26, 27, 28]) {
        const value = `${"a".repeat(before)}${unitText}cdef`;
        expect(fastText("Text", value)).toBe(JSON.stringify(value));
      }
    }
  });

  test("times, exactly those that the check accepts", () => {
    const usual = ["2026-01-01T00:00:00Z", "2026-12-30T23:59:59.123456789Z"];
    const others = ["2024-02-29T10:00:00Z", "2026-01-31T23:59:60Z", "2026-07-01t10:00:00.5+01:00"];
    const changed = [...usual, ...others].flatMap((time) =>
      Array.from({ length: time.length + 1 }, (_, place) =>
        [...'0369-:.TZ /\u0080"'].map(
          (unitText) => time.slice(0, place) + unitText + time.slice(place + 1),
        ),
      ).flat(),
    );
    const { compact } = codecs("Time");
    for (const time of [...usual, ...others]) {
      expect(fastText("Time", time)).toBe(JSON.stringify(time));
    }
    for (const time of changed) {
      if (compact.is(time)) expect(fastText("Time", time)).toBe(JSON.stringify(time));
      else expect(() => codecs("Time").stream.encodeBytes(time), time).toThrow();
    }
  });

  test("numbers", () => {
    const special = [
      0,
      -0,
      1e21,
      1e-7,
      5e-324,
      1.7976931348623157e308,
      2 ** 53,
      -(2 ** 53) - 2,
      0.1,
    ];
    for (const value of special) expect(fastText("Quantity", value)).toBe(JSON.stringify(value));
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
    );
    fc.assert(
      fc.property(numbers, (value) => {
        expect(fastText("Quantity", value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test("integers", () => {
    const powers = Array.from({ length: 16 }, (_, index) => 10 ** index);
    const near = powers.flatMap((power) => [power - 1, power, power + 1]);
    for (const value of [...near, ...near.map((each) => -each), 2 ** 31, 2 ** 32, 2 ** 53 - 1]) {
      expect(fastText("Integer", value)).toBe(JSON.stringify(value));
      expect(fastText("Int64", BigInt(value))).toBe(BigInt(value).toString());
    }
  });

  test("64-bit integers", () => {
    const edges = [31n, 32n, 52n, 53n, 62n, 63n].flatMap((bits) =>
      [-1n, 0n, 1n].flatMap((step) => [2n ** bits + step, -(2n ** bits) + step]),
    );
    const billions = Array.from(
      { length: 12 },
      (_, index) => BigInt(index) * 768_614_336_404_564_650n,
    );
    for (const value of [...edges, ...billions, ...billions.map((each) => each - 1n)]) {
      if (BigInt.asIntN(64, value) === value) {
        expect(fastText("Int64", value)).toBe(`${value}`);
      }
      if (BigInt.asUintN(64, value) === value) {
        expect(fastText("Uint64", value)).toBe(`${value}`);
      }
    }
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(fastText("Int64", value)).toBe(`${value}`);
        const unsigned = BigInt.asUintN(64, value);
        expect(fastText("Uint64", unsigned)).toBe(`${unsigned}`);
      }),
    );
  });

  test.each<[string, unknown]>([
    ["Flag", true],
    ["Flag", false],
    ["Byte", 255],
    ["Ratio", 0.5],
    ["Natural", 0n],
    ["Uuid", "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e21"],
    ["Time", "2026-01-01T00:00:00.000Z"],
    ["Hex", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"],
    ["Code", "AB-12"],
    ["Short", "😀😀😀😀"],
    ["Side", "SELL"],
    ["Status", "ELSE"],
    ["Letter", "z"],
    ["Names", ["a", "b", "c"]],
    ["Grid", [[], [1], [1, 2, 3], []]],
    ["Grid", []],
    ["Anything", { a: [1, "x", null, 2n ** 70n, { __proto__: null, b: -0 }] }],
    ["Free", { "": 1, "a\nb": { c: [] } }],
    ["Free", {}],
    ["Prices", { a: 1.5, b: -0 }],
    ["Prices", {}],
    ["Maybe", null],
    ["Maybe", "null"],
    ["Localized", {}],
    ["Localized", { pt: "à" }],
    ["Localized", { en: "a", pt: "b" }],
    ["Closed", { a: "x" }],
    ["Closed", { a: "x", b: -(2n ** 63n) }],
    ["Shape", { kind: "circle", r: 1 }],
    ["Shape", { kind: "square", a: { units: 1n, nanos: -5 } }],
  ])("%s: %o", (name, value) => {
    expect(fastText(name, value)).toBe(stringifyJson(value));
  });
});

const decimals = fc.record({
  units: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  nanos: fc.integer({ min: -999999999, max: 999999999 }),
});
const trees = { name: "root", nodes: [{ name: "a" }, { name: "b", nodes: [], more: 1n }] };
const frames = fc.record(
  {
    type: fc.constant("frame"),
    seq: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    version: fc.constant("1"),
    id: fc.constant("5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e21"),
    title: fc.record({ en: fc.string(), pt: fc.string() }, { requiredKeys: [] }),
    side: fc.constantFrom("BUY", "SELL"),
    levels: fc.array(fc.record({ price: decimals, qty: decimals }), { maxLength: 4 }),
    strike: fc.option(decimals),
    inner: fc.record(
      { "odd key": fc.string(), n: fc.double({ noNaN: true, noDefaultInfinity: true }) },
      { requiredKeys: ["odd key"] },
    ),
    fee: decimals,
    note: fc.option(fc.string()),
    details: fc.jsonValue(),
    tree: fc.constant(trees),
    extra: fc.jsonValue(),
    "more é": fc.bigInt(),
  },
  {
    requiredKeys: ["type", "seq", "version", "id", "title", "side", "levels", "strike", "inner"],
    noNullPrototype: true,
  },
);

describe("objects", () => {
  test("keep all members in any order, including undeclared ones", () => {
    fc.assert(
      fc.property(frames, fc.boolean(), (frame, isReversed) => {
        const entries = Object.entries(frame);
        const value = isReversed ? Object.fromEntries(entries.reverse()) : frame;
        expect(parseJson(fastText("Frame", value))).toEqual(parseJson(stringifyJson(frame)));
      }),
    );
  });

  test("have their members in the order of the contract", () => {
    const value = { more: 1, pt: "b", en: "a" };
    expect(fastText("Localized", value)).toBe('{"en":"a","pt":"b","more":1}');
    const level = { qty: { nanos: 2, units: 1n, x: "\ud800" }, price: { nanos: 0, units: -1n } };
    expect(fastText("Level", level)).toBe(
      '{"price":{"units":-1,"nanos":0},"qty":{"units":1,"nanos":2,"x":"\\ud800"}}',
    );
  });

  test("leave out undefined members", () => {
    const value = { a: "x", b: undefined };
    expect(codecs("Closed").stream.encodeBytes(value)).toEqual(
      new TextEncoder().encode('{"a":"x"}'),
    );
    const others = { units: 1n, nanos: 0, more: undefined, last: 1 };
    expect(fastText("Decimal", others)).toBe('{"units":1,"nanos":0,"last":1}');
  });

  test("keep a member named __proto__", () => {
    const value: unknown = JSON.parse('{"en":"a","__proto__":{"b":1}}');
    expect(fastText("Localized", value)).toBe('{"en":"a","__proto__":{"b":1}}');
  });
});

describe("an invalid value is refused as by the compact codec", () => {
  const decimal = { units: 1n, nanos: 0 };
  const frame = {
    type: "frame",
    seq: 1n,
    version: "1",
    id: "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e21",
    title: {},
    side: "BUY",
    levels: [{ price: decimal, qty: decimal }],
    strike: null,
    inner: { "odd key": "" },
  };

  test.each<[string, unknown]>([
    ["Text", 1],
    ["Text", undefined],
    ["Text", Object("a")],
    ["Quantity", Number.NaN],
    ["Quantity", Number.POSITIVE_INFINITY],
    ["Quantity", 1n],
    ["Quantity", "1"],
    ["Ratio", 0],
    ["Ratio", 1.5],
    ["Integer", 1.5],
    ["Integer", 2 ** 53],
    ["Integer", "1"],
    ["Byte", 256],
    ["Byte", -1],
    ["Int64", 2n ** 63n],
    ["Int64", -(2n ** 63n) - 1n],
    ["Int64", 1],
    ["Int64", "1"],
    ["Int64", true],
    ["Natural", -1n],
    ["Uint64", -1n],
    ["Uint64", 2n ** 64n],
    ["Flag", 0],
    ["Flag", "true"],
    ["Uuid", "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e2"],
    ["Uuid", "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e2g"],
    ["Uuid", "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7eı1"],
    ["Uuid", "5b0c3a5208a55-4f0e-9d0b-6f3a9b1c7e21"],
    ["Time", "2026-02-30T00:00:00Z"],
    ["Hex", "0f1e2d3c4b5a69788796a5b4c3d2e1fG"],
    ["Hex", "0f1e2d3c4b5a69788796a5b4c3d2e1f"],
    ["Hex", 12],
    ["Hex", Array.from({ length: 32 }, () => "a")],
    ["Code", "ab"],
    ["Short", "😀"],
    ["Short", "abcde"],
    ["Side", "HOLD"],
    ["Side", undefined],
    ["Status", 1],
    ["Letter", "zz"],
    ["Names", []],
    ["Names", ["a", "b", "c", "d"]],
    ["Names", ["a", 1]],
    ["Names", new Array(1)],
    ["Names", { 0: "a", length: 1 }],
    ["Names", "abc"],
    ["Anything", undefined],
    ["Anything", { a: () => 1 }],
    ["Anything", new Date(0)],
    ["Free", []],
    ["Free", new Map([["a", 1]])],
    ["Prices", { a: "1" }],
    ["Prices", []],
    ["Maybe", 1],
    ["Localized", []],
    ["Localized", null],
    ["Localized", new Date(0)],
    ["Localized", new Map()],
    ["Localized", { en: null }],
    ["Closed", { a: "x", c: 1 }],
    ["Closed", { b: 1n }],
    ["Decimal", { units: 1n }],
    ["Decimal", { units: 1n, nanos: 1e9 }],
    ["Decimal", Object.create(decimal)],
    ["Decimal", 5],
    ["Shape", { kind: "triangle" }],
    ["Shape", { kind: "circle", r: "1" }],
    ["Shape", null],
    ["Frame", null],
    ["Frame", { ...frame, type: "other" }],
    ["Frame", { ...frame, version: 1 }],
    ["Frame", { ...frame, seq: -1n }],
    ["Frame", { ...frame, levels: [{ price: decimal }] }],
    ["Frame", { ...frame, levels: [{ price: decimal, qty: { units: 1n, nanos: 0.5 } }] }],
    ["Frame", { ...frame, strike: undefined }],
    ["Frame", { ...frame, inner: {} }],
    ["Frame", { ...frame, tree: { name: 1 } }],
    ["Frame", { ...frame, extra: Number.NaN }],
  ])("%s: %o", (name, value) => {
    const { compact, stream } = codecs(name);
    const want = codecErrorOf(() => compact.encode(value));
    const got = codecErrorOf(() => stream.encodeBytes(value));
    expect(want).toBeDefined();
    expect(got?.code).toBe(want?.code);
    expect(got?.issues).toEqual(want?.issues);
    // The text written before the failure is discarded.
    expect(fastText("Closed", { a: "x" })).toBe('{"a":"x"}');
  });

  test("so is a value that contains itself", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const { compact, stream } = codecs("Frame");
    const value = { ...frame, details: cyclic };
    const want = codecErrorOf(() => compact.encode(value));
    expect(want?.issues[0]?.code).toBe("json_cycle");
    expect(codecErrorOf(() => stream.encodeBytes(value))?.issues).toEqual(want?.issues);
  });

  test("so is a value with too deep nesting, however it is composed", () => {
    const nested = (depth: number): unknown =>
      JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
    for (const depth of [390, 505, 511, 512, 513]) {
      const value = { ...frame, details: nested(depth) };
      const { compact, stream } = codecs("Frame");
      const want = codecErrorOf(() => compact.encode(value));
      expect(codecErrorOf(() => stream.encodeBytes(value))?.issues).toEqual(want?.issues);
    }
  });
});

test("values that do not fit into the scratch buffer are left to the codec", () => {
  for (const length of [1 << 20, (1 << 20) + 300, 1 << 21]) {
    for (const value of ["a".repeat(length), '"'.repeat(length / 2)]) {
      const bytes = codecs("Text").stream.encodeBytes(value);
      expect(Buffer.from(bytes).equals(Buffer.from(JSON.stringify(value)))).toBe(true);
    }
    const names = Array.from({ length: length / 8 }, () => [1, 2, 3]);
    const bytes = codecs("Grid").stream.encodeBytes(names);
    expect(Buffer.from(bytes).equals(Buffer.from(JSON.stringify(names)))).toBe(true);
  }
  expect(fastText("Text", "after")).toBe('"after"');
});

test("results share no memory with later output", () => {
  const first = codecs("Text").stream.encodeBytes("first");
  codecs("Text").stream.encodeBytes("second");
  expect(Buffer.from(first).toString()).toBe('"first"');
});

test("readers and writers share the texts of members, each declared once", () => {
  const texts = [...generated.matchAll(/^const \w+Text\d*: Text =\s.*text\((.*)\);$/gm)];
  const values = texts.map(([, value]) => value);
  expect(values).toContain(`'{"type":"frame"'`);
  expect(new Set(values).size).toBe(values.length);
  expect(generated).not.toMatch(/\bas any\b|\bas unknown\b/);
});
