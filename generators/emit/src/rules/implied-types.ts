import { isAnything, type ObjectSchema, type Schema, type TypeName } from "@specwright/contract";

/**
 * Returns the types that a schema without `type` implies. JSON Schema allows values of any type for such a
 * schema. But authors mean the types to which the keywords apply, even if the keywords restrict nothing,
 * such as empty `properties`.
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
