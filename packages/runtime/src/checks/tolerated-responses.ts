// Delivers responses with issues that the contract's settings only report.

import { warnOnce } from "../codegen/reported-responses.ts";
import type { ResponseReporting, Tolerance } from "../codegen/validation.ts";
import { CodecError, type Issue } from "../errors/codec-error.ts";
import { translateAll } from "./explain.ts";
import { withinBytes } from "./issue-bytes.ts";
import { MAX_ISSUES } from "./issue-report.ts";
import { isReported } from "./reported.ts";
import type { Payload, Rule, RuleIssue } from "./rule.ts";

/**
 * The maximum number of issues of one body. The limit is high, because each of 100 items of a page may lack
 * many members. It exists so that a server cannot fill the memory.
 */
const MOST_REPORTED = 100_000;

/** Delivers responses in which texts break a format that is only reported. */
export const reportedFormats: ResponseReporting = /* @__PURE__ */ reporting(isReported);

/** Delivers responses that lack required members, or that break a format that is only reported. */
export const reportedMissing: ResponseReporting = /* @__PURE__ */ reporting(
  (issue) => issue.code === "required" || isReported(issue),
);

function reporting(isTolerated: (issue: Issue) => boolean): ResponseReporting {
  const response: Tolerance = {
    isTolerated,
    tolerate({ rule, toWire, toChecked = toWire, unchecked }, text, value) {
      if (typeof rule !== "function") return undefined;
      const forms: Form[] = [{ value: toChecked?.(value) ?? value }];
      if (unchecked?.readChecked !== undefined) {
        // A number whose digits break the schema may have been rounded. The check therefore reads the
        // original digits, and integers stay in parsed form.
        forms.push({ value: unchecked.readChecked(text, {}), asking: true });
      }
      let reported: readonly RuleIssue[] = [];
      for (const form of forms) {
        const issues: RuleIssue[] = [];
        // `rule` has the type `object`, because the types of codecs do not refer to the types of rules.
        (rule as Rule)({ ...form, issues, most: MOST_REPORTED });
        if (issues.length >= MOST_REPORTED) return undefined;
        const refused = issues.filter(
          (issue) => isDecisive(issue) || !translateAll([issue], MOST_REPORTED).every(isTolerated),
        );
        // The tolerated issues are removed, because a long list of them would hide the refused
        // issues in the error.
        if (refused.length > 0) {
          throw new CodecError("decode", withinBytes(translateAll(refused, MAX_ISSUES)));
        }
        if (reported.length === 0) reported = issues;
      }
      if (reported.length === 0) return undefined;
      dropUndefined(value);
      return withinBytes(translateAll(reported, MAX_ISSUES));
    },
  };
  return { response, onIssues: warnOnce };
}

type Form = Pick<Payload, "value" | "asking">;

/**
 * Deletes members that are undefined. The reader of an int64 creates such a member if the member is missing
 * in the text.
 */
function dropUndefined(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) Reflect.deleteProperty(value, name);
    else dropUndefined(member);
  }
}

/**
 * Reports whether the tag of a union is missing, or no branch of the union matches. In both cases the types
 * of numbers and dates in the value are unknown.
 */
function isDecisive({ params }: RuleIssue): boolean {
  return params?.isDecisive === true || params?.explain !== undefined;
}
