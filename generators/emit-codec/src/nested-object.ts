import type { ObjectSchema } from "@specwright/contract";

/**
 * Tells a schema of an object that is worth a function of its own where it stands inside another: in
 * line its members would be far to the right, each with the way to it in front.
 */
export function isNestedObject({ types, properties }: ObjectSchema): boolean {
  return types?.includes("object") === true && properties !== undefined && properties.size > 1;
}
