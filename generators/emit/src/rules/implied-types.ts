import { isAnything, type ObjectSchema, type Schema, type TypeName } from "@specwright/contract";

/**
 * Returns the types that a schema without `type` implies. Strictly, such a schema allows any value,
 * but authors mean the types to which its keywords apply, even if these restrict nothing, such as
 * empty `properties`.
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

/** Reports whether a schema accepts everything and implies no type. */
export function isUnknown(schema: Schema | undefined): boolean {
  if (schema === undefined || schema.kind === "boolean") return isAnything(schema);
  return isAnything(schema) && impliedTypes(schema).length === 0;
}
