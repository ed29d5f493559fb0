import { assertions, type ObjectSchema } from "@specwright/contract";

/** Reports whether a schema restricts values only by the named keywords. */
export function hasOnly(schema: ObjectSchema, names: readonly string[]): boolean {
  return [...assertions(schema)].every((name) => names.includes(name));
}
