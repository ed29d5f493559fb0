// A value that a schema allows, for code samples: an example of the document, or one made up.

import type { ObjectSchema, Schema, TypeName } from "@specwright/contract";
import { isValid, type Reader } from "@specwright/diff/values";
import { orderedProperties, possibleTypes } from "@specwright/emit-kit/reading";
import type { JsonValue } from "@specwright/spec-loader";
import { schemaParts } from "../fields/schema-parts.ts";
import type { Reference } from "../pages/reference.ts";
import { sampleNumber, sampleString } from "./sample-scalar.ts";

interface Making {
  readonly reference: Reference;
  readonly reader: Reader | undefined;
  /** Whether fields that are not required are left out. */
  readonly isMinimal: boolean;
  /** The branch of each union that is taken. */
  readonly branch: number;
  readonly around: ReadonlySet<Schema>;
  /** How many more values may be made. */
  readonly budget: { left: number };
}

const maxDepth = 6;
const maxValues = 300;
const maxBranches = 3;

/**
 * Returns a value that a schema allows, or `undefined` if none is found: with all fields, or else
 * with the required ones only.
 */
export function sampleValue(
  schema: Schema,
  reference: Reference,
  reader?: Reader,
): JsonValue | undefined {
  for (let branch = 0; branch < maxBranches; branch++) {
    for (const isMinimal of [false, true]) {
      const budget = { left: maxValues };
      const making: Making = { reference, reader, isMinimal, branch, around: new Set(), budget };
      const value = make(schema, making);
      if (value !== undefined && isValid(schema, value, reader) !== false) return value;
    }
  }
  return undefined;
}

function make(schema: Schema, making: Making): JsonValue | undefined {
  making.budget.left--;
  if (schema.kind === "boolean") return schema.value ? {} : undefined;
  const { parts, isNullable } = schemaParts(schema, making.reference.contract);
  const { all, types } = withBranches(schema, parts, making);
  const given = givenValue(schema, all, making.reader);
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

/** Adds the parts of one branch of each union, and the types that remain. */
function withBranches(
  schema: Schema,
  parts: readonly ObjectSchema[],
  { branch, reference }: Making,
): { readonly all: readonly ObjectSchema[]; readonly types: ReadonlySet<TypeName> } {
  const all = [...parts];
  const seen = new Set<Schema>(parts);
  const types = new Set(possibleTypes(schema));
  for (let index = 0; index < all.length; index++) {
    for (const union of [all[index]?.oneOf, all[index]?.anyOf]) {
      const chosen = union?.[Math.min(branch, union.length - 1)];
      if (chosen === undefined) continue;
      const possible = possibleTypes(chosen);
      for (const type of types) if (!possible.has(type)) types.delete(type);
      for (const part of schemaParts(chosen, reference.contract).parts) {
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
  reader: Reader | undefined,
): JsonValue | undefined {
  for (const { examples, default: preset, const: constant, enum: values } of parts) {
    const given = [...(examples ?? []), constant?.value, preset, ...(values ?? [])];
    for (const value of given.slice(0, 5)) {
      if (value !== undefined && value !== null && isValid(schema, value, reader) === true)
        return value;
    }
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
      const own = schemaParts(property, making.reference.contract).parts;
      if (making.reader !== undefined && own.some((each) => each[hidden] === true)) continue;
      const value = make(property, making);
      if (value !== undefined) members.set(name, value);
    }
  }
  const others = parts.find((part) => part.additionalProperties !== undefined);
  for (const name of required) {
    if (members.has(name)) continue;
    const schema = others?.additionalProperties;
    const value = schema?.kind === "schema" ? make(schema, making) : "string";
    if (value !== undefined) members.set(name, value);
  }
  for (const { additionalProperties } of parts) {
    if (members.size > 0 || additionalProperties?.kind !== "schema" || making.isMinimal) continue;
    const value = make(additionalProperties, making);
    if (value !== undefined) members.set("name", value);
  }
  return Object.fromEntries(members);
}

function isLeftOut(schema: Schema, { budget, around }: Making): boolean {
  if (schema.kind === "schema" && schema.deprecated === true) return true;
  return budget.left <= 0 || around.size > maxDepth;
}

function makeArray(parts: readonly ObjectSchema[], making: Making): JsonValue {
  const values: JsonValue[] = [];
  for (const { prefixItems, items, minItems = 0 } of parts) {
    for (const each of prefixItems ?? []) values.push(make(each, making) ?? null);
    if (items === undefined) continue;
    const item = make(items, making);
    if (item === undefined) continue;
    const count = Math.min(Math.max(minItems, making.isMinimal ? 0 : 1), 10);
    while (values.length < count) values.push(varied(item, values.length));
  }
  return values;
}

/** Returns a value that differs from the first one, since items may have to. */
function varied(value: JsonValue, index: number): JsonValue {
  if (index === 0) return value;
  if (typeof value === "number") return value + index;
  if (typeof value === "bigint") return value + BigInt(index);
  return typeof value === "string" && value !== "" ? value.slice(0, -1) + index : value;
}

function makeScalar(
  parts: readonly ObjectSchema[],
  types: ReadonlySet<string>,
  { branch }: Making,
): JsonValue | undefined {
  if (types.has("string")) return sampleString(parts, branch);
  if (types.has("integer") || types.has("number")) return sampleNumber(parts, !types.has("number"));
  if (types.has("boolean")) return true;
  if (types.has("array")) return [];
  if (types.has("object")) return {};
  return types.has("null") ? null : undefined;
}
