import type { Score } from "./score.ts";

/** Returns the missing and the actual findings of a case; undefined if it is as expected. */
export function failureText(score: Score): string | undefined {
  const { missing, wrong, isError, isClean, isBroken, isPotentiallyBroken, findings } = score;
  const problems = [
    ...missing.map((id) => `misses ${id}`),
    ...wrong,
    ...(isError && !isBroken && !isPotentiallyBroken ? ["not broken"] : []),
    ...(isClean && isBroken ? ["broken"] : []),
  ];
  if (problems.length === 0) return undefined;
  const { n, test, scope, minLevel } = score.case;
  return [
    `#${n} ${test} (${scope}, ${minLevel}): ${problems.join("; ")}`,
    ...findings.map(
      ({ change, ids, level }) =>
        `  ${level} ${change.ruleId} [${ids.join(" ")}] ${change.message}`,
    ),
  ].join("\n");
}
