// Reading that gives absent members their defaults.

import {
  allForms,
  compactCodec,
  dateForm,
  type Form,
  filledCodec,
  filledUnionForm,
  formedCodec,
  isObject,
  itemsForm,
  maxProperties,
  membersForm,
  sameForm,
} from "@specwright/runtime/codegen";
import { describe, expect, it } from "vitest";

const T = "2024-02-29T12:30:00.125Z";
const at = new Date(T);
const inner = membersForm({}, { defaults: { deep: () => true } });
const form = membersForm(
  { at: dateForm, inner },
  { defaults: { at: () => T, inner: () => ({}), list: () => [] } },
);
const wire = compactCodec(
  (value) => isObject(value) && Object.keys(value).length <= 3,
  () => maxProperties(3),
);
const codec = filledCodec<Record<string, unknown>>(formedCodec, form, wire);
const whole = { at, inner: { deep: true }, list: [] };

const given: readonly (readonly [text: string, want: object])[] = [
  ["{}", whole],
  [`{"at":"2024-01-01T00:00:00Z"}`, { ...whole, at: new Date("2024-01-01T00:00:00Z") }],
  [`{"inner":{"deep":false}}`, { ...whole, inner: { deep: false } }],
  [`{"list":null,"inner":null}`, { ...whole, list: null, inner: null }],
];

describe("a codec with defaults", () => {
  it.each(given)("reads %s", (text, want) => {
    expect(codec.decode(text)).toEqual(want);
    expect(codec.parse(JSON.parse(text))).toEqual(want);
    expect(codec.decode(codec.encode(codec.decode(text)))).toEqual(want);
  });

  it("treats an undefined member as absent", () => {
    expect(codec.parse({ list: undefined })).toEqual(whole);
  });

  it("gives each reader its own list", () => {
    expect(codec.decode("{}")["list"]).not.toBe(codec.decode("{}")["list"]);
  });

  it("rejects values that the defaults make invalid", () => {
    expect(() => codec.decode(`{"other":1}`)).toThrow("at most 3 properties");
  });

  it("adds nothing to what is written", () => {
    expect(codec.encode({})).toBe("{}");
    expect(codec.parseWritten?.({ at: T })).toEqual({ at });
    expect([codec.is({}), codec.validate({})]).toEqual([true, []]);
  });

  it("adds defaults to a value that is read without a check", () => {
    const filled = codec.decode("{}");
    expect(codec.unchecked?.read("{}", {})).toEqual(filled);
    expect(codec.unchecked?.read('{"at":7}', {})).toEqual({ ...Object(filled), at: 7 });
  });
});

const isSmall = (value: unknown): boolean => isObject(value) && Object.keys(value).length < 2;
const one = membersForm({}, { defaults: { a: () => 1 } });
const two = membersForm({}, { defaults: { b: () => 2 } });

const unions: readonly (readonly [
  what: string,
  branches: readonly (readonly [is: (value: unknown) => boolean, form: Form])[],
  want: object,
])[] = [
  [
    "the first branch",
    [
      [isObject, one],
      [isObject, two],
    ],
    { x: 0, a: 1 },
  ],
  [
    "none of a first branch without any",
    [
      [isObject, sameForm],
      [isObject, two],
    ],
    { x: 0 },
  ],
  [
    "a branch that allows them",
    [
      [isSmall, one],
      [isObject, two],
    ],
    { x: 0, b: 2 },
  ],
  [
    "no branch that the value does not match",
    [
      [Array.isArray, one],
      [isObject, two],
    ],
    { x: 0, b: 2 },
  ],
];

it.each(unions)("gives the defaults of %s", (_, branches, want) => {
  const plain = compactCodec(isObject, () => () => {});
  const union = filledCodec(formedCodec, filledUnionForm(...branches), plain);
  expect(union.decode(`{"x":0}`)).toEqual(want);
});

it("gives the defaults of parts and items", () => {
  const plain = compactCodec(
    () => true,
    () => () => {},
  );
  const list = filledCodec(formedCodec, itemsForm(allForms(one, two)), plain);
  expect(list.decode('[{},{"b":0}]')).toEqual([
    { a: 1, b: 2 },
    { b: 0, a: 1 },
  ]);
});
