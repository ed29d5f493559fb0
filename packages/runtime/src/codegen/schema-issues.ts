// From the issues of a schema library (zod 4's words) to ours, which name JSON Schema keywords
// and point into the value with RFC 6901 pointers.

import type { Issue } from "./codec.ts";
import { MAX_ISSUES, reportIssue } from "./issue-report.ts";
import { unionIssues } from "./union-issues.ts";

/** Is an issue as zod 4 reports it; further fields depend on its code. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Translates issues. `code` is the JSON Schema keyword in snake case where there is one (`type`,
 * `required`, `enum`, `const`, `pattern`, `format`, `minimum`, `exclusive_minimum`, `min_length`,
 * `min_items`, `min_properties`, their `max` counterparts, `multiple_of`, `property_names`),
 * `unknown_key` for a key that is not allowed, `union` for a value that fits no alternative, and
 * for a custom check its `params.code`, else `custom`. At most 100 issues; no value is quoted.
 */
export function schemaIssues(issues: readonly SchemaIssue[], value: unknown): readonly Issue[] {
  return issues.flatMap((issue) => translate(issue, [], value)).slice(0, MAX_ISSUES);
}

function translate(
  issue: SchemaIssue,
  base: readonly PropertyKey[],
  root: unknown,
): readonly Issue[] {
  const path = [...base, ...issue.path];
  if (isMissing(root, path)) return [reportIssue("required", path, "required")];
  switch (issue.code) {
    case "invalid_type":
      return [reportIssue("type", path, `expected ${text(issue, "expected", "another type")}`)];
    case "invalid_value":
      return [
        reportIssue(list(issue, "values").length > 1 ? "enum" : "const", path, issue.message),
      ];
    case "invalid_format":
      return [formatIssue(issue, path)];
    case "too_small":
    case "too_big":
      return [reportIssue(rangeCode(issue, issue.code === "too_small"), path, issue.message)];
    case "not_multiple_of":
      return [reportIssue("multiple_of", path, issue.message)];
    case "unrecognized_keys":
      return list(issue, "keys")
        .slice(0, MAX_ISSUES)
        .map((key) => reportIssue("unknown_key", [...path, String(key)], "unknown key"));
    case "invalid_key":
      return [reportIssue("property_names", path, "the key is not allowed")];
    case "invalid_union":
      return alternativeIssues(issue, path, root);
    case "invalid_element":
      return nested(list(issue, "issues")).flatMap((inner) => translate(inner, path, root));
    default:
      return [reportIssue(customCode(issue), path, issue.message)];
  }
}

/** Tells whether the path ends in a property that its object does not have. */
function isMissing(root: unknown, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1);
  if (key === undefined) return false;
  let parent: unknown = root;
  for (const step of path.slice(0, -1)) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, step)) return false;
    parent = Reflect.get(parent, step);
  }
  if (typeof parent !== "object" || parent === null || Array.isArray(parent)) return false;
  return !Object.hasOwn(parent, key);
}

function formatIssue(issue: SchemaIssue, path: readonly PropertyKey[]): Issue {
  const format = text(issue, "format", "");
  const byPattern = ["regex", "starts_with", "ends_with", "includes"].includes(format);
  return byPattern
    ? reportIssue("pattern", path, issue.message)
    : reportIssue("format", path, `expected format ${format}`);
}

function rangeCode(issue: SchemaIssue, small: boolean): string {
  const bound = small ? "min" : "max";
  switch (text(issue, "origin", "")) {
    case "string":
    case "file":
      return `${bound}_length`;
    case "array":
    case "set":
      return `${bound}_items`;
    case "object":
    case "map":
    case "record":
      return `${bound}_properties`;
    default:
      return Reflect.get(issue, "inclusive") === false ? `exclusive_${bound}imum` : `${bound}imum`;
  }
}

function alternativeIssues(
  issue: SchemaIssue,
  path: readonly PropertyKey[],
  root: unknown,
): readonly Issue[] {
  if (text(issue, "note", "") !== "") return [reportIssue("enum", path, issue.message)];
  const branches = list(issue, "errors").map((branch) =>
    nested(branch).flatMap((inner) => translate(inner, path, root)),
  );
  return unionIssues(branches, path);
}

function customCode(issue: SchemaIssue): string {
  const params: unknown = Reflect.get(issue, "params");
  if (typeof params === "object" && params !== null && "code" in params) {
    if (typeof params.code === "string") return params.code;
  }
  return "custom";
}

function text(issue: SchemaIssue, field: string, otherwise: string): string {
  const value: unknown = Reflect.get(issue, field);
  return typeof value === "string" ? value : otherwise;
}

function list(issue: SchemaIssue, field: string): readonly unknown[] {
  const value: unknown = Reflect.get(issue, field);
  return Array.isArray(value) ? value : [];
}

function nested(value: unknown): readonly SchemaIssue[] {
  return Array.isArray(value) ? value.filter(isSchemaIssue) : [];
}

function isSchemaIssue(value: unknown): value is SchemaIssue {
  return (
    typeof value === "object" && value !== null && "path" in value && Array.isArray(value.path)
  );
}
