// Forms: values in JSON and in TypeScript.

import {
  allForms,
  type Decimal,
  dateForm,
  decimalForm,
  decimalNumberForm,
  exactCodec,
  type Form,
  formedCodec,
  isMillisecondDateTime,
  isNanosecondDateTime,
  itemsForm,
  membersForm,
  numberTextForm,
  type Rule,
  rememberedForm,
  sameForm,
  taggedForm,
  unionForm,
  whenForm,
} from "@specwright/runtime/codegen";
import { describe, expect, it } from "vitest";
import { compactCodec } from "../src/codecs/compact-codec.ts";
import { instantForm } from "../src/value-forms/temporal-form.ts";

const T = "2024-02-29T12:30:00.125Z";
const at = new Date(T);
const hasKind =
  (kind: string) =>
  (value: unknown): boolean =>
    typeof value === "object" && value !== null && Reflect.get(value, "kind") === kind;

const tables: readonly (readonly [name: string, form: Form, wire: unknown, value: unknown])[] = [
  ["a date", dateForm, T, at],
  ["a text that is not a date", dateForm, "soon", "soon"],
  ["a leap second", dateForm, "2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z"],
  ["a number", dateForm, 5, 5],
  ["null", dateForm, null, null],
  ["members", membersForm({ a: dateForm }), { a: T, b: T }, { a: at, b: T }],
  ["an absent member", membersForm({ a: dateForm }), {}, {}],
  ["members of no object", membersForm({ a: dateForm }), [T], [T]],
  ["an inherited name", membersForm({ toString: dateForm }), {}, {}],
  [
    "other members",
    membersForm({}, { additional: dateForm, except: ["b"], patterns: [[/^x/, sameForm]] }),
    { a: T, b: T, xa: T },
    { a: at, b: T, xa: T },
  ],
  [
    "a member with the name of the prototype",
    membersForm({}, { additional: dateForm }),
    JSON.parse(`{"__proto__":"${T}"}`),
    Object.fromEntries([["__proto__", at]]),
  ],
  ["items", itemsForm(dateForm), [T, 1], [at, 1]],
  ["first items", itemsForm(undefined, [undefined, dateForm]), [T, T, T], [T, at, T]],
  [
    "parts",
    allForms(membersForm({ a: dateForm }), membersForm({ a: dateForm, b: dateForm })),
    { a: T, b: T },
    { a: at, b: at },
  ],
  ["a branch", unionForm([isMillisecondDateTime, dateForm]), T, at],
  ["no branch", unionForm([(value) => value === "x", dateForm]), T, T],
  [
    "a tag",
    taggedForm("k", { a: membersForm({ t: dateForm }) }),
    { k: "a", t: T },
    { k: "a", t: at },
  ],
  [
    "another tag",
    taggedForm("k", { a: membersForm({ t: dateForm }) }),
    { k: "b", t: T },
    { k: "b", t: T },
  ],
  [
    "a condition",
    whenForm(hasKind("t"), membersForm({ t: dateForm })),
    { kind: "t", t: T },
    { kind: "t", t: at },
  ],
  ["a broken condition", whenForm(hasKind("t"), membersForm({ t: dateForm })), { t: T }, { t: T }],
];

describe("a form", () => {
  it.each(tables)("converts %s", (_name, form, wire, value) => {
    const before = structuredClone(wire);
    const decoded = form.decode(wire, wire);
    expect(decoded).toEqual(value);
    expect(form.encode(decoded)).toEqual(wire);
    expect(form.encode(wire)).toEqual(wire);
    expect(wire).toEqual(before);
  });

  it("takes a time that a contract shares in two branches only once per value", () => {
    let calls = 0;
    const counted: Form = {
      decode: (_wire, value) => value,
      encode: (value) => {
        calls += 1;
        return value;
      },
    };
    const node: Form = rememberedForm(() =>
      allForms(
        membersForm({ at: counted, next: node }),
        unionForm([() => true, node2()], [() => true, node2()]),
      ),
    );
    const node2 = (): Form => membersForm({ next: node });
    let value: object = { at: 1 };
    for (let depth = 0; depth < 40; depth += 1) value = { at: 1, next: value };
    node.encode(value);
    expect(calls).toBe(41);
  });
});

const texts: readonly (readonly [text: string, milliseconds: boolean, nanoseconds: boolean])[] = [
  ["2024-02-29T12:30:00Z", true, true],
  ["2024-02-29t12:30:00z", true, true],
  ["2024-02-29T12:30:00.125000Z", true, true],
  ["2024-02-29T12:30:00.1250001Z", false, true],
  ["2024-02-29T12:30:00.123456789+02:00", false, true],
  ["2024-02-29T12:30:00.1234567891Z", false, false],
  ["2016-12-31T23:59:60Z", false, false],
  ["2024-02-30T12:30:00Z", false, false],
];

it.each(texts)("%s is precise to milliseconds: %s, to nanoseconds: %s", (text, ms, ns) => {
  expect([isMillisecondDateTime(text), isNanosecondDateTime(text)]).toEqual([ms, ns]);
});

const read: readonly (readonly [text: string, want: string])[] = [
  ["2024-02-29T14:30:00.125+02:00", T],
  ["2024-02-29t12:30:00.125z", T],
  ["2024-02-29T12:30:00.12500000Z", T],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ["1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57.000Z"],
  ["2024-02-29T12:30:00-00:00", "2024-02-29T12:30:00.000Z"],
];

it.each(read)("reads %s as %s", (text, want) => {
  expect(dateForm.read(text).toISOString()).toBe(want);
});

it("says what to do if the program has no Temporal", () => {
  expect(() => instantForm.decode(T, T)).toThrow(
    'temporal_missing: there is no global Temporal; import "temporal-polyfill/global" first',
  );
});

describe("the codec of values with a form", () => {
  const codec = formedCodec<Date>(
    dateForm,
    compactCodec(
      isMillisecondDateTime,
      () => (payload) => void payload.issues.push({ message: "no date", path: [] }),
    ),
  );

  it("takes both forms of a value, and gives that in TypeScript", () => {
    expect(codec.decode(`"${T}"`)).toEqual(at);
    expect(codec.parse(T)).toEqual(at);
    expect(codec.parse(at)).toEqual(at);
    expect(codec.encode(at)).toBe(`"${T}"`);
    expect([codec.is(at), codec.is(T), codec.is(new Date(Number.NaN))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(codec.validate(at)).toEqual([]);
    expect(codec.toWire?.(at)).toBe(T);
  });

  it.each([Number.NaN, 8.64e15, -6.3e13])("refuses a Date of %s ms", (time) => {
    expect(() => codec.encode(new Date(time))).toThrow("no date");
  });

  it("converts without a check as far as it can", () => {
    expect(codec.unchecked?.read(`"${T}"`, {})).toEqual(at);
    expect(codec.unchecked?.read(`"soon"`, {})).toBe("soon");
    expect(codec.unchecked?.write(at)).toBe(`"${T}"`);
  });
});

describe("decimals", () => {
  const rule: Rule = (payload) => void payload.issues.push({ message: "no decimal", path: [] });
  const decimals = exactCodec<Decimal>(
    decimalNumberForm,
    compactCodec(Number.isFinite, () => rule),
  );
  const texts = exactCodec<string>(
    numberTextForm,
    compactCodec(Number.isFinite, () => rule),
  );

  const numbers: readonly (readonly [
    text: string,
    decimal: string | undefined,
    written: string,
  ])[] = [
    ["0.1", "0.1", "0.1"],
    ["1.10", "1.1", "1.10"],
    ["123456789012.123456789", "123456789012.123456789", "123456789012.123456789"],
    [
      "9223372036854775807.999999999",
      "9223372036854775807.999999999",
      "9223372036854775807.999999999",
    ],
    ["-0.000000001", "-0.000000001", "-0.000000001"],
    ["1e-7", "0.0000001", "1e-7"],
    ["12.5E+3", "12500", "12.5E+3"],
    ["9007199254740993", "9007199254740993", "9007199254740993"],
    ["1.0", "1", "1.0"],
    ["0.0000000010000", "0.000000001", "0.0000000010000"],
    ["0.0000000001", undefined, "0.0000000001"],
    ["123456789.1234567891", undefined, "123456789.1234567891"],
    ["9223372036854775808", undefined, "9223372036854775808"],
    ["1e300", undefined, "1e300"],
  ];

  it.each(numbers)("reads the number %s as Decimal %s, or as text", (text, decimal, written) => {
    if (decimal === undefined) expect(() => decimals.decode(text)).toThrow("no decimal");
    else expect(decimals.encode(decimals.decode(text))).toBe(decimal);
    expect(texts.decode(text)).toBe(text);
    expect(texts.encode(text)).toBe(written);
    const unchecked = decimals.unchecked?.write(decimals.unchecked.read(text, {}));
    expect(unchecked).toBe(decimal ?? text);
  });

  it.each([
    ["a fraction of its text", '"0.1"'],
    ["a truth", "true"],
    ["a list", "[0.1]"],
  ])("refuses %s", (_name, text) => {
    expect(() => decimals.decode(text)).toThrow("no decimal");
  });

  it("takes a Decimal and a parsed number", () => {
    const value = { units: 9007199254740993n, nanos: 1 };
    expect(decimals.parse(value)).toEqual(value);
    expect(decimals.parse(0.5)).toEqual({ units: 0n, nanos: 500_000_000 });
    expect(decimals.is({ units: 1n, nanos: -1 })).toBe(false);
    expect(() => texts.encode("0x10")).toThrow("no decimal");
    expect(texts.parse("1.10")).toBe("1.10");
  });

  it.each([
    ["1.25", { units: 1n, nanos: 250_000_000 }, "1.25"],
    ["-0.50", { units: 0n, nanos: -500_000_000 }, "-0.5"],
    ["1.00000000000", { units: 1n, nanos: 0 }, "1"],
    ["1.0000000001", "1.0000000001", "1.0000000001"],
    ["1e3", "1e3", "1e3"],
  ])("reads the text %s", (text, value, written) => {
    const read = decimalForm.decode(text, text);
    expect(read).toEqual(value);
    expect(decimalForm.encode(read)).toBe(written);
  });
});
