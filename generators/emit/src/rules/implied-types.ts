import { isAnything, type ObjectSchema, type Schema, type TypeName } from "@specwright/contract";

/**
 * Returns the types that a schema without `type` implies: strictly any value, but the author means
 * those that the keywords describe, even if these restrict nothing, as empty `properties` do.
 */
export function impliedTypes(schema: ObjectSchema): readonly TypeName[] {
  const types: TypeName[] = [];
  const { properties, patternProperties, additionalProperties, required } = schema;
  if (properties ?? patternProperties ?? required) types.push("object");
  else if (additionalProperties !== undefined && additionalProperties.kind === "schema")
    types.push("object");
  if (schema.prefixItems ?? schema.items) types.push("array");
  return types;
}

/** Reports whether a schema accepts everything and implies no type either. */
export function isUnknown(schema: Schema | undefined): boolean {
  if (schema === undefined || schema.kind === "boolean") return isAnything(schema);
  return isAnything(schema) && impliedTypes(schema).length === 0;
}
