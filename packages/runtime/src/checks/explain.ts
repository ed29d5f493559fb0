// Runs rules on a value, either to list all of its issues or only to learn whether there are any.

import type { Issue } from "../errors/codec-error.ts";
import { MAX_ISSUES, reportIssue, typeWord } from "./issue-report.ts";
import { rulesOfRun } from "./remembered-check.ts";
import { asReported } from "./reported.ts";
import type { IssueParams, Rule, RuleIssue } from "./rule.ts";

/**
 * Returns the issues of a value, at most `most`, with RFC 6901 pointers; an empty list if the value matches
 * the rule. For a value that matches no alternative of a union, returns the issues of the closest
 * alternative.
 */
export function explain(rule: Rule, value: unknown, most: number = MAX_ISSUES): readonly Issue[] {
  const payload = { value, issues: [], most };
  rule(payload);
  return translateAll(payload.issues, most);
}

/** Reports whether a value matches a rule, and stops at the first mismatch. */
export function accepts(rule: Rule, value: unknown): boolean {
  const payload = { value, issues: [], fast: true, memory: rulesOfRun() };
  rule(payload);
  return payload.issues.length === 0;
}

/**
 * Reports whether a value matches a rule. The rule decodes nothing, so numbers may be in parsed or in
 * decoded form.
 */
export function matchesRule(rule: Rule, value: unknown): boolean {
  const payload = { value, issues: [], fast: true, asking: true, memory: rulesOfRun() };
  rule(payload);
  return payload.issues.length === 0;
}

/** Converts the issues of a rule to reported issues, at most `most`; their paths begin with `base`. */
export function translateAll(
  issues: readonly RuleIssue[],
  most: number,
  base: readonly PropertyKey[] = [],
): readonly Issue[] {
  const found: Issue[] = [];
  for (const issue of issues) {
    if (found.length >= most) break;
    found.push(...translateIssue(issue, base, most));
  }
  return found.slice(0, most);
}

function translateIssue(
  issue: RuleIssue,
  base: readonly PropertyKey[],
  most: number,
): readonly Issue[] {
  const path = [...base, ...(issue.path ?? [])];
  const received = typeWord(issue.input);
  const {
    code = "custom",
    expected = "another value",
    isReported,
    explain,
  }: IssueParams = Object(issue.params);
  if (explain !== undefined) {
    return explain(issue, path, received, (issues, within) => translateAll(issues, most, within));
  }
  const issued = reportIssue(code, path, issue.message ?? "", { expected, received });
  return [isReported === true ? asReported(issued) : issued];
}
