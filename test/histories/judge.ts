import type { Finding } from "./findings.ts";

/** The other tools in the comparison. */
export type Peer = "oasdiff" | "redocly";

/** An operation that only one of two tools reports as broken, for one rule. */
export interface Disagreement {
  readonly pair: string;
  readonly peer: Peer;
  /** The tool that reports the change. */
  readonly reporter: "ours" | "theirs";
  readonly operation: string;
  readonly rule: string;
  readonly message: string;
}

/** The tool that is right in some disagreements, and why. */
export interface Verdict {
  readonly peer: Peer;
  readonly reporter: "ours" | "theirs";
  readonly rule: string;
  /** The start of the pair's name; all pairs if absent. */
  readonly pair?: string;
  /** All operations if absent. */
  readonly operations?: readonly string[];
  /** Matches the reporter's message; any message if absent. */
  readonly message?: RegExp;
  /** `both` if each view is defensible. */
  readonly right: "ours" | "theirs" | "both";
  readonly why: string;
}

/** Compares two reports operation by operation. */
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

/** Reports whether a verdict covers a disagreement. */
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
