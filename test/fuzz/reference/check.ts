// The definitions that the keyword files of the reference share: how a schema checks a value.

/** The state of a validation; failed branches are rolled back. */
export interface Run {
  /** Members to convert if the whole value is valid. */
  readonly conversions: Conversion[];
  /** Members and items that a keyword has evaluated, for `unevaluated...`. */
  readonly marks: Mark[];
  /** True while only a match is tested: then `integer` accepts any integer. */
  asking: boolean;
  /** True while required members may be missing: not where members decide which schema applies. */
  forgiving: boolean;
}

/** Reports whether required members may be missing. */
export function mayLack({ forgiving, asking }: Run): boolean {
  return forgiving && !asking;
}

/** Runs a check of a branch that nothing but the check selects. */
export function strictly(run: Run, check: () => boolean): boolean {
  const { forgiving } = run;
  run.forgiving = false;
  const holds = check();
  run.forgiving = forgiving;
  return holds;
}

/** A conversion: the member `key` of `holder` becomes `value`. */
export interface Conversion {
  readonly holder: Holder;
  readonly key: string | number;
  readonly value: unknown;
}

/** An object or array created by a reader. */
export type Holder = Record<string | number, unknown>;

/** A member or item of `owner` that was evaluated; `true` means all of them. */
export interface Mark {
  readonly owner: object;
  readonly key: string | number | true;
}

/** Reports whether a value matches a schema; its place is `holder[key]`. */
export type Check = (value: unknown, holder: Holder, key: string | number, run: Run) => boolean;

/** A schema object as written in the document. */
export type RawSchema = Readonly<Record<string, unknown>>;

/** Creates the check of a subschema. */
export type Compile = (schema: unknown) => Check;

/** Creates the check of one keyword. */
export type Keyword = (word: unknown, schema: RawSchema, compile: Compile) => Check | undefined;

/** A JSON object. */
export type JsonRecord = Record<string, unknown>;

/** Reports whether a value is an object other than an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is an array. */
export function isList(value: unknown): value is unknown[] & Holder {
  return Array.isArray(value);
}

const nowhere: Holder = {};

/** Runs a check and discards its findings. */
export function asksCheck(check: Check, value: unknown, run: Run): boolean {
  const marks = run.marks.length;
  const holds = looksAt(check, value, run);
  run.marks.length = marks;
  return holds;
}

/** Runs a check without conversions, and keeps which parts it evaluated. */
export function looksAt(check: Check, value: unknown, run: Run): boolean {
  const { asking } = run;
  const conversions = run.conversions.length;
  run.asking = true;
  const holds = check(value, nowhere, "", run);
  run.asking = asking;
  run.conversions.length = conversions;
  return holds;
}

/**
 * Reports whether two JSON values are equal: numbers by their mathematical value, members in any
 * order.
 */
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

/** Reports whether a value is a JSON number, as number or bigint. */
export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Returns the list of subschemas of a keyword, or an empty list if it is absent. */
export function listOf(word: unknown): readonly unknown[] {
  return Array.isArray(word) ? word : [];
}
