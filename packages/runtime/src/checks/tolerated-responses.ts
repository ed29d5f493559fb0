// Answers whose only faults are those that the contract is set to report.

import type { Codec, ValidatingCodec } from "../codegen/codec.ts";
import { warnOnce } from "../codegen/reported-responses.ts";
import type { ResponseReporting, Tolerance } from "../codegen/validation.ts";
import type { Issue } from "../errors/codec-error.ts";
import { explain } from "./explain.ts";
import { withinBytes } from "./issue-bytes.ts";
import { MAX_ISSUES } from "./issue-report.ts";
import { isReported } from "./reported.ts";
import type { Rule } from "./rule.ts";

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
    tolerate(codec, value) {
      const found = allIssues(codec, value);
      if (found === undefined || !found.every(isTolerated)) return undefined;
      return withinBytes(found.slice(0, MAX_ISSUES));
    },
  };
  return { response, onIssues: warnOnce };
}

/** Lists every issue of a value; undefined if there may be more. */
function allIssues(codec: Codec<unknown>, value: unknown): readonly Issue[] | undefined {
  const { rule } = codec;
  const found =
    typeof rule === "function"
      ? explain(rule as Rule, codec.toWire?.(value) ?? value, MOST_REPORTED)
      : (codec as ValidatingCodec<unknown>).validate(value);
  const most = typeof rule === "function" ? MOST_REPORTED : MAX_ISSUES;
  return found.length < most ? found : undefined;
}
