// Decides whether a value is valid, keyword by keyword, as JSON Schema defines it. This code checks the
// values that the search finds. Therefore it reads the schemas of the contract directly, and shares no code
// for rules with the search.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { type Reader, unsentNames } from "../direction/unsent-names.ts";
import { isNumber, isObject, isSameJson, jsonTypeOf } from "../json/json-type.ts";
import { isValidArray } from "./array-keywords.ts";
import { type Discriminators, selectedBranch } from "./discriminators.ts";
import type { Evaluated, Here, Judge } from "./judge.ts";
import { isValidObject } from "./object-keywords.ts";
import { isValidNumber, isValidString, Undecidable } from "./scalar-keywords.ts";

/** Options for {@link isValid}. */
export interface ValidityOptions {
  /** Names of further properties that are not sent to the reader. */
  readonly unsent?: ReadonlySet<string>;
  /** Whether a known `format` restricts values, as in `ComparerOptions`. Default `false`. */
  readonly formatsAreRules?: boolean;
  /** The discriminators that restrict values. By default, discriminators restrict no values. */
  readonly discriminators?: Discriminators;
}

/**
 * Reports whether a value is valid. Returns `undefined` if this cannot be decided: if the rules of a
 * `format` are not known exactly, if a `pattern` has invalid syntax, or if a schema refers to its own
 * negation. If `reader` is set, properties that are not sent to this reader are ignored. These are the
 * properties that the schema marks, and the properties in `unsent`.
 */
export function isValid(
  schema: Schema,
  value: JsonValue,
  reader?: Reader,
  { unsent = new Set(), formatsAreRules = false, discriminators }: ValidityOptions = {},
): boolean | undefined {
  try {
    return judgeSchema(
      { reader, formatsAreRules, discriminators },
      schema,
      value,
      undefined,
      unsent,
    );
  } catch (error) {
    // If a value is nested too deep for the stack, its validity is not decided either.
    if (error instanceof Undecidable || error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Reading {
  readonly reader: Reader | undefined;
  readonly formatsAreRules: boolean;
  readonly discriminators: Discriminators | undefined;
}

function judgeSchema(
  reading: Reading,
  schema: Schema,
  value: JsonValue,
  here: Here | undefined,
  inherited: ReadonlySet<string>,
): boolean {
  if (schema.kind === "boolean") return schema.value;
  const path = here?.path ?? new Map<Schema, number>();
  const turns = here === undefined ? 0 : here.turns + Number(here.turned);
  const known = path.get(schema);
  if (known !== undefined) {
    // A schema that refers to itself on the same value does not reject the value.
    if (turns > known) throw new Undecidable();
    return true;
  }
  path.set(schema, turns);
  const evaluated: Evaluated = { names: new Set(), indices: new Set() };
  const { reader, discriminators } = reading;
  const own = discriminators?.unsentNames(schema, reader) ?? unsentNames(schema, reader);
  const unsent = new Set([...inherited, ...own]);
  const judge = judgeFor(reading);
  const valid =
    isValidType(schema, value) &&
    (!isNumber(value) || isValidNumber(schema, value, reading)) &&
    (typeof value !== "string" || isValidString(schema, value, reading)) &&
    isValidByOthers(reading, schema, value, {
      path,
      turns,
      turned: false,
      into: evaluated,
      unsent,
    }) &&
    (!isJsonArray(value) || isValidArray(judge, schema, value, evaluated.indices)) &&
    (!isObject(value) ||
      (isValidObject(judge, schema, value, evaluated.names, unsent) &&
        discriminators?.isSelected(schema, value) !== false));
  path.delete(schema);
  if (valid) mergeEvaluated(evaluated, here?.into);
  return valid;
}

function judgeFor(reading: Reading): Judge {
  return (schema, value, here) =>
    judgeSchema(reading, schema, value, here, here?.unsent ?? new Set());
}

function isValidType(schema: ObjectSchema, value: JsonValue): boolean {
  const type = jsonTypeOf(value);
  if (schema.types !== undefined) {
    const isInteger = isNumber(value) && (typeof value === "bigint" || Number.isInteger(value));
    const fits = schema.types.some((name) => name === type || (name === "integer" && isInteger));
    if (!fits) return false;
  }
  if (schema.const !== undefined && !isSameJson(schema.const.value, value)) return false;
  if (schema.enum === undefined || schema.openEnum === true) return true;
  return schema.enum.some((each) => isSameJson(each, value));
}

function isValidByOthers(
  reading: Reading,
  schema: ObjectSchema,
  value: JsonValue,
  here: Here,
): boolean {
  const judge = judgeFor(reading);
  const accepts = (each: Schema, turned = false): boolean =>
    judge(each, value, { ...here, turned });
  // In schemas that may reject the value, properties that are not sent are not ignored.
  const passes = (each: Schema): boolean =>
    judgeFor({ ...reading, reader: undefined })(each, value, {
      ...here,
      turned: true,
      unsent: new Set(),
    });
  // A reference has the same meaning wherever it is used, so its target does not inherit unsent names.
  const unsent = new Set<string>();
  for (const target of [schema.ref?.target, schema.dynamicRef?.target]) {
    if (target && !judge(target, value, { ...here, turned: false, unsent })) return false;
  }
  if (schema.allOf?.every((each) => accepts(each)) === false) return false;
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = reading.discriminators?.branchesOf(schema, keyword) ?? schema[keyword];
    if (branches === undefined) continue;
    const tag = reading.discriminators?.tagOf(schema, keyword);
    const branch = tag && selectedBranch(tag, value);
    if (tag !== undefined && (branch === undefined || !accepts(branch))) return false;
    if (tag !== undefined) continue;
    // All branches are checked, because each branch that accepts the value can evaluate properties and
    // items.
    const accepting = branches.filter((each) => accepts(each, keyword === "oneOf"));
    if (keyword === "oneOf" ? accepting.length !== 1 : accepting.length === 0) return false;
  }
  if (schema.not !== undefined && passes(schema.not)) return false;
  if (schema.if !== undefined) {
    const branch = passes(schema.if) ? schema.then : schema.else;
    if (branch !== undefined && !accepts(branch)) return false;
  }
  if (!isObject(value)) return true;
  for (const [name, each] of schema.dependentSchemas ?? []) {
    if (Object.hasOwn(value, name) && !accepts(each)) return false;
  }
  return true;
}

function mergeEvaluated(from: Evaluated, into: Evaluated | undefined): void {
  if (into === undefined) return;
  for (const name of from.names) into.names.add(name);
  for (const index of from.indices) into.indices.add(index);
}
