import { CodecError, type Issue, JsonError } from "@specwright/runtime";
import {
  allOf,
  anyJson,
  constant,
  enumeration,
  maxLength,
  object,
  pattern,
  reject,
  type,
  uuidFormat,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import { describe, expect, it, test } from "vitest";

const strict = { additional: reject };
const shape = ruleCodec(
  object(
    { id: allOf(type("string"), uuidFormat), side: enumeration(["BUY", "SELL"]) },
    {
      kind: constant("order"),
      name: allOf(type("string"), maxLength(4), pattern(/^[a-z]*$/u)),
      nested: object({ "a/b": object({ deep: type("string") }, {}, strict) }, {}, strict),
    },
    strict,
  ),
);
const good = { id: "8c3d1d0e-7f7b-4a0a-9c33-0d6f6f0b4e11", side: "BUY" };

function caught(run: () => unknown): CodecError {
  try {
    run();
  } catch (error) {
    if (error instanceof CodecError) return error;
    throw error;
  }
  throw new Error("accepted");
}

function issuesOf(change: object): readonly Issue[] {
  return caught(() => shape.parse({ ...good, ...change })).issues;
}

describe("codecs", () => {
  test.each<readonly [name: string, change: object, want: readonly string[]]>([
    ["format", { id: "no" }, ["/id format: format uuid, not string"]],
    ["a type", { name: 5 }, ["/name type: string, not number"]],
    [
      "required, deep",
      { nested: { "a/b": {} } },
      ["/nested/a~1b/deep required: a value, not nothing"],
    ],
    [
      "several",
      { side: 2, "odd/key": 2 },
      [
        '/side enum: one of "BUY", "SELL", not number',
        "/odd~1key unknown_key: no such key, not number",
      ],
    ],
  ])("report %s, its place, and the value found", (_, change, want) => {
    const found = issuesOf(change).map(
      ({ pointer, code, expected, received }) => `${pointer} ${code}: ${expected}, not ${received}`,
    );
    expect(found).toEqual(want);
  });

  it("never quote a value", () => {
    for (const key of ["id", "side", "kind", "name"]) {
      const error = caught(() => shape.parse({ ...good, [key]: "hunter2" }));
      expect(JSON.stringify(error.issues) + error.message).not.toContain("hunter2");
    }
  });

  it("keep issues few and short, whatever the input", () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key${n}`, n]));
    expect(issuesOf(keys).length).toBeLessThanOrEqual(100);
    const long = issuesOf({ ["k".repeat(100_000)]: 1 });
    expect(JSON.stringify(long).length).toBeLessThan(400);
  });

  it("distinguish broken JSON from JSON that breaks the schema", () => {
    expect(caught(() => shape.decode("{"))).toMatchObject({
      code: "malformed",
      cause: expect.any(JsonError),
      issues: [{ code: "json_syntax", pointer: "" }],
    });
    expect(caught(() => shape.decode("[]")).code).toBe("decode");
    const twice = caught(() => anyJson.decode('{"a":1,"a":1}', { duplicateKeys: "refuse" }));
    expect(twice.issues[0]?.code).toBe("json_duplicate_key");
  });

  it("refuse to encode what breaks the schema or JSON", () => {
    expect(caught(() => shape.encode({ ...good, side: 5 })).code).toBe("encode");
    expect(caught(() => anyJson.encode({ value: Number.NaN })).issues[0]?.code).toBe("json_value");
    expect(caught(() => anyJson.encode(undefined)).code).toBe("encode");
  });

  it("keep every digit both ways", () => {
    const text = '{"value":-9223372036854775808}';
    expect(anyJson.decode(text)).toEqual({ value: -9223372036854775808n });
    expect(anyJson.encode(anyJson.decode(new TextEncoder().encode(text)))).toBe(text);
  });
});
