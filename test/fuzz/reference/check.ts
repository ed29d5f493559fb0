// What the keyword files of the reference have in common: how a schema looks at a value.

/** Collects what a run has found out so far; failed branches cut it back. */
export interface Run {
  /** Which members become something else when the whole is valid. */
  readonly conversions: Conversion[];
  /** Which members and items some keyword has looked at, for `unevaluated...`. */
  readonly marks: Mark[];
  /** True while a schema only asks whether a value matches: any integer will do for `integer` then. */
  asking: boolean;
}

/** Says that the member `key` of `holder` becomes `value`. */
export interface Conversion {
  readonly holder: Holder;
  readonly key: string | number;
  readonly value: unknown;
}

/** Is an object or array that a reader made. */
export type Holder = Record<string | number, unknown>;

/** Names a member or item of `owner` that was looked at; `true` is all of them. */
export interface Mark {
  readonly owner: object;
  readonly key: string | number | true;
}

/** Tells whether a value keeps a schema; `holder[key]` is where it stands. */
export type Check = (value: unknown, holder: Holder, key: string | number, run: Run) => boolean;

/** Is a schema object as the document has it. */
export type RawSchema = Readonly<Record<string, unknown>>;

/** Makes the check of a subschema. */
export type Compile = (schema: unknown) => Check;

/** Makes the check of one keyword. */
export type Keyword = (word: unknown, schema: RawSchema, compile: Compile) => Check | undefined;

/** Is a JSON object. */
export type JsonRecord = Record<string, unknown>;

/** Tells an object from arrays and everything else. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells an array. */
export function isList(value: unknown): value is unknown[] & Holder {
  return Array.isArray(value);
}

const nowhere: Holder = {};

/** Runs a check and forgets what it found out. */
export function asks(check: Check, value: unknown, run: Run): boolean {
  const marks = run.marks.length;
  const holds = looks(check, value, run);
  run.marks.length = marks;
  return holds;
}

/** Runs a check that decodes nothing, and remembers what it looked at. */
export function looks(check: Check, value: unknown, run: Run): boolean {
  const { asking } = run;
  const conversions = run.conversions.length;
  run.asking = true;
  const holds = check(value, nowhere, "", run);
  run.asking = asking;
  run.conversions.length = conversions;
  return holds;
}

/** Tells whether two JSON values are equal: numbers by their mathematical value, members in any order. */
export function equal(one: unknown, other: unknown): boolean {
  if (isNumeric(one) && isNumeric(other)) return !(one < other || one > other);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && equal(Reflect.get(one, key), Reflect.get(other, key)),
  );
}

/** Tells a JSON number, in either form. */
export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Gives a schema's list of subschemas, or nothing when the keyword is absent. */
export function listOf(word: unknown): readonly unknown[] {
  return Array.isArray(word) ? word : [];
}
