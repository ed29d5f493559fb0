// Issues that a client reports instead of refusing the value.

import type { Issue } from "../errors/codec-error.ts";
import type { Rule } from "./rule.ts";

/** The key is a symbol: copies of an issue keep it, and the JSON of a server's response omits it. */
const REPORTED: unique symbol = Symbol("reported");

interface ReportedIssue extends Issue {
  readonly [REPORTED]?: true;
}

/** Marks an issue as one that a client reports instead of refusing the value. */
export function asReported(issue: Issue): Issue {
  const marked: ReportedIssue = { ...issue, [REPORTED]: true };
  return marked;
}

/** Reports whether an issue is marked. */
export function isReported(issue: ReportedIssue): boolean {
  return issue[REPORTED] === true;
}

/** Applies a rule whose issues a client reports instead of refusing the value. */
export function reported(rule: Rule): Rule {
  return (payload) => {
    const { issues, fast } = payload;
    const before = issues.length;
    rule(payload);
    // A fast run needs no marks, because it only counts issues.
    if (fast === true) return;
    for (let at = before; at < issues.length; at += 1) {
      const issue = issues[at];
      if (issue !== undefined)
        issues[at] = { ...issue, params: { ...issue.params, isReported: true } };
    }
  };
}
