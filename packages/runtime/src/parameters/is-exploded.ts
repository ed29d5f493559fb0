import type { ParameterDescriptor } from "../codegen/parameter.ts";

/** Reports whether a parameter is exploded; those of style `form` are by default. */
export function isExploded({ in: location, style, explode }: ParameterDescriptor): boolean {
  const isForm = location === "query" || location === "cookie";
  return explode ?? (style ?? (isForm ? "form" : "simple")) === "form";
}
