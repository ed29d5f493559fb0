import { CodecError, JsonError } from "@specwright/runtime";
import { type Issue, jsonCodec } from "@specwright/runtime/codegen";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const Shape = z.strictObject({
  id: z.uuid(),
  side: z.enum(["BUY", "SELL"]),
  kind: z.literal("order"),
  name: z
    .string()
    .min(2)
    .max(4)
    .regex(/^[a-z]*$/),
  count: z.int().min(1).lt(10).multipleOf(2),
  seq: z.bigint().min(0n),
  tags: z.array(z.string()).max(2),
  nested: z.strictObject({ "a/b": z.strictObject({ deep: z.string() }) }),
  labels: z.record(z.string().regex(/^x/), z.number()),
  either: z.union([
    z.strictObject({ type: z.literal("one"), value: z.string() }),
    z.strictObject({ type: z.literal("two"), amount: z.number(), unit: z.string() }),
  ]),
  tagged: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("one"), value: z.string() }),
    z.strictObject({ type: z.literal("two"), amount: z.number() }),
  ]),
  plain: z.union([z.string(), z.number()]),
  maybe: z.string().nullable(),
  checked: z.string().refine((text) => text !== "bad", { params: { code: "not_bad" } }),
  password: z.string().min(8),
});

const good = {
  id: "8c3d1d0e-7f7b-4a0a-9c33-0d6f6f0b4e11",
  side: "BUY",
  kind: "order",
  name: "abc",
  count: 4,
  seq: 1763700000123456789n,
  tags: [],
  nested: { "a/b": { deep: "x" } },
  labels: { x1: 1 },
  either: { type: "one", value: "v" },
  tagged: { type: "two", amount: 1 },
  plain: 1,
  maybe: null,
  checked: "fine",
  password: "long enough",
};

const codec = jsonCodec(z.looseObject({ value: z.unknown() }));

function issuesOf(run: () => unknown): readonly Issue[] {
  try {
    run();
  } catch (error) {
    if (error instanceof CodecError) return error.issues;
    throw error;
  }
  throw new Error("accepted");
}

describe("jsonCodec issues", () => {
  const cases: readonly [name: string, change: Record<string, unknown>, want: string[]][] = [
    ["format", { id: "no" }, ["format /id"]],
    ["enum", { side: "buy" }, ["enum /side"]],
    ["const", { kind: "trade" }, ["const /kind"]],
    ["minLength", { name: "a" }, ["min_length /name"]],
    ["maxLength", { name: "abcde" }, ["max_length /name"]],
    ["pattern", { name: "ABC" }, ["pattern /name"]],
    ["minimum", { count: 0 }, ["minimum /count"]],
    ["exclusiveMaximum", { count: 10 }, ["exclusive_maximum /count"]],
    ["multipleOf", { count: 3 }, ["multiple_of /count"]],
    ["integer", { count: 1.5 }, ["type /count"]],
    ["type", { name: 5 }, ["type /name"]],
    ["null", { name: null }, ["type /name"]],
    ["bigint range", { seq: -1n }, ["minimum /seq"]],
    ["maxItems", { tags: ["a", "b", "c"] }, ["max_items /tags"]],
    ["item", { tags: ["a", 1] }, ["type /tags/1"]],
    ["escaped pointer", { nested: { "a/b": { deep: 1 } } }, ["type /nested/a~1b/deep"]],
    ["required, deep", { nested: { "a/b": {} } }, ["required /nested/a~1b/deep"]],
    ["unknown keys", { extra: 1, "odd/key": 2 }, ["unknown_key /extra", "unknown_key /odd~1key"]],
    ["propertyNames", { labels: { y: 1 } }, ["property_names /labels/y"]],
    [
      "union by tag",
      { either: { type: "two", amount: "1" } },
      ["type /either/amount", "required /either/unit"],
    ],
    ["union without tag", { either: { value: "v" } }, ["required /either/type"]],
    ["union of other type", { either: 5 }, ["type /either"]],
    ["union of plain types", { plain: true }, ["type /plain"]],
    ["unknown tag", { tagged: { type: "three" } }, ["enum /tagged/type"]],
    ["missing tag", { tagged: {} }, ["required /tagged/type"]],
    ["tagged", { tagged: { type: "one", value: 1 } }, ["type /tagged/value"]],
    ["custom code", { checked: "bad" }, ["not_bad /checked"]],
    ["several", { name: 1, side: 2 }, ["enum /side", "type /name"]],
  ];
  it.each(cases)("%s", (_name, change, want) => {
    const issues = issuesOf(() => jsonCodec(Shape).parse({ ...good, ...change }));
    expect(issues.map((issue) => `${issue.code} ${issue.pointer}`)).toEqual(want);
  });

  it("reports each missing property as required", () => {
    const issues = issuesOf(() => jsonCodec(Shape).decode("{}"));
    expect(new Set(issues.map((issue) => issue.code))).toEqual(new Set(["required"]));
    expect(issues.map((issue) => issue.pointer)).toEqual(
      Object.keys(Shape.shape).map((key) => `/${key}`),
    );
  });

  it("points at the whole", () => {
    expect(issuesOf(() => jsonCodec(Shape).decode("[]"))).toEqual([
      { code: "type", pointer: "", message: "expected object" },
    ]);
  });

  it("accepts what fits", () => {
    expect(jsonCodec(Shape).parse(good)).toEqual(good);
    expect(jsonCodec(Shape).decode(jsonCodec(Shape).encode(jsonCodec(Shape).parse(good)))).toEqual(
      good,
    );
  });
});

describe("jsonCodec secrecy and limits", () => {
  it("never quotes a value", () => {
    for (const change of [
      { password: "hunter2" },
      { side: "hunter2" },
      { name: "hunter2" },
      { id: "hunter2" },
      { either: { type: "hunter2" } },
      { kind: "hunter2" },
    ]) {
      const error = caught(() => jsonCodec(Shape).parse({ ...good, ...change }));
      expect(JSON.stringify(error.issues) + error.message).not.toContain("hunter2");
    }
  });

  it("keeps issues few and short, whatever the input", () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key${n}`, n]));
    expect(issuesOf(() => jsonCodec(Shape).parse({ ...good, ...keys }))).toHaveLength(100);
    const long = issuesOf(() => jsonCodec(Shape).parse({ ...good, ["k".repeat(100_000)]: 1 }));
    expect(JSON.stringify(long).length).toBeLessThan(400);
  });

  it("tells broken JSON from JSON that breaks the schema", () => {
    expect(caught(() => codec.decode("{"))).toMatchObject({
      code: "malformed",
      cause: expect.any(JsonError),
      issues: [{ code: "json_syntax", pointer: "" }],
    });
    expect(caught(() => codec.decode("[]")).code).toBe("decode");
    const strict = jsonCodec(z.unknown(), { duplicateKeys: "refuse" });
    expect(caught(() => strict.decode('{"a":1,"a":1}')).issues[0]?.code).toBe("json_duplicate_key");
  });

  it("refuses to encode what breaks the schema or JSON", () => {
    // @ts-expect-error The type forbids it too.
    expect(caught(() => jsonCodec(z.string()).encode(5)).code).toBe("encode");
    expect(caught(() => codec.encode({ value: Number.NaN })).issues[0]?.code).toBe("json_value");
  });

  it("keeps every digit both ways", () => {
    const text = '{"value":-9223372036854775808}';
    expect(codec.decode(text)).toEqual({ value: -9223372036854775808n });
    expect(codec.encode(codec.decode(new TextEncoder().encode(text)))).toBe(text);
  });
});

function caught(run: () => unknown): CodecError {
  try {
    run();
  } catch (error) {
    if (error instanceof CodecError) return error;
    throw error;
  }
  throw new Error("accepted");
}
