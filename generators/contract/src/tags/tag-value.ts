import type { Schema } from "../model/schema.ts";
import { conjuncts } from "../schema/schema-sets.ts";

/** A value of the property of a discriminator. */
export type TagValue = string | number | boolean;

/**
 * Converts a key of a discriminator's mapping, which is always text, to the type of the property in
 * a branch: `true` and `1` for booleans and numbers, otherwise the text.
 */
export function tagValue(text: string, branch: Schema, property: string): TagValue {
  const schemas = [...conjuncts(branch)].flatMap((part) =>
    part.kind === "schema" ? (part.properties?.get(property) ?? []) : [],
  );
  const types = new Set(
    schemas
      .flatMap((schema) => [...conjuncts(schema)])
      .flatMap((schema) => (schema.kind === "schema" ? (schema.types ?? []) : [])),
  );
  if (types.has("string")) return text;
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  const isNumber = types.has("integer") || types.has("number");
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
