// The properties of an object that is serialised field by field: a form, or a parameter by style.

import { dereference, type Schema } from "@specwright/contract";

/**
 * Collects the properties of an object schema, including those of its `allOf` parts; undefined if
 * the schema is not one of an object.
 */
export function objectProperties(schema: Schema): ReadonlyMap<string, Schema> | undefined {
  const gathered = new Map<string, Schema>();
  return gather(schema, gathered, new Set()) ? gathered : undefined;
}

function gather(schema: Schema, gathered: Map<string, Schema>, seen: Set<Schema>): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return false;
  seen.add(target);
  const parts = (target.allOf ?? []).map((part) => gather(part, gathered, seen));
  for (const [name, property] of target.properties ?? []) gathered.set(name, property);
  return (
    target.properties !== undefined ||
    target.types?.includes("object") === true ||
    parts.includes(true)
  );
}
