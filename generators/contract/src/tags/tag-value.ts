import type { Schema } from "../model/schema.ts";
import { conjuncts } from "../schema/schema-sets.ts";

/** A value of a discriminator's property. */
export type TagValue = string | number | boolean;

/**
 * Converts a key of a discriminator's mapping to the type of the tag property in a branch. The key is
 * always text. If the property is a boolean or a number, a text such as `true` or `1` is converted.
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
