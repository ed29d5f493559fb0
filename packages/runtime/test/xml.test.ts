import { CodecError } from "@specwright/runtime";
import { anyJson, type XmlShape, xmlCodec } from "@specwright/runtime/codegen";
import { describe, expect, it } from "vitest";

const codec = (shape: XmlShape): ReturnType<typeof xmlCodec<unknown>> => xmlCodec(anyJson, shape);
const head = '<?xml version="1.0" encoding="UTF-8"?>';
const list: XmlShape = { items: {} };

/** Shapes with a value and its XML, which are written and read. */
const rows: readonly (readonly [shape: XmlShape, value: unknown, xml: string])[] = [
  [{ name: "a", properties: { b: {} } }, { b: "x" }, "<a><b>x</b></a>"],
  [{ name: "a", properties: { b: {} } }, {}, "<a/>"],
  [{ name: "a", properties: { b: {} } }, { b: "" }, "<a><b/></a>"],
  [{ name: "a", properties: { b: { name: "c" } } }, { b: " x " }, "<a><c> x </c></a>"],
  [
    { name: "a", properties: { n: { type: "number" }, t: { type: "boolean" }, s: {} } },
    { n: 9007199254740993n, t: true, s: "1" },
    "<a><n>9007199254740993</n><t>true</t><s>1</s></a>",
  ],
  [
    { name: "a", properties: { id: { node: "attribute", type: "number" }, t: { node: "text" } } },
    { id: 7, t: "x" },
    '<a id="7">x</a>',
  ],
  [
    { name: "a", properties: { s: {}, q: { node: "attribute" } } },
    { s: "<&>\"'\r\n]]>", q: "<&>\"'\t\n" },
    `<a q="&lt;&amp;&gt;&quot;'&#9;&#10;"><s>&lt;&amp;&gt;"'&#13;\n]]&gt;</s></a>`,
  ],
  [{ name: "a", properties: { b: list } }, { b: ["x", "y"] }, "<a><b>x</b><b>y</b></a>"],
  [{ name: "a", properties: { b: { items: {}, required: true } } }, { b: [] }, "<a/>"],
  [
    { name: "a", properties: { b: { name: "no", items: { name: "c" } } } },
    { b: ["x"] },
    "<a><c>x</c></a>",
  ],
  [
    { name: "a", properties: { b: { wrapped: true, items: {} } } },
    { b: ["x"] },
    "<a><b><b>x</b></b></a>",
  ],
  [{ name: "a", properties: { b: { wrapped: true, items: {} } } }, { b: [] }, "<a><b/></a>"],
  [
    { name: "a", properties: { b: { name: "all", wrapped: true, items: { name: "one" } } } },
    { b: ["x", "y"] },
    "<a><all><one>x</one><one>y</one></all></a>",
  ],
  [
    { name: "shelf", items: { name: "book", properties: { t: {} } } },
    [{ t: "x" }],
    "<shelf><book><t>x</t></book></shelf>",
  ],
  [
    { name: "a", additional: { type: "number" } },
    JSON.parse('{"x":1,"__proto__":2}'),
    "<a><x>1</x><__proto__>2</__proto__></a>",
  ],
  [
    {
      ...{ name: "a", prefix: "p", namespace: "urn:p" },
      properties: { b: { prefix: "p", namespace: "urn:p" }, c: { namespace: "urn:c" } },
    },
    { b: "x", c: "y" },
    '<p:a xmlns:p="urn:p"><p:b>x</p:b><c xmlns="urn:c">y</c></p:a>',
  ],
];

describe("xmlCodec", () => {
  it.each(rows)("writes and reads %j", (shape, value, xml) => {
    expect(codec(shape).encode(value)).toBe(head + xml);
    expect(codec(shape).decode(new TextEncoder().encode(head + xml))).toEqual(value);
  });

  const shape: XmlShape = { name: "a", properties: { b: { type: "number" }, c: list } };

  it.each([
    ["<x:a xmlns:x='u'><x:b>1</x:b></x:a>", { b: 1 }],
    ["\uFEFF<!-- <b> --><a >\n <?p?><b\n>1<!-- x --></b ></a>\n", { b: 1 }],
    ["<a><c><![CDATA[<&]]>x&#x41;&#66;</c><c/></a>", { c: ["<&xAB", ""] }],
    ["<a><b> 1e2 </b><b>2</b><d>3</d></a>", { b: 100 }],
    ["<a><b>one</b></a>", { b: "one" }],
    ["<a><b>01</b></a>", { b: "01" }],
  ])("reads %j", (xml, value) => {
    expect(codec(shape).decode(xml)).toEqual(value);
  });

  it.each([
    ["", /does not end/],
    ["<a>", /does not end/],
    ["<a></b>", /end tag/],
    ["<a/><a/>", /more than one root/],
    ["x<a/>", /outside of the root/],
    ["<a b=1/>", /invalid XML at character 0/],
    ["<a>&lol;</a>", /unknown entity/],
    ["<a>&amp</a>", /unknown entity/],
    ["<a>&#0;</a>", /character that XML does not allow/],
    ["<a>\u0001</a>", /character that XML does not allow/],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /document type, which is not supported/],
    ["<a>".repeat(600), /deeper than 512/],
  ])("refuses %j", (xml, message) => {
    const decode = (): unknown => codec(shape).decode(xml);
    expect(decode).toThrow(CodecError);
    expect(decode).toThrow(message);
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(() => codec(shape).decode(Uint8Array.of(0x3c, 0xff))).toThrow(/not UTF-8/);
  });

  it.each([
    [{ "a b": 1 }, /name that XML does not allow/],
    [{ "b><c": 1 }, /name that XML does not allow/],
    [{ b: "\u0000" }, /character that XML does not allow/],
  ])("does not write %j", (value, message) => {
    expect(() => codec({ name: "a", additional: {} }).encode(value)).toThrow(message);
  });

  it("is not slowed down by what looks like a long tag", () => {
    const started = performance.now();
    expect(() => codec(shape).decode(`<a ${"b='' ".repeat(20_000)}`)).toThrow(CodecError);
    expect(() => codec(shape).decode(`<!--${"<!--".repeat(20_000)}`)).toThrow(CodecError);
    expect(() => codec(shape).decode("<a>".repeat(500) + "<![CDATA[".repeat(20_000))).toThrow();
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
