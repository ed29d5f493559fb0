import { listedValues, type Schema } from "@specwright/contract";
import { impliedTypes } from "../../rules/implied-types.ts";

/** Reports whether the type of a schema is `unknown`, because it names no type and no value. */
export function isUnknownType(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (schema.kind === "boolean") return schema.value;
  // What contains itself is `unknown` there.
  if (seen.has(schema)) return true;
  const inner = new Set(seen).add(schema);
  const isUnknown = (part: Schema): boolean => isUnknownType(part, inner);
  const { types, ref, dynamicRef, allOf = [], anyOf, oneOf } = schema;
  if (types !== undefined || listedValues(schema) !== undefined) return false;
  const parts = [ref?.target, dynamicRef?.target, ...allOf].filter((part) => part !== undefined);
  const unions = [anyOf, oneOf].filter((branches) => branches !== undefined);
  const isComposed = parts.length + unions.length > 0;
  if (!isComposed && impliedTypes(schema).length > 0) return false;
  return parts.every(isUnknown) && unions.every((branches) => branches.some(isUnknown));
}
