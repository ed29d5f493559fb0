import { JsonError, parseJson, stringifyJson } from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

class Money {
  readonly units = 1;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const cyclic: { self?: unknown } = {};
cyclic.self = { list: [cyclic] };

describe("stringifyJson", () => {
  const written: readonly [given: unknown, want: string][] = [
    [1763700000123456789n, "1763700000123456789"],
    [-5n, "-5"],
    [{ a: undefined, b: null }, '{"b":null}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ["\ud800", '"\\ud800"'],
    ['a"\n', '"a\\"\\n"'],
    [-0, "0"],
    [1e21, "1e+21"],
    [[], "[]"],
    [parseJson('{"__proto__":[1]}'), '{"__proto__":[1]}'],
    [{ toJSON: "a text" }, '{"toJSON":"a text"}'],
    [[{ big: 1n }, { toJSON: null }], '[{"big":1},{"toJSON":null}]'],
    [{ twice: [Money.length, Money.length] }, '{"twice":[0,0]}'],
  ];
  it.each(written)("writes %o", (given, want) => {
    expect(stringifyJson(given)).toBe(want);
  });

  const refused: readonly [name: string, given: unknown, code: string, pointer: string][] = [
    ["undefined", undefined, "json_value", '""'],
    ["undefined in an array", [undefined], "json_value", '"/0"'],
    ["a hole", { a: new Array(1) }, "json_value", '"/a/0"'],
    ["NaN", { "a/b": Number.NaN }, "json_value", '"/a~1b"'],
    ["infinity", Number.POSITIVE_INFINITY, "json_value", '""'],
    ["a function", { f: () => 1 }, "json_value", '"/f"'],
    ["a symbol", Symbol("s"), "json_value", '""'],
    ["a date", { at: new Date(0) }, "json_value", '"/at"'],
    ["a map", new Map(), "json_value", '""'],
    ["bytes", new Uint8Array(2), "json_value", '""'],
    ["a class instance", new Money(), "json_value", '""'],
    ["a boxed number", Object(1), "json_value", '""'],
    ["its own toJSON", { toJSON: () => 1 }, "json_value", '"/toJSON"'],
    ["a cycle", cyclic, "json_cycle", "/self/list/0/self"],
    ["depth", nested(513), "json_depth", ""],
  ];
  it.each(refused)("refuses %s", (_name, given, code, pointer) => {
    const error = attempt(given);
    expect(error.code).toBe(code);
    expect(error.message).toContain(pointer);
    expect(error.message.length).toBeLessThan(300);
  });

  it("writes the same object in two places", () => {
    const level = { price: 1n };
    expect(stringifyJson([level, level])).toBe('[{"price":1},{"price":1}]');
  });

  it("writes what JSON.stringify writes, for JSON values", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

function attempt(value: unknown): JsonError {
  try {
    stringifyJson(value);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error("stringifyJson accepted the value");
}
