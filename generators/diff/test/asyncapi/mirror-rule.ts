/** The suffixes of rule ids that are exchanged if base and revision are swapped. */
const mirrors: readonly (readonly [string, string])[] = [
  ["added", "removed"],
  ["set", "unset"],
  ["increased", "decreased"],
  ["became-required", "became-optional"],
  ["closed", "opened"],
  ["deprecated", "reactivated"],
  ["widened", "narrowed"],
  ["forbidden", "allowed"],
  ["moved-earlier", "moved-later"],
];

/** Returns the id of the rule that finds the same edit with base and revision swapped. */
export function mirrorRule(ruleId: string): string {
  for (const [left, right] of mirrors) {
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const) {
      if (ruleId.endsWith(`-${from}`)) return `${ruleId.slice(0, -from.length)}${to}`;
    }
  }
  return ruleId;
}
