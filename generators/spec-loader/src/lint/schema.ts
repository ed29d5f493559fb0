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

/** The pairs of keywords that limit a range. */
const ranges = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minContains", "maxContains"],
  ["minProperties", "maxProperties"],
] as const;

/** Finds schemas that no value matches, and required properties without a description. */
export function lintSchema(node: LintNode, report: Report): void {
  if (node.kind !== "Schema") return;
  lintRanges(node, report);
  lintRequired(node, report);
}

function lintRanges({ object, source }: LintNode, report: Report): void {
  for (const [low, high] of ranges) {
    const [least, most] = [memberOf(object, low), memberOf(object, high)];
    if (!isNumber(least) || !isNumber(most) || least <= most) continue;
    report({
      code: "RANGE_EMPTY",
      source: { ...source, pointer: joinPointer(source.pointer, low) },
      message: `${low} ${least} is greater than ${high} ${most}`,
    });
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/**
 * Finds required properties that a schema does not describe, although it seems to list all
 * properties.
 */
function lintRequired({ object, path, source }: LintNode, report: Report): void {
  const required = memberOf(object, "required");
  const properties = memberOf(object, "properties");
  if (!isJsonArray(required) || !isJsonObject(properties)) return;
  if (elsewhere.some((keyword) => (memberOf(object, keyword) ?? false) !== false)) return;
  // A branch adds properties to the schema around it.
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
