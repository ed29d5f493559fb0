import { jsonPointer, type ProblemIssue } from "@specwright/runtime";

/**
 * Returns issues for strings of a JSON body that databases cannot store, because they contain an unpaired
 * surrogate or a NUL. In UTF-8, both can only be written as escapes, so a body without escapes has no such
 * strings.
 */
export function hostileText(bytes: Uint8Array, value: unknown): readonly ProblemIssue[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.includes("\\u")) return [];
  const issues: ProblemIssue[] = [];
  collectIssues(value, [], issues);
  return issues;
}

const MAX_ISSUES = 100;

function collectIssues(value: unknown, path: readonly string[], issues: ProblemIssue[]): void {
  if (issues.length >= MAX_ISSUES) return;
  if (typeof value === "string") {
    if (!isKeepable(value)) issues.push(invalidCharacter(path));
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (isKeepable(key)) collectIssues(inner, [...path, key], issues);
    else issues.push(invalidCharacter(path));
  }
}

function isKeepable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function invalidCharacter(path: readonly string[]): ProblemIssue {
  return { pointer: jsonPointer(path), code: "unicode", message: "contains an invalid character" };
}
