// Ways down a schema.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { isInherited } from "@specwright/emit-kit";

/**
 * Returns the schemas that check the same value and always apply. References are followed one step.
 */
export function conjuncts(schema: ObjectSchema): readonly Schema[] {
  const parts: Schema[] = [];
  const add = (part: Schema | undefined): void => {
    if (part !== undefined) parts.push(part);
  };
  add(schema.ref?.target);
  add(schema.dynamicRef?.target);
  schema.allOf?.forEach(add);
  add(schema.not);
  add(schema.if);
  add(schema.then);
  add(schema.else);
  schema.dependentSchemas?.forEach(add);
  return parts;
}

/** Returns the alternatives that check the same value. */
export function alternatives({ anyOf, oneOf }: ObjectSchema): readonly Schema[] {
  if (anyOf === undefined || oneOf === undefined) return anyOf ?? oneOf ?? [];
  return [...anyOf, ...oneOf];
}

/** Returns the schemas of members and items. */
export function inner(schema: ObjectSchema): readonly Schema[] {
  const parts: Schema[] = [];
  const add = (part: Schema | undefined): void => {
    if (part !== undefined) parts.push(part);
  };
  schema.properties?.forEach(add);
  schema.patternProperties?.forEach(add);
  add(schema.additionalProperties);
  add(schema.propertyNames);
  add(schema.unevaluatedProperties);
  schema.prefixItems?.forEach(add);
  add(schema.items);
  add(schema.contains);
  add(schema.unevaluatedItems);
  return parts;
}

/** Reports whether a schema depends on what other keywords have evaluated. */
export function needsTracking(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  return schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
}

/** Reports whether a zod object says exactly what an object schema says. Its names must not be those every object inherits. */
export function isPlainObject({ properties, patternProperties, required }: ObjectSchema): boolean {
  if (patternProperties !== undefined && patternProperties.size > 0) return false;
  return ![...(properties?.keys() ?? []), ...(required ?? [])].some(isInherited);
}
