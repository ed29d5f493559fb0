import {
  compileMatcher,
  fillTemplate,
  type TemplateValue,
  type TemplateValues,
} from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchTemplate } from "../src/templates/match-template.ts";

const subscribe = { method: "subscribe", params: { symbol: ["{symbol}"], depth: "{depth}" } };

describe("matchTemplate", () => {
  it.each<[template: TemplateValue, value: unknown, want: TemplateValues | undefined]>([
    ["plain", "plain", {}],
    ["plain", "other", undefined],
    [1, 1, {}],
    [1, 1n, {}],
    [1, "1", undefined],
    [null, null, {}],
    ["{id}", 7, { id: 7 }],
    ["{id}", { a: [null] }, { id: { a: [null] } }],
    ["{id}", undefined, undefined],
    ["{symbol}@depth", "btcusdt@depth", { symbol: "btcusdt" }],
    ["{symbol}@depth", "btcusdt@trade", undefined],
    ["{symbol}@depth", "@depth", { symbol: "" }],
    ["{symbol}.depth", "btcusdt-depth", undefined],
    ["{a}.{b}", "x.y.z", { a: "x", b: "y.z" }],
    ["{a}-{a}", "x-x", { a: "x" }],
    ["{a}-{a}", "x-y", undefined],
    ["{{a}", "{a}", {}],
    ["a\nb{x}", "a\nb\nc", { x: "\nc" }],
    ["{id|string}", "7", { id: "7" }],
    ["{id|string}", 7, undefined],
    ["{symbol|upper}", "BTC", { symbol: "BTC" }],
    ["{symbol|upper}", "btc", undefined],
    // A placeholder alone keeps its type, wherever it is.
    [["n{id}", "{id}"], ["n7", 7], { id: 7 }],
    [["n{id}", "{id}"], ["n8", 7], undefined],
    [["{s|upper}", "{s}"], ["BTC", "btc"], { s: "btc" }],
    [["{s|upper}", "-{s}"], ["BTC", "-btc"], { s: "btc" }],
    [["{s|upper}", "-{s}"], ["BTC", "-eth"], undefined],
    [["{a}", "{a}"], [[1], [1n]], { a: [1] }],
    [["{a}", "x{a}"], [null, "x"], undefined],
    [[1, "{a}"], [1], undefined],
    [{ a: "{a}" }, { a: 1, b: 2 }, undefined],
    [{ a: "{a}" }, [1], undefined],
    [{ toString: "{a}" }, {}, undefined],
    [
      subscribe,
      { params: { depth: 25, symbol: ["BTC/USD"] }, method: "subscribe" },
      { symbol: "BTC/USD", depth: 25 },
    ],
    [subscribe, { method: "subscribe", params: { symbol: ["BTC/USD"] } }, undefined],
  ])("%o of %o", (template, value, want) => {
    expect(matchTemplate(template, value)).toEqual(want);
  });

  it("lets optional members be absent", () => {
    const { match, names } = compileMatcher(subscribe, { optional: ["depth"] });
    expect(names).toEqual(["symbol", "depth"]);
    expect(match({ method: "subscribe", params: { symbol: ["A"] } })).toEqual({ symbol: "A" });
    expect(match({ method: "subscribe", params: { depth: 1 } })).toBeUndefined();
  });

  it("throws for an invalid template", () => {
    expect(() => compileMatcher(["{"])).toThrow("template_syntax");
  });

  // Values without the characters between placeholders, so that a text has one division.
  const scalar = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9 {}$*]{0,6}$/), fc.integer(), fc.boolean());
  const values = fc.record({ a: scalar, b: scalar, c: fc.jsonValue(), d: fc.bigInt() });
  const text = fc
    .array(fc.constantFrom("{a}", "{b}", "{d}", "{a|upper}", "{b|lower}", "{b|string}"), {
      maxLength: 4,
    })
    .map((pieces) => pieces.join("/"));
  const template = fc.letrec<{ node: TemplateValue }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      text,
      fc.constantFrom("{a}", "{b}", "{c}", "{d}", "plain", "{{", 1, null, true),
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie("node"), { maxKeys: 3 }),
    ),
  })).node;

  it("finds values with which the template is filled to the same", () => {
    fc.assert(
      fc.property(template, values, (given, filling) => {
        const filled = fillTemplate(given, filling as TemplateValues);
        const found = matchTemplate(given, filled);
        expect(found).toBeDefined();
        expect(fillTemplate(given, found ?? {})).toEqual(filled);
      }),
    );
  });

  it("finds the values themselves where they stand alone", () => {
    const given = { x: ["{a}", "{b}", { y: "{c}", z: "{d}" }], text: "{a}/{b|upper}" };
    fc.assert(
      fc.property(values, (filling) => {
        const filled = fillTemplate(given, filling as TemplateValues);
        expect(matchTemplate(given, filled)).toEqual(filling);
      }),
    );
  });
});
