import type { ObjectSchema } from "@specwright/contract";

/**
 * Reports whether a nested object schema has its own function. As inline code, the checks of its members
 * would be deeply indented and would repeat a long path.
 */
export function isNestedObject({ types, properties }: ObjectSchema): boolean {
  return types?.includes("object") === true && properties !== undefined && properties.size > 1;
}
