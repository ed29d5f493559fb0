// Describes the restrictions of a schema in short phrases.

import { markdownCode, type ObjectSchema, type Schema, schemaLimits } from "@specwright/contract";

/**
 * Lists the restrictions of a schema, and whether it is read-only or write-only: "at least 1", "at most 256
 * characters", "read-only".
 */
export function constraintTexts(schema: Schema): readonly string[] {
  if (schema.kind === "boolean") return [];
  return [...schemaLimits(schema, markdownCode), ...schemaMarks(schema)];
}

function schemaMarks(schema: ObjectSchema): readonly string[] {
  const found: string[] = [];
  if (schema.deprecated === true) found.push("deprecated");
  if (schema.readOnly === true) found.push("read-only");
  if (schema.writeOnly === true) found.push("write-only");
  if (schema.openEnum === true) found.push("values may be added");
  return found;
}
