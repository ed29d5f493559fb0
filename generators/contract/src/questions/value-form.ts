// Types of values in TypeScript that differ from JSON, such as `Date` for a date-time. Validation always
// uses the JSON value: a form converts the value after validation when reading, and before validation when
// writing.

import type { FormFormat, ObjectSchema } from "../model/schema.ts";
import { formatForm, integerForm } from "../schema/link-forms.ts";

/** The types in TypeScript for values that can have several types. */
export interface ValueTypes {
  /**
   * The type of 64-bit integers. With `number`, readers reject values beyond 2^53 - 1. With `string`,
   * values contain the digits.
   *
   * @defaultValue `"bigint"`
   * @example
   * int64: "string"
   */
  readonly int64?: "bigint" | "number" | "string";
  /**
   * The type of strings with the format `date-time`. `Temporal` also changes the type of strings with the
   * format `date`.
   *
   * @defaultValue `"string"`
   * @example
   * dates: "Date"
   */
  readonly dates?: DateType;
  /**
   * The type of strings and numbers with the format `decimal`. With either option, numbers keep all their
   * digits.
   *
   * @defaultValue as in JSON
   * @example
   * decimals: "Decimal"
   */
  readonly decimals?: DecimalType;
  /**
   * Whether readers set an absent property to its `default`. Then readers and senders have
   * different types.
   *
   * @defaultValue `"ignore"`
   * @example
   * defaults: "apply"
   */
  readonly defaults?: "ignore" | "apply";
}

/** The type of dates: `Temporal` means `Temporal.Instant` and `Temporal.PlainDate`. */
export type DateType = "string" | "Date" | "Temporal";

/** The type of decimals; `Decimal` is the class of the runtime. */
export type DecimalType = "string" | "Decimal";

/** How the values of a schema are converted between JSON and TypeScript. */
export interface ValueForm {
  /**
   * The type in TypeScript. `from` is the module that exports the type; without `from`, the type is a
   * global.
   */
  readonly type: string;
  readonly from?: "runtime";
  /** The name of the constant in the runtime that converts the values. */
  readonly name: string;
  /** The format of strings that the form can convert without loss. */
  readonly format: StringFormat;
  /** The type of the values during validation. Default `string`. */
  readonly wire?: "number" | "bigint";
  /** True if the values are numbers in JSON, and readers must keep all digits. */
  readonly isExact?: true;
}

const forms = {
  Date: {
    type: "Date",
    name: "dateForm",
    format: { rule: "millisecondDateTimeFormat", predicate: "isMillisecondDateTime" },
  },
  Instant: {
    type: "Instant",
    from: "runtime",
    name: "instantForm",
    format: { rule: "nanosecondDateTimeFormat", predicate: "isNanosecondDateTime" },
  },
  PlainDate: {
    type: "PlainDate",
    from: "runtime",
    name: "plainDateForm",
    format: { rule: "dateFormat", predicate: "isDate" },
  },
  Decimal: {
    type: "Decimal",
    from: "runtime",
    name: "decimalForm",
    format: { rule: "decimalFormat", predicate: "isDecimalText" },
  },
  DecimalNumber: {
    type: "Decimal",
    from: "runtime",
    name: "decimalNumberForm",
    format: {},
    wire: "number",
    isExact: true,
  },
  NumberText: {
    type: "string",
    name: "numberTextForm",
    format: {},
    wire: "number",
    isExact: true,
  },
  IntegerText: { type: "string", name: "integerTextForm", format: {}, wire: "bigint" },
} as const satisfies Readonly<Record<string, ValueForm>>;

/** The JSON types of values that can have a different type in TypeScript. */
export type FormedType = "string" | "number" | "integer";

type Words = Readonly<Record<string, ValueForm | "as in JSON">>;

const noWords: Words = {};

/**
 * For each format and JSON type, maps the value of an option or of `x-type` to a form. A `date` cannot
 * become a `Date`, because a `Date` is a point in time, and so a different day in other time zones.
 */
const choices: Readonly<Record<FormFormat, Readonly<Record<"string" | "number", Words>>>> = {
  "date-time": {
    string: { string: "as in JSON", Date: forms.Date, Temporal: forms.Instant },
    number: noWords,
  },
  date: { string: { string: "as in JSON", Temporal: forms.PlainDate }, number: noWords },
  decimal: {
    string: { string: "as in JSON", Decimal: forms.Decimal },
    number: { number: "as in JSON", string: forms.NumberText, Decimal: forms.DecimalNumber },
  },
  int64: { string: digitForms("int64"), number: noWords },
  uint64: { string: digitForms("uint64"), number: noWords },
};

/** Returns the forms of integers that are strings of digits in JSON. */
function digitForms(format: "int64" | "uint64"): Words {
  return {
    string: "as in JSON",
    bigint: { type: "bigint", name: "textBigIntForm", format: rareFormat(format) },
    number: { type: "number", name: "textIntegerForm", format: rareFormat(`safe-${format}`) },
  };
}

const options: Readonly<Record<FormFormat, keyof ValueTypes>> = {
  "date-time": "dates",
  date: "dates",
  decimal: "decimals",
  int64: "int64",
  uint64: "int64",
};

/** Reports whether this value of `x-type` requests a type that differs from the JSON type. */
export function isFormWord(word: string): boolean {
  return word === "Date" || word === "Temporal" || word === "Decimal";
}

/** Lists the possible values of `x-type` on a schema. */
export function formWords({ types = [] }: ObjectSchema, format: FormFormat): readonly string[] {
  const { string, number } = choices[format];
  const words = [
    ...(types.includes("string") ? [string] : []),
    ...(types.includes("number") ? [number] : []),
  ];
  return [...new Set(words.flatMap((each) => Object.keys(each)))];
}

/**
 * Returns the form for the strings, numbers or integers of a schema. Returns undefined if the values keep
 * their JSON type, or if the schema does not allow values of this type.
 */
export function valueForm(
  schema: ObjectSchema,
  type: FormedType,
  valueTypes: ValueTypes = {},
): ValueForm | undefined {
  if (schema.types?.includes(type) !== true) return undefined;
  if (isIntegerText(schema, type, valueTypes)) return forms.IntegerText;
  const decided = type === "integer" ? undefined : formatForm(schema);
  if (decided === undefined || type === "integer") return undefined;
  const { format, asked = "" } = decided;
  const words = choices[format][type];
  const word = Object.hasOwn(words, asked)
    ? asked
    : (valueTypes[options[format]] ?? formatWord(format));
  const form = Object.hasOwn(words, word) ? words[word] : undefined;
  if (form === "as in JSON") return undefined;
  // As a string in TypeScript, a number could not be distinguished from a JSON string.
  const isAmbiguous = type === "number" && form?.type === "string" && schema.keepsNumber === true;
  return isAmbiguous ? undefined : form;
}

function formatWord(format: FormFormat): string {
  return options[format] === "int64" ? "bigint" : "as in JSON";
}

/** Reports whether the integers of a schema are strings in TypeScript. */
function isIntegerText(
  schema: ObjectSchema,
  type: FormedType,
  { int64 = "bigint" }: ValueTypes,
): boolean {
  const { keepsNumber, const: constant, enum: members, extensions } = schema;
  if (type === "string" || int64 === "number" || keepsNumber === true) return false;
  if ((constant ?? members) !== undefined) return false;
  const form = integerForm(schema);
  const isDefault = form === "bigint" && extensions.get("x-type") !== "bigint";
  return form === "string" || (isDefault && int64 === "string");
}

/** Lists the forms of the strings and the numbers of a schema. */
export function valueForms(schema: ObjectSchema, valueTypes?: ValueTypes): readonly ValueForm[] {
  const found: ValueForm[] = [];
  for (const type of formedTypes) {
    const form = valueForm(schema, type, valueTypes);
    if (form !== undefined) found.push(form);
  }
  return found;
}

const formedTypes = ["string", "number", "integer"] as const;

/**
 * Finds the implementation of the format of a schema's strings. Returns undefined for an unknown format. If
 * the strings have a form, the format of the form replaces the format of the schema. The format of the form
 * allows only values that the form can represent.
 */
export function schemaFormat(
  schema: ObjectSchema,
  valueTypes: ValueTypes | undefined,
): StringFormat | undefined {
  const form = valueForm(schema, "string", valueTypes);
  if (form !== undefined) return form.format;
  return schema.format === undefined || isNumberFormat(schema)
    ? undefined
    : stringFormat(schema.format);
}

// The implementations of formats by functions of the runtime, or by zod if it implements the RFC.

/** The implementation of a string format; empty if the format allows every string. */
export interface StringFormat {
  /** The zod function that creates the schema, such as `iso.date`. */
  readonly zod?: string;
  /**
   * The rule of the runtime for the format, and the function that reports whether a string has the format.
   */
  readonly rule?: string;
  readonly predicate?: string;
  /** The argument of the rule and of the function: the name of the format. Default: no argument. */
  readonly argument?: string;
}

/** Few documents use these formats, so one rule and one function implement all of them. */
function rareFormat(argument: string): StringFormat {
  return { rule: "format", predicate: "isFormat", argument };
}

const formats: ReadonlyMap<string, StringFormat> = new Map<string, StringFormat>([
  ["date-time", { rule: "dateTimeFormat", predicate: "isDateTime" }],
  ["date", { zod: "iso.date", rule: "dateFormat", predicate: "isDate" }],
  ["time", { rule: "timeFormat", predicate: "isTime" }],
  ["duration", rareFormat("duration")],
  ["email", { rule: "emailFormat", predicate: "isEmail" }],
  ["idn-email", rareFormat("idn-email")],
  ["hostname", { rule: "hostnameFormat", predicate: "isHostname" }],
  ["idn-hostname", rareFormat("idn-hostname")],
  ["ipv4", { zod: "ipv4", rule: "ipv4Format", predicate: "isIpv4" }],
  ["ipv6", { rule: "ipv6Format", predicate: "isIpv6" }],
  ["uri", { rule: "uriFormat", predicate: "isUri" }],
  ["uri-reference", { rule: "uriReferenceFormat", predicate: "isUriReference" }],
  ["iri", rareFormat("iri")],
  ["iri-reference", rareFormat("iri-reference")],
  ["uri-template", rareFormat("uri-template")],
  // `uuid` of zod rejects future versions.
  ["uuid", { zod: "guid", rule: "uuidFormat", predicate: "isUuid" }],
  ["json-pointer", rareFormat("json-pointer")],
  ["relative-json-pointer", rareFormat("relative-json-pointer")],
  ["regex", rareFormat("regex")],
  ["byte", { zod: "base64", rule: "base64Format", predicate: "isBase64" }],
  ["base64", { zod: "base64", rule: "base64Format", predicate: "isBase64" }],
  ["base64url", { zod: "base64url", ...rareFormat("base64url") }],
  ["int64", rareFormat("int64")],
  ["uint64", rareFormat("uint64")],
  // These formats describe the meaning or display of a string, and allow every string.
  ["binary", {}],
  ["password", {}],
]);

/** Finds the implementation of a string format; undefined for an unknown one. */
export function stringFormat(name: string): StringFormat | undefined {
  return formats.get(name);
}

/** Lists the known formats of strings. */
export function stringFormats(): readonly string[] {
  return [...formats.keys()];
}

/** The ranges of the known number formats; only integer formats restrict values. */
const numberRanges: ReadonlyMap<string, readonly [least: bigint, most: bigint] | undefined> =
  new Map([
    ...[8n, 16n, 32n, 64n].flatMap((bits) => [
      [`int${bits}`, [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]] as const,
      [`uint${bits}`, [0n, 2n ** bits - 1n]] as const,
    ]),
    ...["float", "double", "double-int"].map((name) => [name, undefined] as const),
  ]);

/**
 * Reports whether the format of a schema restricts only numbers. Listed strings count as text, not as the
 * digits of a number.
 */
export function isNumberFormat(schema: ObjectSchema): boolean {
  const { format = "", types = [] } = schema;
  if (!numberRanges.has(format)) return false;
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  return !types.includes("string") || stringFormat(format) === undefined;
}

/**
 * Returns the least and the greatest integer of a number format. Returns undefined if the format has no
 * bounds.
 */
export function numberRange(format: string): readonly [least: bigint, most: bigint] | undefined {
  return numberRanges.get(format);
}
