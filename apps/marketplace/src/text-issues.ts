import { type Issue, jsonPointer } from "@specwright/runtime";

/**
 * Lists the strings that are not Unicode text: half of a surrogate pair, which JSON can spell but
 * no database keeps.
 */
export function textIssues(body: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  collect(body, [], issues);
  return issues;
}

function collect(value: unknown, path: readonly string[], issues: Issue[]): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) issues.push(broken(path));
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.isWellFormed()) collect(inner, [...path, key], issues);
    else issues.push(broken(path));
  }
}

function broken(path: readonly string[]): Issue {
  return { pointer: jsonPointer(path), code: "unicode", message: "holds half a character" };
}
