import { isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";

/**
 * Reports whether a `$ref` hides the `$id` next to it, as up to draft-07. Returns undefined if the
 * root does not define that.
 */
export function hidesId(root: JsonValue): boolean | undefined {
  if (!isJsonObject(root)) return undefined;
  const dialect = memberOf(root, "$schema") ?? memberOf(root, "jsonSchemaDialect");
  return typeof dialect === "string" ? /json-schema\.org\/draft-0/.test(dialect) : undefined;
}
