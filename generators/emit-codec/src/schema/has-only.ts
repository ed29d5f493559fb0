import type { ObjectSchema } from "@specwright/contract";
import { assertions } from "@specwright/emit-kit";

/** Returns true if a schema restricts values by the named keywords only. */
export function hasOnly(schema: ObjectSchema, names: readonly string[]): boolean {
  return [...assertions(schema)].every((name) => names.includes(name));
}
