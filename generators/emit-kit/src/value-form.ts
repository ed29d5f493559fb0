// The forms that values have in TypeScript and not in JSON: a `Date` for a date-time, for example.
// What is checked is always the value in JSON; a form converts it after the check, and back before.

import {
  type FormFormat,
  type ObjectSchema,
  type StringForm,
  stringForm,
} from "@specwright/contract";
import { type StringFormat, stringFormat } from "./string-format.ts";

/** The types that values have in TypeScript, where there is a choice. */
export interface ValueTypes {
  /**
   * The type of strings of the format `date-time`, and with `Temporal` also of those of the format
   * `date`. Default `string`.
   */
  readonly dates?: DateType;
}

/** The type of dates: `Temporal` stands for `Temporal.Instant` and `Temporal.PlainDate`. */
export type DateType = "string" | "Date" | "Temporal";

/** How the values of a schema are converted between JSON and TypeScript. */
export interface ValueForm {
  /** The type in TypeScript, and what it is imported from; a global if that is absent. */
  readonly type: string;
  readonly from?: "runtime";
  /** The constant of the runtime that converts. */
  readonly name: string;
  /** The implementation of the format of texts that the form can hold without loss. */
  readonly format: StringFormat;
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
} as const satisfies Readonly<Record<string, ValueForm>>;

/**
 * The forms of each format by the word that asks for them, as an option or with `x-type`. A day has
 * no `Date`, which is a point in time and another day elsewhere.
 */
const choices: Readonly<Record<FormFormat, Readonly<Record<string, ValueForm | "text">>>> = {
  "date-time": { string: "text", Date: forms.Date, Temporal: forms.Instant },
  date: { string: "text", Temporal: forms.PlainDate },
  decimal: { string: "text" },
};

/** Reports whether a word, as a value of `x-type`, asks for a form other than that in JSON. */
export function isFormWord(word: string): boolean {
  return Object.values(choices).some((words) => word !== "string" && Object.hasOwn(words, word));
}

/** Lists the words that `x-type` may have on a schema of a format. */
export function formWords(format: FormFormat): readonly string[] {
  return Object.keys(choices[format]);
}

/** Returns the form of the values of a schema; undefined if they are as in JSON. */
export function valueForm(schema: ObjectSchema, valueTypes?: ValueTypes): ValueForm | undefined {
  const decided = stringForm(schema);
  if (decided === undefined) return undefined;
  const form = choices[decided.format][formWord(decided, valueTypes)];
  return form === "text" ? undefined : form;
}

/** Returns the word for the form of strings: that of the document if they have it, or of an option. */
export function formWord(
  { format, asked }: StringForm,
  { dates = "string" }: ValueTypes = {},
): string {
  return asked !== undefined && Object.hasOwn(choices[format], asked) ? asked : dates;
}

/**
 * Finds the implementation of the format of a schema's strings; undefined for an unknown format. A
 * form restricts its format to what it can hold, and enforces it.
 */
export function schemaFormat(
  schema: ObjectSchema,
  valueTypes: ValueTypes | undefined,
): StringFormat | undefined {
  const form = valueForm(schema, valueTypes);
  if (form !== undefined) return form.format;
  return schema.format === undefined ? undefined : stringFormat(schema.format);
}
