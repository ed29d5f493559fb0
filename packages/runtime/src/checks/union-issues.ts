// Selects the issues to report for a value that matches no alternative.

import type { Issue } from "../errors/codec-error.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { type Comparison, issuePointer, reportIssue } from "./issue-report.ts";
import type { ExplainIssue, RuleIssue } from "./rule.ts";

/**
 * A cache of reported issues, by the list of issues and the path. The alternatives of a recursive union
 * share such lists.
 */
const translated = new WeakMap<readonly RuleIssue[], Map<string, readonly Issue[]>>();

/** Explains the issue of a union by the issues of its alternatives. */
export const explainUnion: ExplainIssue = ({ errors }, path, received, translate) => {
  const alternatives: readonly (readonly RuleIssue[])[] = Array.isArray(errors) ? errors : [];
  const place = jsonPointer(path);
  const branches = alternatives.map((branch) => {
    const ofBranch = translated.get(branch) ?? new Map<string, readonly Issue[]>();
    translated.set(branch, ofBranch);
    const known = ofBranch.get(place) ?? translate(branch, path);
    ofBranch.set(place, known);
    return known;
  });
  return unionIssues(branches, path, received);
};

/**
 * Returns the issues of the alternative that the sender most likely meant. Its type fits, its tag matches,
 * and it has the fewest issues. `received` is set if issues report the received value.
 */
export function unionIssues(
  branches: readonly (readonly Issue[])[],
  path: readonly PropertyKey[],
  received?: string,
): readonly Issue[] {
  const pointer = issuePointer(path);
  const compared = (expected: string): Comparison | undefined =>
    received === undefined ? undefined : { expected, received };
  const none = (): readonly Issue[] => [
    reportIssue(
      "union",
      path,
      "fits none of the alternatives",
      compared("one of the alternatives"),
    ),
  ];
  // The sender did not mean an alternative that fails at the top level, or whose tag differs.
  const meant = branches.filter(
    (branch) =>
      branch.length > 0 &&
      !branch.some((found) => found.pointer === pointer && found.code === "type"),
  );
  if (meant.length === 0) {
    const types = branches.flat().filter((found) => found.code === "type");
    const messages = [...new Set(types.map((found) => found.message))];
    if (messages.length === 0) return none();
    const expected = [...new Set(types.map((found) => found.expected ?? ""))].join(" or ");
    return [reportIssue("type", path, messages.join(", or "), compared(expected))];
  }
  // The tag of an alternative is a constant or an `enum` of a direct member, so those issues weigh more.
  const weight = ({ code, pointer: at }: Issue): number =>
    code === "const" ? 1e6 : code === "enum" && at.lastIndexOf("/") === pointer.length ? 1e3 : 1;
  const cost = (branch: readonly Issue[]): number =>
    branch.reduce((sum, found) => sum + weight(found), 0);
  const best = meant.reduce((least, branch) => (cost(branch) < cost(least) ? branch : least));
  return meant.length > 1 && cost(best) >= 1e6 ? none() : best;
}

/**
 * Returns the issues of the message that the sender most likely meant. If several messages are equally
 * likely, prefers a message without missing members.
 */
export function messageIssues(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const missing = (branch: readonly Issue[]): number =>
    branch.filter(({ code }) => code === "required").length;
  return unionIssues(
    [...branches].sort((left, right) => missing(left) - missing(right)),
    [],
  );
}
