import type { ParameterDescriptor } from "../codegen/parameter.ts";

/** Reports whether a parameter is exploded; those of styles `form` and `cookie` are by default. */
export function isExploded({ in: location, style, explode }: ParameterDescriptor): boolean {
  const isForm = location === "query" || location === "cookie";
  return explode ?? ["form", "cookie"].includes(style ?? (isForm ? "form" : "simple"));
}
