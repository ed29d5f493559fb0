import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema, Schema } from "../model/schema.ts";

/** A constant of a type that JavaScript compares by value. */
export type FixedValue = string | number | boolean;

type Values = ReadonlySet<FixedValue>;

/** The maximum number of values that `fixedValues` returns. */
const MAX_VALUES = 64;

/**
 * Returns the values that a schema allows for the member at a path. Returns undefined if the schema does
 * not list the values, if it lists more than `MAX_VALUES`, or if a value is not a string, number or
 * boolean.
 */
export function fixedValues(schema: Schema, path: readonly string[]): Values | undefined {
  return valuesAt(schema, path, new Set());
}

function valuesAt(schema: Schema, path: readonly string[], seen: Set<Schema>): Values | undefined {
  if (schema.kind === "boolean" || seen.has(schema)) return undefined;
  const inner = new Set(seen).add(schema);
  const [name, ...rest] = path;
  const property = name === undefined ? undefined : schema.properties?.get(name);
  const own =
    name === undefined ? ownValues(schema) : property && valuesAt(property, rest, new Set());
  const parts = [...(schema.ref === undefined ? [] : [schema.ref.target]), ...(schema.allOf ?? [])];
  const found = [own, ...parts.map((part) => valuesAt(part, path, inner))];
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (branches !== undefined) {
      found.push(uniteValues(branches.map((branch) => valuesAt(branch, path, inner))));
    }
  }
  // Every part of the schema restricts the value, so the shortest list is the most precise one.
  return found
    .filter((values) => values !== undefined)
    .sort((a, b) => a.size - b.size)
    .at(0);
}

function ownValues(schema: ObjectSchema): Values | undefined {
  const listed = schema.const === undefined ? schema.enum : [schema.const.value];
  if (listed === undefined || listed.length > MAX_VALUES) return undefined;
  return listed.every(isFixed) ? new Set(listed) : undefined;
}

function isFixed(value: JsonValue): value is FixedValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function uniteValues(branches: readonly (Values | undefined)[]): Values | undefined {
  const all = new Set<FixedValue>();
  for (const branch of branches) {
    if (branch === undefined) return undefined;
    for (const value of branch) all.add(value);
  }
  return all;
}
