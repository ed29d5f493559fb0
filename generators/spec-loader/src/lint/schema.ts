import type { Report } from "../checks/check-structure.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, memberOf } from "../json/json-value.ts";
import type { LintNode } from "./node.ts";

/** The keywords that can describe properties outside `properties`. */
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

/** Pairs of keywords: the lower limit and the upper limit of a range. */
const ranges = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minContains", "maxContains"],
  ["minProperties", "maxProperties"],
] as const;

/** Finds schemas with an empty range, and required properties that the schema does not describe. */
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
 * Finds names in `required` that are not in `properties`, unless a different keyword may describe them.
 */
function lintRequired({ object, path, source }: LintNode, report: Report): void {
  const required = memberOf(object, "required");
  const properties = memberOf(object, "properties");
  if (!isJsonArray(required) || !isJsonObject(properties)) return;
  if (elsewhere.some((keyword) => (memberOf(object, keyword) ?? false) !== false)) return;
  // A branch may require properties that the schema around it describes.
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
