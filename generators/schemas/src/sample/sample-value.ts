// Returns values that a schema allows. They are examples from the document, or generated values.

import {
  type Contract,
  type ObjectSchema,
  orderedProperties,
  possibleTypes,
  type Schema,
  type TypeName,
  type ValueTypes,
} from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reader } from "../direction/unsent-names.ts";
import { isValid } from "../evaluate/is-valid.ts";
import { findValue } from "../search/find-value.ts";
import { hasFormats } from "./has-formats.ts";
import { type Choices, firstChoices, seededChoices } from "./random.ts";
import { sampleNumber, sampleString } from "./sample-scalar.ts";
import { isNestedTooDeep, schemaParts } from "./schema-parts.ts";
import { taggedSchema } from "./tagged-schema.ts";

/** Options for samples. */
export interface SampleOptions {
  /** The side that reads the value. Properties that are not sent to this side are omitted. */
  readonly reader?: Reader;
  /**
   * The seed for choices between the values of an enum, the branches of a union, words and numbers. Without
   * a seed, the first option is always chosen.
   */
  readonly seed?: number;
  /**
   * A name for the sample. With a seed, samples of the same schema differ if their names differ, as for the
   * items of a stream. By default, a sample has no name.
   */
  readonly name?: string;
  /**
   * Returns the text for a string without constraints. The argument is the name of the string's property,
   * or `undefined` if the string is the whole sample. By default, the text is `string` without a seed, and
   * a random word with a seed.
   */
  readonly wordOf?: (name: string | undefined) => string;
  /**
   * The approximate maximum number of nested values. If it is reached, optional properties are omitted.
   * Default 300.
   */
  readonly maxValues?: number;
  /**
   * The maximum number of search steps for a schema without a direct sample. With 0, there is no search.
   * Default 40,000.
   */
  readonly maxSteps?: number;
  /** The options for the types of values in TypeScript. Samples fit in these types. Default: strings. */
  readonly valueTypes?: ValueTypes | undefined;
}

/** A sample, or the reason why it is missing: the schema allows no value, or no valid value was found. */
export type Sample =
  | { readonly kind: "made"; readonly value: JsonValue }
  | { readonly kind: "impossible" }
  | { readonly kind: "unknown" };

interface Making extends Pick<SampleOptions, "reader" | "wordOf" | "valueTypes"> {
  readonly contract: Contract;
  readonly choices: Choices;
  /** Whether to omit optional properties. */
  readonly isMinimal: boolean;
  readonly attempt: number;
  readonly around: ReadonlySet<Schema>;
  /** The name of the property whose value is generated. */
  readonly member?: string;
  /** The number of values that may still be generated. */
  readonly budget: { left: number };
}

const maxDepth = 6;
const maxAttempts = 3;

/**
 * Returns a value that a schema allows; `undefined` if no value is found. It prefers examples, constants
 * and defaults of the document.
 *
 * @example
 * ```ts
 * sampleValue(declaration.schema, contract, { reader: "response", seed: 7 });
 * ```
 */
export function sampleValue(
  schema: Schema,
  contract: Contract,
  options: SampleOptions = {},
): JsonValue | undefined {
  const sample = makeSample(schema, contract, options);
  return sample.kind === "made" ? sample.value : undefined;
}

/**
 * Returns a value that a schema allows. It first tries a value with all properties, then a value with the
 * required properties, and then a search that supports all keywords. Reports a schema that allows no value.
 * For the same document and seed, the value is always the same.
 */
export function makeSample(
  written: Schema,
  contract: Contract,
  { reader, seed, name = "", wordOf, maxValues = 300, maxSteps, valueTypes }: SampleOptions = {},
): Sample {
  const schema = taggedSchema(written, contract);
  if (isNestedTooDeep(schema)) return { kind: "unknown" };
  const { file, pointer } = schema.source;
  const choices =
    seed === undefined ? firstChoices : seededChoices(seed, `${file}#${pointer} ${name}`);
  const fits = (value: JsonValue): boolean =>
    isValid(schema, value, reader) !== false && hasFormats(schema, value, { contract, valueTypes });
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    for (const isMinimal of [false, true]) {
      const value = makeValue(schema, {
        contract,
        valueTypes,
        choices,
        isMinimal,
        attempt,
        around: new Set(),
        budget: { left: maxValues },
        ...(reader !== undefined && { reader }),
        ...(wordOf !== undefined && { wordOf }),
      });
      if (value !== undefined && fits(value)) return { kind: "made", value };
    }
  }
  if (maxSteps === 0) return { kind: "unknown" };
  const found = findValue(schema, reader, maxSteps);
  if (found.kind === "empty") return { kind: "impossible" };
  if (found.kind === "found" && fits(found.value)) return { kind: "made", value: found.value };
  return { kind: "unknown" };
}

function makeValue(schema: Schema, making: Making): JsonValue | undefined {
  making.budget.left -= 1;
  if (schema.kind === "boolean") return schema.value ? {} : undefined;
  const { parts, isNullable } = schemaParts(schema, making.contract);
  const { all, types } = withBranches(schema, parts, making);
  const given = givenValue(schema, all, making);
  if (given !== undefined) return given;
  if (all.some((part) => making.around.has(part)) || making.around.size > maxDepth * 4) {
    return isNullable ? null : undefined;
  }
  const inside: Making = { ...making, around: new Set([...making.around, ...all]) };
  if (types.has("object") && (types.size === 1 || all.some(hasMembers))) {
    return makeObject(all, inside);
  }
  if (types.has("array") && types.size <= 2) return makeArray(all, inside);
  return makeScalar(all, types, making);
}

function hasMembers({ properties, additionalProperties, required }: ObjectSchema): boolean {
  return properties !== undefined || additionalProperties !== undefined || required !== undefined;
}

/**
 * Chooses one branch of each union. Returns the given parts together with the parts of the chosen branches,
 * and the types that remain possible.
 */
function withBranches(
  schema: Schema,
  parts: readonly ObjectSchema[],
  { attempt, choices, contract }: Making,
): { readonly all: readonly ObjectSchema[]; readonly types: ReadonlySet<TypeName> } {
  const all = [...parts];
  const seen = new Set<Schema>(parts);
  const types = new Set(possibleTypes(schema));
  for (let index = 0; index < all.length; index += 1) {
    for (const union of [all[index]?.oneOf, all[index]?.anyOf]) {
      if (union === undefined || union.length === 0) continue;
      const chosen = union[(choices.below(union.length) + attempt) % union.length];
      if (chosen === undefined) continue;
      const possible = possibleTypes(chosen);
      for (const type of types) if (!possible.has(type)) types.delete(type);
      for (const part of schemaParts(chosen, contract).parts) {
        if (!seen.has(part)) all.push(part);
        seen.add(part);
      }
    }
  }
  return { all, types };
}

function givenValue(
  schema: Schema,
  parts: readonly ObjectSchema[],
  { reader, choices, contract, valueTypes }: Making,
): JsonValue | undefined {
  const suits = (value: JsonValue | undefined): boolean =>
    value !== undefined &&
    value !== null &&
    isValid(schema, value, reader) === true &&
    hasFormats(schema, value, { contract, valueTypes });
  for (const { examples = [], default: preset, const: constant, enum: values = [] } of parts) {
    const written = [...examples, constant?.value, preset].slice(0, 5).find(suits);
    if (written !== undefined) return written;
    const listed = choices.pick(values.slice(0, 50));
    const value = suits(listed) ? listed : values.slice(0, 5).find(suits);
    if (value !== undefined) return value;
  }
  return undefined;
}

function makeObject(parts: readonly ObjectSchema[], making: Making): JsonValue {
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const members = new Map<string, JsonValue>();
  const hidden = making.reader === "request" ? "readOnly" : "writeOnly";
  for (const part of parts) {
    for (const [name, property] of orderedProperties(part)) {
      if (members.has(name)) continue;
      if (!required.has(name) && (making.isMinimal || isLeftOut(property, making))) continue;
      const own = schemaParts(property, making.contract).parts;
      if (making.reader !== undefined && own.some((each) => each[hidden] === true)) continue;
      const value = makeValue(property, { ...making, member: name });
      if (value !== undefined) members.set(name, value);
    }
  }
  const others = parts.find((part) => part.additionalProperties !== undefined);
  for (const name of required) {
    if (members.has(name)) continue;
    const schema = others?.additionalProperties;
    const own: Making = { ...making, member: name };
    const value =
      schema?.kind === "schema" ? makeValue(schema, own) : (own.wordOf?.(name) ?? "string");
    if (value !== undefined) members.set(name, value);
  }
  for (const { additionalProperties } of parts) {
    if (members.size > 0 || additionalProperties?.kind !== "schema" || making.isMinimal) continue;
    const value = makeValue(additionalProperties, making);
    if (value !== undefined) members.set("name", value);
  }
  return Object.fromEntries(members);
}

function isLeftOut(schema: Schema, { budget, around }: Making): boolean {
  if (schema.kind === "schema" && schema.deprecated === true) return true;
  return budget.left <= 0 || around.size > maxDepth;
}

/** The maximum number of items in a sample of an array, unless its schema requires more. */
const maxItems = 10;

function makeArray(parts: readonly ObjectSchema[], making: Making): JsonValue {
  const values: JsonValue[] = [];
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems === true);
  const most = Math.min(...parts.map((part) => part.maxItems ?? Number.POSITIVE_INFINITY));
  for (const { prefixItems, items, minItems = 0 } of parts) {
    for (const each of prefixItems ?? []) values.push(makeValue(each, making) ?? null);
    if (items === undefined) continue;
    const wanted = making.isMinimal ? 0 : 1 + making.choices.below(2);
    const count = Math.min(Math.max(minItems, wanted), Math.max(minItems, maxItems), most);
    while (values.length < count) {
      const item = makeValue(items, making);
      if (item === undefined) break;
      values.push(isUnique ? varyValue(item, values.length) : item);
    }
  }
  return values;
}

/** Returns a variant of a value, for an array whose items must be unique. */
function varyValue(value: JsonValue, index: number): JsonValue {
  if (index === 0) return value;
  if (typeof value === "number") return value + index;
  if (typeof value === "bigint") return value + BigInt(index);
  return typeof value === "string" && value !== "" ? value.slice(0, -1) + index : value;
}

function makeScalar(
  parts: readonly ObjectSchema[],
  types: ReadonlySet<string>,
  { attempt, choices, wordOf, member, valueTypes }: Making,
): JsonValue | undefined {
  if (types.has("string")) {
    const word = wordOf?.(member);
    return sampleString(parts, { choices, attempt, valueTypes, ...(word && { word }) });
  }
  if (types.has("integer") || types.has("number")) {
    return sampleNumber(parts, !types.has("number"), choices);
  }
  if (types.has("boolean")) return choices.below(2) === 0;
  if (types.has("array")) return [];
  if (types.has("object")) return {};
  return types.has("null") ? null : undefined;
}
