import {
  accepts,
  allOf,
  anyOf,
  constant,
  contains,
  dependentRequired,
  enumeration,
  items,
  maxLength,
  minimum,
  multipleOf,
  not,
  oneOf,
  pattern,
  properties,
  propertyNames,
  type Rule,
  reject,
  required,
  tagged,
  tracked,
  type,
  unevaluatedProperties,
  uniqueItems,
} from "@specwright/runtime/codegen";
import { describe, expect, test } from "vitest";
import { explain } from "../src/checks/explain.ts";

const order: Rule = allOf(
  type("object"),
  required("id", "size"),
  properties({ id: type("string"), size: type("int64") }, { additional: reject }),
);
const circle = allOf(
  required("kind", "r"),
  properties({ kind: constant("circle"), r: type("number") }),
);
const square = allOf(
  required("kind", "a"),
  properties({ kind: constant("square"), a: type("number") }),
);

const large = allOf(
  required("size", "sides"),
  properties({ size: enumeration(["large", "huge"]), sides: type("number") }),
);
const small = allOf(
  required("size", "height", "width"),
  properties({
    size: enumeration(["small", "tiny"]),
    height: type("number"),
    width: type("number"),
    unit: enumeration(["cm"]),
  }),
);

describe("explain", () => {
  test.each<readonly [name: string, rule: Rule, value: unknown, want: readonly string[]]>([
    ["nothing wrong", order, { id: "a", size: 1n }, []],
    ["another type", order, [], [" type: object, not array"]],
    ["missing", order, { id: "a" }, ["/size required: a value, not nothing"]],
    ["unknown", order, { id: "a", size: 1n, z: 1 }, ["/z unknown_key: no such key, not number"]],
    ["a number for int64", order, { id: "a", size: 1 }, ["/size type: int64, not number"]],
    ["int64 by one too far", type("int64"), 2n ** 63n, [" type: int64, not integer"]],
    ["uint64 below 0", type("uint64"), -1n, [" type: uint64, not integer"]],
    ["an unsafe integer", type("integer"), 2n ** 60n, [" type: safe integer, not integer"]],
    ["not finite", type("number"), Number.NaN, [" type: number, not nothing"]],
    ["null", type("string"), null, [" type: string, not null"]],
    ["undefined", type("string"), undefined, [" type: string, not nothing"]],
    [
      "the alternative of one of several tags",
      oneOf(large, small),
      { size: "tiny", sides: 1, height: "1", width: "1" },
      ["/height type: number, not string", "/width type: number, not string"],
    ],
    [
      "the first of two alternatives that miss equally",
      oneOf(large, small),
      { size: "tiny", sides: 1, height: 1, width: 1, unit: "m" },
      ['/size enum: one of "large", "huge", not string'],
    ],
    ["a constant", constant({ a: 1 }), {}, [' const: {"a":1}, not object']],
    ["an enum", enumeration(["a", 1]), "b", [' enum: one of "a", 1, not string']],
    ["a bound", minimum(3), 2, [" minimum: at least 3, not number"]],
    ["a multiple", multipleOf(0.1), 0.25, [" multiple_of: a multiple of 0.1, not number"]],
    ["a length", maxLength(1), "ab", [" max_length: at most 1 character, not string"]],
    ["a pattern", pattern(/^a$/u), "b", [" pattern: to match /^a$/u, not string"]],
    ["equal items", uniqueItems, [1, 1], [" unique_items: unique items, not array"]],
    ["no match", contains(type("null")), [], [" contains: at least 1 matching item, not array"]],
    ["an item", items([], type("string")), ["a", 1], ["/1 type: string, not number"]],
    [
      "a name",
      propertyNames(maxLength(1)),
      { ab: 1 },
      ["/ab property_names: an allowed name, not string"],
    ],
    [
      "escaped",
      properties({ "a/b": reject }),
      { "a/b": 1 },
      ["/a~1b unknown_key: no such key, not number"],
    ],
    [
      "__proto__",
      properties({ ["__proto__"]: type("string") }),
      JSON.parse('{"__proto__":1}'),
      ["/__proto__ type: string, not number"],
    ],
    ["constructor", required("constructor"), {}, ["/constructor required: a value, not nothing"]],
    [
      "dependent",
      dependentRequired({ a: ["toString"] }),
      { a: 1 },
      ["/toString required: a value, not nothing"],
    ],
    ["excluded", not(type("string")), "a", [" not: a value that does not match, not string"]],
    [
      "two of one",
      oneOf(type("integer"), type("number")),
      1,
      [" one_of: exactly one alternative, not number"],
    ],
    [
      "the tag",
      tagged("kind", { circle }),
      { kind: "oval" },
      ["/kind enum: one of circle, not string"],
    ],
    [
      "the alternative meant",
      oneOf(circle, square),
      { kind: "square" },
      ["/a required: a value, not nothing"],
    ],
    [
      "no alternative meant",
      anyOf(circle, square),
      { kind: "oval" },
      [" union: one of the alternatives, not object"],
    ],
    [
      "types of alternatives",
      anyOf(type("string"), type("null")),
      1,
      [" type: string or null, not number"],
    ],
    [
      "unevaluated",
      tracked(properties({ a: type("string") }), unevaluatedProperties(reject)),
      { b: 1 },
      ["/b unknown_key: no such key, not number"],
    ],
  ])("%s", (_, rule, value, want) => {
    const found = explain(rule, value).map(
      ({ pointer, code, expected, received }) => `${pointer} ${code}: ${expected}, not ${received}`,
    );
    expect(found).toEqual(want);
    expect(accepts(rule, value)).toBe(want.length === 0);
  });

  test("is bounded whatever the value", () => {
    const many = explain(items([], type("string")), new Array(5000).fill(1));
    expect(many).toHaveLength(100);
    const long = { ["k".repeat(5000)]: 1 };
    const [issue] = explain(properties({}, { additional: reject }), long);
    expect(issue?.pointer.length).toBeLessThanOrEqual(200);
    const [listed] = explain(enumeration(new Array(500).fill(0).map((_, n) => `v${n}`)), "x");
    expect(listed?.expected?.length).toBeLessThanOrEqual(120);
    expect(listed?.message.length).toBeLessThanOrEqual(200);
  });
});
