import { assertions, type ObjectSchema } from "@specwright/contract";

/** Returns true if a schema restricts values by the named keywords only. */
export function hasOnly(schema: ObjectSchema, names: readonly string[]): boolean {
  return [...assertions(schema)].every((name) => names.includes(name));
}
