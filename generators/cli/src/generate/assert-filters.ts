import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";

const members = ["tags", "paths", "ids", "deprecated"] as const;

/**
 * Checks the shape of the operation filters in a configuration.
 *
 * @throws {CliError} `config_invalid`.
 */
export function assertFilters(filters: unknown): void {
  if (filters === undefined) return;
  for (const [name, selector] of knownEntries(filters, "operations", ["include", "exclude"])) {
    if (selector === undefined) continue;
    for (const [member, value] of knownEntries(selector, `operations.${name}`, members)) {
      const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
      const isRight = member === "deprecated" ? typeof value === "boolean" : isList;
      if (isRight || value === undefined) continue;
      throw new CliError(
        "config_invalid",
        `operations.${name}.${member} must be a ${member === "deprecated" ? "boolean" : "list of strings"}.`,
        'Write `operations: { include: { tags: ["orders"] }, exclude: { deprecated: true } }`.',
      );
    }
  }
}

function knownEntries(
  value: unknown,
  path: string,
  known: readonly string[],
): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CliError(
      "config_invalid",
      `${path} is not an object.`,
      `Give it the members ${known.join(" and ")}, or leave it out.`,
    );
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return Object.entries(value);
  const nearest = nearestName(unknown, known);
  throw new CliError(
    "config_invalid",
    `${path} has no member ${JSON.stringify(unknown)}.`,
    `${nearest === undefined ? "" : `Did you mean ${nearest}? `}It has ${known.join(", ")}.`,
  );
}
