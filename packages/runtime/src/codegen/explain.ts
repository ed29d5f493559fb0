// Runs rules on a value, either to list all of its issues or only to learn whether there are any.

import { jsonPointer } from "../json-pointer.ts";
import type { Rule, RuleIssue } from "./checks/rule.ts";
import type { Issue } from "./codec.ts";
import { MAX_ISSUES, reportIssue, typeWord } from "./issue-report.ts";
import { rulesOfRun } from "./remembered-check.ts";
import { unionIssues } from "./union-issues.ts";

/**
 * Returns the issues of a value, at most 100, with RFC 6901 pointers, or none if it matches the
 * rule. For a value that matches no alternative of a union, returns the issues of the closest one.
 */
export function explain(rule: Rule, value: unknown): readonly Issue[] {
  const payload = { value, issues: [] };
  rule(payload);
  return translateAll(payload.issues, [], new Map());
}

/** Reports whether a value matches a rule, and stops at the first mismatch. */
export function accepts(rule: Rule, value: unknown): boolean {
  const payload = { value, issues: [], fast: true, memory: rulesOfRun() };
  rule(payload);
  return payload.issues.length === 0;
}

/**
 * Reports whether a value matches a rule that only tests it: numbers may be in parsed or in decoded
 * form.
 */
export function matchesRule(rule: Rule, value: unknown): boolean {
  const payload = { value, issues: [], fast: true, asking: true, memory: rulesOfRun() };
  rule(payload);
  return payload.issues.length === 0;
}

/** The issues of alternatives, by their list and path; a recursive union shares them. */
type BranchIssues = Map<readonly RuleIssue[], Map<string, readonly Issue[]>>;

function translateAll(
  issues: readonly RuleIssue[],
  base: readonly PropertyKey[],
  translated: BranchIssues,
): readonly Issue[] {
  const found: Issue[] = [];
  for (const issue of issues) {
    if (found.length >= MAX_ISSUES) break;
    found.push(...translate(issue, base, translated));
  }
  return found.slice(0, MAX_ISSUES);
}

function translate(
  issue: RuleIssue,
  base: readonly PropertyKey[],
  translated: BranchIssues,
): readonly Issue[] {
  const path = [...base, ...(issue.path ?? [])];
  const received = typeWord(issue.input);
  if (issue.code === "invalid_union" && Array.isArray(issue["errors"])) {
    const branches = issue["errors"].map((branch: readonly RuleIssue[]) =>
      translateOnce(branch, path, translated),
    );
    return unionIssues(branches, path, received);
  }
  const { code, expected } = paramsOf(issue);
  return [reportIssue(code, path, issue.message ?? "", { expected, received })];
}

function translateOnce(
  branch: readonly RuleIssue[],
  path: readonly PropertyKey[],
  translated: BranchIssues,
): readonly Issue[] {
  const ofBranch = translated.get(branch) ?? new Map<string, readonly Issue[]>();
  translated.set(branch, ofBranch);
  const place = jsonPointer(path);
  const known = ofBranch.get(place) ?? translateAll(branch, path, translated);
  ofBranch.set(place, known);
  return known;
}

function paramsOf({ params }: RuleIssue): { readonly code: string; readonly expected: string } {
  const isRecord = typeof params === "object" && params !== null;
  const code: unknown = isRecord ? Reflect.get(params, "code") : undefined;
  const expected: unknown = isRecord ? Reflect.get(params, "expected") : undefined;
  return {
    code: typeof code === "string" ? code : "custom",
    expected: typeof expected === "string" ? expected : "another value",
  };
}
