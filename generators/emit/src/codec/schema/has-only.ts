import { assertions, type ObjectSchema } from "@specwright/contract";

/** Reports whether a schema has no keywords that restrict values, except those named. */
export function hasOnly(schema: ObjectSchema, names: readonly string[]): boolean {
  return [...assertions(schema)].every((name) => names.includes(name));
}
