import type { Report } from "../checks/check-structure.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, memberOf } from "../json/json-value.ts";
import type { LintNode } from "./node.ts";

/** Keywords that may describe a property instead of `properties`. */
const elsewhere = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "patternProperties",
  "additionalProperties",
  "dependentSchemas",
];

/** Finds required properties that a schema does not describe although it seems to list all. */
export function lintSchema({ kind, object, path, source }: LintNode, report: Report): void {
  if (kind !== "Schema") return;
  const required = memberOf(object, "required");
  const properties = memberOf(object, "properties");
  if (!isJsonArray(required) || !isJsonObject(properties)) return;
  if (elsewhere.some((keyword) => (memberOf(object, keyword) ?? false) !== false)) return;
  // A branch adds to the description of the schema around it.
  if (/^(?:allOf|anyOf|oneOf|not|if|then|else|dependentSchemas)$/.test(path.at(-2) ?? "")) return;
  if (/^(?:not|if|then|else)$/.test(path.at(-1) ?? "")) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    report({
      code: "REQUIRED_UNDECLARED",
      source: { ...source, pointer: joinPointer(source.pointer, "required", index) },
      message: `the required property ${JSON.stringify(name)} is not described`,
    });
  }
}
