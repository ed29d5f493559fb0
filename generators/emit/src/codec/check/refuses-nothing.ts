import { isAnything, isNothing, listedValues, type Schema } from "@specwright/contract";

/**
 * Reports whether the check of a schema rejects `undefined`. If it does, the check of a required member
 * does not need to test whether the member is present.
 */
export function refusesNothing(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (schema.kind === "boolean") return isNothing(schema);
  if (seen.has(schema) || isAnything(schema)) return false;
  const { unevaluatedItems, unevaluatedProperties, dynamicRef } = schema;
  if ((unevaluatedItems ?? unevaluatedProperties ?? dynamicRef) !== undefined) return false;
  if (schema.types !== undefined || listedValues(schema) !== undefined) return true;
  const within = new Set([...seen, schema]);
  const refuses = (part: Schema): boolean => refusesNothing(part, within);
  const { ref, allOf = [], anyOf, oneOf } = schema;
  if (ref !== undefined && refuses(ref.target)) return true;
  if (allOf.some(refuses) || anyOf?.every(refuses) === true) return true;
  return oneOf?.every(refuses) === true;
}
