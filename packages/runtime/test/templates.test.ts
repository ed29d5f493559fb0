import {
  compileTemplate,
  fillTemplate,
  fillText,
  type TemplateValue,
  type TemplateValues,
  templateNames,
} from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const values: TemplateValues = {
  symbol: "BtcUsdt",
  id: 7,
  big: 2n ** 63n,
  yes: true,
  none: null,
  list: [1, "a"],
  "path-without-query": "/v1",
  brace: "{symbol}",
};

describe("fillTemplate", () => {
  it.each<[given: TemplateValue, want: TemplateValue]>([
    ["plain", "plain"],
    ["", ""],
    [12, 12],
    [null, null],
    ["{id}", 7],
    ["{yes}", true],
    ["{none}", null],
    ["{list}", [1, "a"]],
    ["{id|string}", "7"],
    ["{big|string}", "9223372036854775808"],
    ["{symbol|upper}", "BTCUSDT"],
    ["{symbol|lower}@depth", "btcusdt@depth"],
    ["{symbol}.{id}", "BtcUsdt.7"],
    ["{path-without-query}", "/v1"],
    ["{{symbol}", "{symbol}"],
    ['{{"id":{id}}', '{"id":7}'],
    ["{{{id}}", "{7}"],
    ["}", "}"],
    // A value is never read as a template.
    ["{brace}", "{symbol}"],
    ["-{brace}-", "-{symbol}-"],
    [
      { op: "auth", args: ["{symbol}", "{id}"] },
      { op: "auth", args: ["BtcUsdt", 7] },
    ],
    [{ "{id}": 1 }, { "{id}": 1 }],
  ])("%j is %j", (given, want) => {
    expect(fillTemplate(given, values)).toEqual(want);
  });

  it.each<[given: TemplateValue, message: string]>([
    ["{nobody}", "template_name: {nobody} has no value here. Known names: {symbol}, "],
    ["{toString}", "template_name: {toString} has no value here."],
    ["{__proto__}", "template_name: {__proto__} has no value here."],
    ["a{none}", "template_value: {none} is part of a text"],
    ["{list|upper}", "template_value: {list} is part of a text"],
    ["{", "template_syntax: The { before "],
    ["{}", "template_syntax: The { before "],
    ["{ id }", "template_syntax: The { before "],
    ["{id", 'template_syntax: The { before "id" does not begin a placeholder. Write {name}, or {{'],
    ["{id|shout}", "template_syntax: Unknown filter |shout. Filters: |upper, |lower"],
    ["{id|}", "template_syntax: Unknown filter |."],
  ])("%j is refused", (given, message) => {
    expect(() => fillTemplate(given, values)).toThrow(message);
  });

  it("keeps the digits of a bigint", () => {
    expect(fillTemplate(["{big}"], values)).toEqual([2n ** 63n]);
  });

  it("reports missing values", () => {
    expect(() => fillTemplate("{id}", {})).toThrow("{id} has no value here. There are no names.");
  });

  it("keeps a member named __proto__ a member", () => {
    const template = JSON.parse('{"__proto__":{"polluted":"{id}"}}') as TemplateValue;
    const filled = fillTemplate(template, values);
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":7}}');
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });

  it("leaves the template as it was, and fills it again", () => {
    const given = { a: ["{id}"] };
    const template = compileTemplate(given);
    expect(template.fill({ id: 1 })).toEqual({ a: [1] });
    expect(template.fill({ id: 2 })).toEqual({ a: [2] });
    expect(given).toEqual({ a: ["{id}"] });
  });

  it("writes any text whose braces are doubled", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fillText(text.replaceAll("{", "{{"), {})).toBe(text);
      }),
    );
  });

  it("returns any value unchanged where a placeholder is the whole string", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(fillTemplate(["{v}"], { v: value as TemplateValue })).toEqual([value]);
      }),
    );
  });
});

describe("templateNames", () => {
  it("lists each name once, in order", () => {
    expect(templateNames({ b: "{x}{y|upper}", a: ["{{z}", "{x}", { c: "{w}" }] })).toEqual([
      "x",
      "y",
      "w",
    ]);
  });

  it("refuses a malformed template before any value is known", () => {
    expect(() => templateNames({ a: "{" })).toThrow("template_syntax");
  });
});
