import { stringLiteral } from "@specwright/emit/print";
import type { JsonValue } from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literal, propertyAccess, propertyKey } from "../../src/print/literal.ts";
import { printLayout } from "../../src/print/print-layout.ts";

const values: [given: JsonValue, want: string][] = [
  [null, "null"],
  [true, "true"],
  [-1.5, "-1.5"],
  [-0, "-0"],
  [1e21, "1e21"],
  [9007199254740993n, "9007199254740993n"],
  [[], "[]"],
  [{}, "{}"],
  [
    { a: 1, "b-c": [true, null], 200: "x", "01": 0 },
    '{ 200: "x", a: 1, "b-c": [true, null], "01": 0 }',
  ],
  [JSON.parse('{"__proto__": 1}'), '{ ["__proto__"]: 1 }'],
];

const strings: [given: string, want: string][] = [
  ["plain", '"plain"'],
  ['say "hi"', "'say \"hi\"'"],
  [`"it's"`, `'"it\\'s"'`],
  [`it's "`, `"it's \\""`],
  ["`$\u007bx}`", '"`$\u007bx}`"'],
  ["\u2028\u2029\u0000\n", '"\\u2028\\u2029\\u0000\\n"'],
  ["</script><!--", '"\\u003c/script>\\u003c!--"'],
  ["\u202eevil", '"\\u202eevil"'],
  ["\ud800", '"\\ud800"'],
];

/** Evaluates an expression in strict mode, as in a module. */
function evaluate(expression: string): unknown {
  return new Function(`"use strict"; return (${expression});`)();
}

describe("literal", () => {
  it.each(values)("%o", (given, want) => {
    expect(printLayout(literal(given))).toBe(want);
  });

  it("gives an own property of the name __proto__", () => {
    const value = evaluate(printLayout(literal(JSON.parse('{"__proto__": {"polluted": 1}}'))));
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect("polluted" in (value as object)).toBe(false);
  });

  it("evaluates to its source value, whatever it is", () => {
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.bigInt(),
        fc.string({ unit: "binary" }),
        fc.array(tie("value"), { maxLength: 5 }),
        fc.dictionary(
          fc.oneof(fc.constant("__proto__"), fc.string({ unit: "binary" })),
          tie("value"),
          { maxKeys: 5 },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        expect(evaluate(printLayout(literal(value)))).toEqual(value);
      }),
    );
  });
});

describe("stringLiteral", () => {
  it.each(strings)("%j", (given, want) => {
    expect(stringLiteral(given)).toBe(want);
    expect(evaluate(want)).toBe(given);
  });
});

describe("names of properties", () => {
  it.each([
    ["name", "name", ".name"],
    ["$a_1", "$a_1", ".$a_1"],
    ["odd-name", '"odd-name"', '["odd-name"]'],
    ["200", "200", '["200"]'],
    ["007", '"007"', '["007"]'],
    ["", '""', '[""]'],
    ["délai", '"délai"', '["délai"]'],
    ["__proto__", '["__proto__"]', ".__proto__"],
  ])("%j", (name, key, access) => {
    expect(propertyKey(name)).toBe(key);
    expect(propertyAccess(name)).toBe(access);
  });

  it("are read back unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const object = evaluate(`({ ${propertyKey(name)}: 1 })`) as object;
        expect(Object.keys(object)).toEqual([name]);
      }),
    );
  });
});
