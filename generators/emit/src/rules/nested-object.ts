import type { ObjectSchema } from "@specwright/contract";

/**
 * Reports whether a nested object schema gets its own function. Inline, its members would be deeply
 * indented, each with a long path.
 */
export function isNestedObject({ types, properties }: ObjectSchema): boolean {
  return types?.includes("object") === true && properties !== undefined && properties.size > 1;
}
