// Answers whose only faults are those that the contract is set to report.

import { warnOnce } from "../codegen/reported-responses.ts";
import type { ResponseReporting, Tolerance } from "../codegen/validation.ts";
import type { Issue } from "../errors/codec-error.ts";
import { translateAll } from "./explain.ts";
import { withinBytes } from "./issue-bytes.ts";
import { MAX_ISSUES } from "./issue-report.ts";
import { isReported } from "./reported.ts";
import type { Payload, Rule, RuleIssue } from "./rule.ts";

/** The most issues of one body. A page of 100 items may lack many members, and a server must not fill the memory. */
const MOST_REPORTED = 100_000;

/** Hands over answers whose texts lack a format that is only reported. */
export const reportedFormats: ResponseReporting = /* @__PURE__ */ reporting(isReported);

/** Hands over answers that lack required members, or a format that is only reported. */
export const reportedMissing: ResponseReporting = /* @__PURE__ */ reporting(
  (issue) => issue.code === "required" || isReported(issue),
);

function reporting(isTolerated: (issue: Issue) => boolean): ResponseReporting {
  const response: Tolerance = {
    isTolerated,
    tolerate({ rule, toWire, toChecked = toWire, unchecked }, text, value) {
      if (typeof rule !== "function") return undefined;
      // Codecs are created with rules, whose type their own type cannot name.
      const lists = [allIssues(rule as Rule, { value: toChecked?.(value) ?? value })];
      if (unchecked?.readChecked !== undefined) {
        // A number that breaks the schema by its digits may have been rounded. Integers are as they were parsed.
        const parsed = { value: unchecked.readChecked(text, {}), asking: true };
        lists.push(allIssues(rule as Rule, parsed));
      }
      if (!lists.every((found) => found?.every(isTolerated))) return undefined;
      const reported = lists.find((found) => found !== undefined && found.length > 0);
      if (reported === undefined) return undefined;
      dropUndefined(value);
      return withinBytes(reported.slice(0, MAX_ISSUES));
    },
  };
  return { response, onIssues: warnOnce };
}

/** Lists every issue of a value; undefined if there may be more, or if one of them is decisive. */
function allIssues(
  rule: Rule,
  given: Pick<Payload, "value" | "asking">,
): readonly Issue[] | undefined {
  const payload: Payload = { ...given, issues: [], most: MOST_REPORTED };
  rule(payload);
  const { issues } = payload;
  if (issues.length >= MOST_REPORTED || issues.some(isDecisive)) return undefined;
  return translateAll(issues, MOST_REPORTED);
}

/** Deletes members that are undefined: reading an int64 writes its member, also if it is missing. */
function dropUndefined(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) Reflect.deleteProperty(value, name);
    else dropUndefined(member);
  }
}

/**
 * Reports whether the tag of a union is missing, or none of its branches matches: nothing then says how to
 * read the numbers and dates of the value.
 */
function isDecisive({ params }: RuleIssue): boolean {
  return params?.isDecisive === true || params?.explain !== undefined;
}
