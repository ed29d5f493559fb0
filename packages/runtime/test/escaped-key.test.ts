import fc from "fast-check";
import { expect, test } from "vitest";
import { hasEscapedKey } from "../src/json/parse-json.ts";

test.each([
  ['{"a":1}', false],
  ['{"a":"\\n"}', false],
  ['{"a":"\\""}', false],
  ['{"a":"\\\\"}', false],
  ['{"a":"\\\\","b":1}', false],
  ['{"a":"\\\\\\":","b":1}', false],
  ['["\\n","b"]', false],
  ['{"\\u0061":1}', true],
  ['{"a":"\\n","\\n":1}', true],
  ['{"\\\\" \t\r\n:1}', true],
  ['{"\\"":1}', true],
  ['{"a":{"b":"\\t\\t","c\\"d":[]}}', true],
  ['"\\', false],
  ['"\\"', false],
])("%s: %s", (text, want) => {
  expect(hasEscapedKey(text)).toBe(want);
});

test("finds an escape in any key, and none in values", () => {
  const name = fc.string({ unit: fc.constantFrom('"', "\\", "a", ":", "\n", ",") });
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: "small" }, name, tie("array"), tie("object")),
    array: fc.array(tie("value"), { maxLength: 3 }),
    object: fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  })).value;
  fc.assert(
    fc.property(value, (given) => {
      let isEscaped = false;
      const text = JSON.stringify(given, (key, each: unknown) => {
        if (JSON.stringify(key).includes("\\")) isEscaped = true;
        return each;
      });
      expect(hasEscapedKey(text)).toBe(isEscaped);
    }),
  );
});
