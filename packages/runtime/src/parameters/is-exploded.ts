import type { ParameterDescriptor } from "../codegen/parameter.ts";

/**
 * Reports whether a parameter is exploded; the default is true for the styles `form` and `cookie`.
 */
export function isExploded({ in: location, style, explode }: ParameterDescriptor): boolean {
  const isForm = location === "query" || location === "cookie";
  return explode ?? ["form", "cookie"].includes(style ?? (isForm ? "form" : "simple"));
}
