import type { SignatureRule } from "@specwright/contract";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

/** Compares how the request that opens a connection is signed (`x-credentials`). */
export function compareSignature({ base, revision }: ChannelPair): ExtensionEdit[] {
  const [before, after] = [base.signature, revision.signature];
  if (before !== undefined && after !== undefined) {
    return [...partEdits(before, after), ...skewEdits(before, after)];
  }
  if (before === after) return [];
  return before === undefined
    ? [
        {
          rule: "signature-added",
          class: "breaking",
          direction: "request",
          message: "connections have to be signed now",
          why: "Clients that do not sign are refused.",
        },
      ]
    : [
        {
          rule: "signature-removed",
          class: "non-breaking",
          direction: "request",
          message: "connections need no signature any more",
          why: "Clients may go on signing; nobody checks it.",
        },
      ];
}

function partEdits(before: SignatureRule, after: SignatureRule): ExtensionEdit[] {
  const headers = ({ headers: { key, timestamp, signature } }: SignatureRule) =>
    [key, timestamp, signature].map((name) => name.toLowerCase());
  const parts = [
    ["signature-algorithm-changed", "the algorithm is", [before.algorithm], [after.algorithm]],
    ["signature-headers-changed", "the headers are", headers(before), headers(after)],
    ["signature-lines-changed", "the signed lines are", before.lines, after.lines],
  ] as const;
  return parts.flatMap(([rule, what, old, revised]): ExtensionEdit[] => {
    if (JSON.stringify(old) === JSON.stringify(revised)) return [];
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
    return [
      {
        rule,
        class: "breaking",
        direction: "request",
        details: [old, revised],
        message: `${what} ${list(revised)}; it was ${list(old)}`,
        why: "The signatures of clients no longer match, so that all of them are refused.",
      },
    ];
  });
}

function skewEdits(
  { clockSkewMs: before }: SignatureRule,
  { clockSkewMs: after }: SignatureRule,
): ExtensionEdit[] {
  if (before === after) return [];
  const isLess = after < before;
  return [
    {
      rule: isLess ? "signature-clock-skew-decreased" : "signature-clock-skew-increased",
      class: isLess ? "potentially-breaking" : "non-breaking",
      direction: "request",
      details: [before, after],
      message: `the clock may deviate by ${after} ms; it was ${before} ms`,
      why: isLess
        ? "Generated clients correct their clock by the answer and try again; others are refused if " +
          "their clock is off."
        : "What was accepted is still accepted.",
    },
  ];
}
