// The properties of an object that is serialised field by field: a form, or a parameter by style.

import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { isNothing } from "./schema-facts.ts";

/**
 * Collects the properties of an object schema, including those of its `allOf` parts; undefined if
 * the schema is not one of an object.
 */
export function objectProperties(schema: Schema): ReadonlyMap<string, Schema> | undefined {
  const gathered = new Map<string, Schema>();
  return gather(schema, gathered, new Set()) ? gathered : undefined;
}

function gather(schema: Schema, gathered: Map<string, Schema>, seen: Set<Schema>): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return false;
  seen.add(target);
  const parts = (target.allOf ?? []).map((part) => gather(part, gathered, seen));
  for (const [name, property] of target.properties ?? []) gathered.set(name, property);
  return (
    target.properties !== undefined ||
    target.types?.includes("object") === true ||
    parts.includes(true)
  );
}

/**
 * Returns the schema of properties that an object has besides those it lists; undefined if the
 * document does not say that there are any.
 */
export function additionalProperties(
  schema: Schema,
  seen: Set<Schema> = new Set(),
): Schema | undefined {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return undefined;
  seen.add(target);
  const { additionalProperties: own, patternProperties, allOf, properties } = target;
  if (own !== undefined && !isNothing(own)) return own;
  const [pattern] = patternProperties?.values() ?? [];
  if (pattern !== undefined) return pattern;
  const [first] = (allOf ?? []).flatMap((part) => additionalProperties(part, seen) ?? []);
  if (first !== undefined) return first;
  const isFree = own === undefined && properties === undefined && allOf === undefined;
  return isFree && target.types?.includes("object")
    ? { kind: "boolean", source: target.source, value: true }
    : undefined;
}
