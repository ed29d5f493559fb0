// The bounds of a schema as short phrases.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { markdownCode } from "@specwright/emit-kit";

/** Lists the bounds of a schema: "at least 1", "at most 256 characters". */
export function constraints(schema: Schema): readonly string[] {
  if (schema.kind === "boolean") return [];
  const found: string[] = [];
  const add = (value: number | bigint | undefined, before: string, after = ""): void => {
    if (value !== undefined) found.push(`${before} ${value}${after}`);
  };
  add(schema.minimum, "at least");
  add(schema.maximum, "at most");
  add(schema.exclusiveMinimum, "more than");
  add(schema.exclusiveMaximum, "less than");
  add(schema.multipleOf, "a multiple of");
  add(schema.minLength, "at least", " characters");
  add(schema.maxLength, "at most", " characters");
  add(schema.minItems, "at least", " items");
  add(schema.maxItems, "at most", " items");
  if (schema.uniqueItems === true) found.push("no item twice");
  if (schema.pattern !== undefined) found.push(`matches ${markdownCode(schema.pattern)}`);
  return [...found, ...annotations(schema)];
}

function annotations(schema: ObjectSchema): readonly string[] {
  const marks: string[] = [];
  if (schema.deprecated === true) marks.push("deprecated");
  if (schema.readOnly === true) marks.push("read-only");
  if (schema.writeOnly === true) marks.push("write-only");
  if (schema.openEnum === true) marks.push("values may be added");
  return marks;
}
