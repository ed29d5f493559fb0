// Ways down a schema.

import type { ObjectSchema, Schema } from "@specwright/contract";

/** Gives the schemas that judge the same value and always apply. References are followed one step. */
export function conjuncts(schema: ObjectSchema): readonly Schema[] {
  const parts: Schema[] = [];
  add(parts, [schema.ref?.target, schema.dynamicRef?.target]);
  add(parts, schema.allOf);
  add(parts, [schema.not, schema.if, schema.then, schema.else]);
  add(parts, schema.dependentSchemas?.values());
  return parts;
}

/** Gives the alternatives that judge the same value. */
export function alternatives({ anyOf, oneOf }: ObjectSchema): readonly Schema[] {
  const parts: Schema[] = [];
  add(parts, anyOf);
  add(parts, oneOf);
  return parts;
}

/** Gives the schemas of members and items. */
export function inner(schema: ObjectSchema): readonly Schema[] {
  const parts: Schema[] = [];
  add(parts, schema.properties?.values());
  add(parts, schema.patternProperties?.values());
  add(parts, [schema.additionalProperties, schema.propertyNames, schema.unevaluatedProperties]);
  add(parts, schema.prefixItems);
  add(parts, [schema.items, schema.contains, schema.unevaluatedItems]);
  return parts;
}

/** Tells a schema that looks at what its neighbours have looked at. */
export function needsTracking(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  return schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
}

function add(parts: Schema[], schemas: Iterable<Schema | undefined> = []): void {
  for (const schema of schemas) if (schema !== undefined) parts.push(schema);
}
