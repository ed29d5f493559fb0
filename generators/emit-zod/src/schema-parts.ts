// Ways down a schema.

import type { ObjectSchema, Schema } from "@specwright/contract";

/** Gives the schemas that judge the same value and always apply. References are followed one step. */
export function conjuncts(schema: ObjectSchema): readonly Schema[] {
  const { ref, dynamicRef, allOf = [], not, dependentSchemas } = schema;
  return present([
    ref?.target,
    dynamicRef?.target,
    ...allOf,
    not,
    schema.if,
    schema.then,
    schema.else,
    ...(dependentSchemas?.values() ?? []),
  ]);
}

/** Gives the alternatives that judge the same value. */
export function alternatives({ anyOf = [], oneOf = [] }: ObjectSchema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

/** Gives the schemas of members and items. */
export function inner(schema: ObjectSchema): readonly Schema[] {
  return present([
    ...(schema.properties?.values() ?? []),
    ...(schema.patternProperties?.values() ?? []),
    schema.additionalProperties,
    schema.propertyNames,
    schema.unevaluatedProperties,
    ...(schema.prefixItems ?? []),
    schema.items,
    schema.contains,
    schema.unevaluatedItems,
  ]);
}

/** Tells a schema that looks at what its neighbours have looked at. */
export function needsTracking(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  return schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
}

function present(schemas: readonly (Schema | undefined)[]): readonly Schema[] {
  return schemas.filter((schema) => schema !== undefined);
}
