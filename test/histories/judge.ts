import type { Finding } from "./findings.ts";

/** The tools that ours is compared with. */
export type Peer = "oasdiff" | "redocly";

/** An operation that one tool calls broken and the other does not, for one rule. */
export interface Disagreement {
  readonly pair: string;
  readonly peer: Peer;
  /** Who reports a break. */
  readonly reporter: "ours" | "theirs";
  readonly operation: string;
  readonly rule: string;
  readonly message: string;
}

/** Who is right in some disagreements, and why. */
export interface Verdict {
  readonly peer: Peer;
  readonly reporter: "ours" | "theirs";
  /** The rule of the reporter. */
  readonly rule: string;
  /** The beginning of the names of the pairs; all if absent. */
  readonly pair?: string;
  /** Only these operations; all if absent. */
  readonly operations?: readonly string[];
  /** Matches the message of the reporter; any if absent. */
  readonly message?: RegExp;
  /** `both` if each can be defended. */
  readonly right: "ours" | "theirs" | "both";
  readonly why: string;
}

/** Aligns two reports by operation. */
export function findDisagreements(
  about: { readonly pair: string; readonly peer: Peer },
  ours: readonly Finding[],
  theirs: readonly Finding[],
): readonly Disagreement[] {
  return [...only("ours", ours, theirs), ...only("theirs", theirs, ours)];

  function only(
    reporter: Disagreement["reporter"],
    findings: readonly Finding[],
    others: readonly Finding[],
  ): readonly Disagreement[] {
    const agreed = new Set(others.map(({ operation }) => operation));
    return findings
      .filter(({ operation }) => !agreed.has(operation))
      .map((finding) => ({ ...about, reporter, ...finding }));
  }
}

/** Reports whether a verdict is about a disagreement. */
export function isAbout(verdict: Verdict, disagreement: Disagreement): boolean {
  return (
    verdict.peer === disagreement.peer &&
    verdict.reporter === disagreement.reporter &&
    verdict.rule === disagreement.rule &&
    disagreement.pair.startsWith(verdict.pair ?? "") &&
    (verdict.operations?.includes(disagreement.operation) ?? true) &&
    (verdict.message?.test(disagreement.message) ?? true)
  );
}
