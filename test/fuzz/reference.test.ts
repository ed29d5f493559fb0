// Verifies the reference against accepted results before it judges codecs.

import { existsSync, readFileSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRecord, listOf } from "./reference/check.ts";
import { interpretSchema } from "./reference/interpret.ts";
import { readJson } from "./reference/read-json.ts";
import { parseExactly, schemaDocuments } from "./reference/schema-documents.ts";

const suite = new URL(
  "../../../shared/suites/json-schema-test-suite/tests/draft2020-12/",
  import.meta.url,
);

const files = [
  ..."additionalProperties allOf anyOf boolean_schema const contains dependentRequired".split(" "),
  ..."dependentSchemas enum exclusiveMaximum exclusiveMinimum if-then-else items maxItems".split(
    " ",
  ),
  ..."maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not".split(
    " ",
  ),
  ..."oneOf pattern patternProperties prefixItems properties propertyNames required type".split(
    " ",
  ),
  ..."uniqueItems optional/format/date optional/format/time optional/format/date-time".split(" "),
  ..."optional/format/uuid optional/format/ipv4 optional/format/ipv6 optional/format/email".split(
    " ",
  ),
  ..."optional/format/uri optional/format/uri-reference".split(" "),
];

describe("the reference reads JSON like JSON.parse, except long integers", () => {
  test.each([
    ["1763700000123456789", 1763700000123456789n],
    ["1.763700000123456789e18", 1763700000123456789n],
    ["17637000001234567890e-1", 1763700000123456789n],
    ["9007199254740993.0", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992.5", 9007199254740992],
    ["1e3", 1000],
    ["-0", -0],
    ["1e-400", 0],
  ])("%s", (text, value) => {
    expect(readJson(text)).toBe(value);
  });

  test.each([
    "1e400",
    "-1e400",
    "01",
    "1.",
    "+1",
    "NaN",
    '"\u0000"',
    '"\\x41"',
    "[1,]",
    "[1] 2",
    "",
  ])("%j is refused", (text) => {
    expect(() => readJson(text)).toThrow();
  });

  test("any JSON text", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const doubles = (value: unknown): unknown =>
          JSON.parse(
            JSON.stringify(value, (_, item) => (typeof item === "bigint" ? Number(item) : item)),
          );
        expect(doubles(readJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});

test.skipIf(!existsSync(suite)).each(files)("the reference passes %s of the test suite", (name) => {
  const groups = listOf(parseExactly(readFileSync(new URL(`${name}.json`, suite), "utf8")));
  const failed = groups.filter(isRecord).flatMap((group) => {
    const schema = group["schema"];
    const reference = interpretSchema(schemaDocuments({ given: schema }), {
      file: "given",
      schema,
    });
    return listOf(group["tests"])
      .filter(isRecord)
      .filter(({ data, valid }) => (reference(stringifyJson(data)).kind === "valid") !== valid)
      .map(({ description }) => `${String(group["description"])}: ${String(description)}`);
  });
  expect(failed).toEqual([]);
});
