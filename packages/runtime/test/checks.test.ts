import {
  allOf,
  anyOf,
  constant,
  contains,
  dateTimeFormat,
  dependentRequired,
  emailFormat,
  enumeration,
  ifThenElse,
  ipv6Format,
  items,
  maxLength,
  minLength,
  multipleOf,
  not,
  oneOf,
  parsedTypes,
  properties,
  propertyNames,
  type Rule,
  reject,
  required,
  tagged,
  toBigInt,
  tracked,
  type,
  unevaluatedItems,
  unevaluatedProperties,
  uniqueItems,
  uriFormat,
} from "@specwright/runtime/codegen";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Payload } from "../src/checks/rule.ts";
import { when } from "../src/checks/value-rules.ts";
import type { SafeParser } from "../src/codegen/codec.ts";

function check(rule: Rule, value: unknown): Payload {
  const payload: Payload = { value, issues: [] };
  rule(payload);
  return payload;
}

/** Returns `pointer code` of each issue. */
function issues(rule: Rule, value: unknown): readonly string[] {
  return check(rule, value).issues.map(({ path = [], params, code }) => {
    const named =
      typeof params === "object" && params !== null && "code" in params ? params.code : code;
    return `${path.map((step) => `/${String(step)}`).join("")} ${named}`;
  });
}

const string = type("string");
const big: SafeParser<bigint> = {
  safeParse: (value) => {
    const data = toBigInt(value);
    if (typeof data === "bigint") return { success: true, data };
    return {
      success: false,
      error: { issues: [{ code: "invalid_type", path: [], message: "no" }] },
    };
  },
};

describe("rules", () => {
  test.each<[string, Rule, unknown, readonly string[]]>([
    ["a type", type("integer", "null"), 1.5, [" type"]],
    ["a bigint is not a number", type("number"), 5n, [" type"]],
    ["a parsed number in the range of uint64", parsedTypes("uint64", "null"), 5, []],
    ["a parsed number below it", parsedTypes("uint64", "null"), -1, [" type"]],
    ["a parsed number beyond what a number holds", parsedTypes("int64"), 2 ** 53, [" type"]],
    ["another parsed value", parsedTypes("int64", "null"), null, []],
    ["equal across number types beyond 2^53", constant(2n ** 60n), 2 ** 60, []],
    ["a safe integer has one form", constant(1n), 1, [" const"]],
    ["equal inside objects whatever the form", constant({ a: 1 }), { a: 1n }, []],
    ["equal objects whatever their order", constant({ a: 1, b: [2] }), { b: [2], a: 1 }, []],
    ["true is not 1", enumeration([true]), 1, [" enum"]],
    ["decimal division", multipleOf(0.0001), 0.0075, []],
    ["decimal remainder", multipleOf(0.0001), 0.00751, [" multiple_of"]],
    ["division of huge numbers", multipleOf(0.123456789), 1e308, [" multiple_of"]],
    ["code points", maxLength(2), "\u{1f980}\u{1f980}", []],
    ["too few code points", minLength(2), "\u{1f980}", [" min_length"]],
    ["other types pass", minLength(2), 1, []],
    ["equal items", uniqueItems, [1, 1n], [" unique_items"]],
    ["different items", uniqueItems, [1, true, "1", [1], { a: 1 }], []],
    ["an item in its place", items([string]), [1], ["/0 type"]],
    ["items after the prefix", items([string], type("null")), ["a", 1], ["/1 type"]],
    ["too few matches", contains(string, { min: 2 }), ["a", 1], [" contains"]],
    ["missing members", required("a", "toString"), { a: 1 }, ["/toString required"]],
    [
      "members",
      properties({ a: string }, { additional: reject }),
      { a: 1, b: 2 },
      ["/a type", "/b unknown_key"],
    ],
    ["patterns", properties({}, { patterns: [[/^x/u, string]] }), { x1: 1, y: 1 }, ["/x1 type"]],
    ["names", propertyNames(maxLength(1)), { ab: 1 }, ["/ab property_names"]],
    ["dependencies", dependentRequired({ a: ["b"] }), { a: 1 }, ["/b required"]],
    ["none of any", anyOf(string, type("null")), 1, [" union"]],
    ["two of one", oneOf(string, minLength(1)), "a", [" one_of"]],
    ["not", not(string), "a", [" not"]],
    ["condition met", ifThenElse(string, minLength(2), reject), "a", [" min_length"]],
    ["condition not met", ifThenElse(string, reject, type("null")), 1, [" type"]],
    ["type only", when("string", reject), 1, []],
    ["a tag", tagged("k", { a: required("x") }), { k: "a" }, ["/x required"]],
    ["an unknown tag", tagged("k", { a: reject }), { k: "toString" }, ["/k enum"]],
    ["a tag that is an object", tagged("k", { a: reject }), { k: { toString: 1 } }, ["/k enum"]],
    ["no tag", tagged("k", { a: reject }), {}, ["/k required"]],
  ])("%s", (_, rule, value, want) => {
    expect(issues(rule, value)).toEqual(want);
  });
});

describe("unevaluated members and items", () => {
  const known = properties({ a: string });
  test.each<[string, Rule, unknown, readonly string[]]>([
    ["members", tracked(known, unevaluatedProperties(reject)), { a: "", b: 1 }, ["/b unknown_key"]],
    [
      "branches that match count",
      tracked(anyOf(known, required("z")), unevaluatedProperties(reject)),
      { a: "" },
      [],
    ],
    [
      "branches that fail do not",
      tracked(
        anyOf(allOf(known, required("z")), string, type("object")),
        unevaluatedProperties(reject),
      ),
      { a: "" },
      ["/a unknown_key"],
    ],
    [
      "a scope does not see its cousins",
      allOf(known, tracked(unevaluatedProperties(reject))),
      { a: "" },
      ["/a unknown_key"],
    ],
    [
      "a scope reports to its parent",
      tracked(tracked(known), unevaluatedProperties(reject)),
      { a: "" },
      [],
    ],
    [
      "not reports nothing",
      tracked(not(not(known)), unevaluatedProperties(reject)),
      { a: "" },
      ["/a unknown_key"],
    ],
    [
      "items",
      tracked(items([string]), contains(type("null")), unevaluatedItems(reject)),
      ["a", null, 1],
      ["/2 not_allowed"],
    ],
  ])("%s", (_, rule, value, want) => {
    expect(issues(rule, value)).toEqual(want);
  });
});

describe("decoding", () => {
  test.each<[string, Rule, unknown, unknown]>([
    ["a member", properties({ a: big }), { a: 1, b: 2 }, { a: 1n, b: 2 }],
    ["an item", items([], big), [1, 2], [1n, 2n]],
    ["in turn", allOf(properties({ a: big }), required("a")), { a: 1 }, { a: 1n }],
    ["by the first branch that matches", anyOf(string, big), 1, 1n],
    [
      "a member called __proto__",
      properties(JSON.parse("{}"), { additional: big }),
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":1}', (key, value) => (key === "" ? value : 1n)),
    ],
  ])("%s", (_, rule, given, want) => {
    const frozen = Object.freeze(given);
    expect(check(rule, frozen)).toMatchObject({ issues: [] });
    expect(check(rule, frozen).value).toEqual(want);
  });

  test("nothing is copied when nothing changes", () => {
    const given = { a: "x" };
    expect(check(properties({ a: string }), given).value).toBe(given);
  });
});

describe("formats", () => {
  test.each<[Rule, string, boolean]>([
    [dateTimeFormat, "1985-04-12t23:20:50.52z", true],
    [dateTimeFormat, "1998-12-31T23:59:60Z", true],
    [dateTimeFormat, "1998-12-31T15:59:60-08:00", true],
    [dateTimeFormat, "1998-12-31T23:58:60Z", false],
    [dateTimeFormat, "2023-02-29T00:00:00Z", false],
    [dateTimeFormat, "2024-01-01 00:00:00Z", false],
    [emailFormat, '"joe bloggs"@example.com', true],
    [emailFormat, "joe@[IPv6:::1]", true],
    [emailFormat, ".joe@example.com", false],
    [ipv6Format, "::ffff:192.0.2.1", true],
    [ipv6Format, "1::2::3", false],
    [uriFormat, "http://user:pass@[::1]:80/a?b#c", true],
    [uriFormat, "//example.com", false],
    [uriFormat, "http://a b", false],
  ])("%o %s", (rule, text, valid) => {
    expect(issues(rule, text)).toEqual(valid ? [] : [" format"]);
  });
});

test("a value equals itself and no value with different JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      const isSame = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
      expect(issues(constant(left), left)).toEqual([]);
      expect(issues(constant(left), right).length === 0).toBe(isSame);
    }),
  );
});

test("whole multiples are found whatever their size", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (factor, divisor) => {
      expect(issues(multipleOf(divisor), factor * divisor)).toEqual([]);
    }),
  );
});

/** Sorts members, and replaces -0 with 0, since JSON Schema considers them equal. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value === 0 ? 0 : value;
  const entries = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return { members: entries.sort(([left], [right]) => (left < right ? -1 : 1)) };
}
