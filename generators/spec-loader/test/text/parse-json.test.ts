import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadTexts } from "../in-memory.ts";

/** Reads a JSON text as the extension `x-value` of a document. */
async function readJson(json: string): Promise<JsonValue | undefined> {
  const text = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}, "x-value": ${json}}`;
  const { specification } = await loadTexts({ "api.json": text });
  const root = specification?.entry.root;
  return isJsonObject(root) ? memberOf(root, "x-value") : undefined;
}

/** Rounds large integers as JSON.parse does. */
function rounded(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(rounded);
  if (typeof value === "bigint") return Number(value);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    setMember(copy, key, rounded(memberOf(value, key) ?? null));
  }
  return copy;
}

describe("JSON", () => {
  test("reads every value like JSON.parse", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), fc.boolean(), async (json, spread) => {
        const text = spread ? JSON.stringify(JSON.parse(json), undefined, 2) : json;
        expect(rounded((await readJson(text)) ?? null)).toStrictEqual(JSON.parse(json));
      }),
    );
  });

  test("keeps every digit of an integer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(), async (integer) => {
        const read = await readJson(String(integer));
        expect(String(read)).toBe(String(integer));
        expect(typeof read).toBe(Number.isSafeInteger(Number(integer)) ? "number" : "bigint");
      }),
    );
  });

  test.each([
    ["-0", -0],
    ["1e3", 1000],
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
    ['"\\u00e9\\ud83d\\ude00\\n\\/"', "é😀\n/"],
    ['"\\ud800"', "\ud800"],
  ])("reads %s", async (json, want) => {
    expect(await readJson(json)).toBe(want);
  });

  test("keeps a key __proto__ as an own member, and changes no prototype", async () => {
    const read = await readJson('{"__proto__": {"polluted": 1}, "constructor": 2}');
    expect(Object.keys(isJsonObject(read) ? read : {})).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  test.each([
    ["nul", /expected a value, found "n"/],
    ["01", /expected "," or "}", found "1"/],
    ["[1,,]", /expected a value, found ","/],
    ['"a\nb"', /line break/],
    ['"\\x"', /escape/],
    ["'a'", /expected a value/],
    ["// c\n1", /expected a value/],
    ["{a: 1}", /expected a key in double quotes, found "a"/],
    ["[1 2]", /expected "," or "]", found "2"/],
    ['{"a" 1}', /expected ":"/],
    ["1} {", /expected the end of the text/],
    ['"a', /the text ends inside a string/],
    ["+1", /expected a value/],
    [".5", /expected a value/],
    ["1.", /expected "," or "}", found "."/],
  ])("refuses %s", async (json, message) => {
    const text = `{"openapi": "3.1.0", "x": ${json}}`;
    const { diagnostics } = await loadTexts({ "api.json": text });
    expect(diagnostics[0]).toMatchObject({ code: "JSON_SYNTAX", severity: "error" });
    expect(diagnostics[0]?.message).toMatch(message);
  });

  test("never throws, whatever the text", async () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      ":",
      ",",
      "1",
      "a",
      "\\",
      " ",
      "\n",
      "-",
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: pieces }), async (text) => {
        const { diagnostics } = await loadTexts({ "api.json": text });
        expect(diagnostics.length).toBeGreaterThan(0);
      }),
    );
  });
});
