// Versions: how much one rises because of changes, and what it is then.

import { type Change, isBreak } from "../changes/change.ts";

/** The ways to raise a version number, the smallest first. */
export const bumps = ["none", "patch", "minor", "major"] as const;

/** How much a version number rises. */
export type Bump = (typeof bumps)[number];

/**
 * Returns how much the version rises because of a change: that of the contract itself (`wire`), or
 * that of code generated from it (`code`). What changes only generated code is a patch of the
 * contract. A broken promise, such as an earlier end of what is deprecated, is a break of both.
 */
export function bumpOf(change: Change, surface: "wire" | "code"): Bump {
  if (surface === "wire" && change.surface === "code") return "patch";
  if (isBreak(change)) return "major";
  return change.class === "docs" || change.surface === "docs" ? "patch" : "minor";
}

/** Returns the largest of some bumps, `none` if there are none. */
export function largestBump(all: readonly Bump[]): Bump {
  return bumps.findLast((bump) => all.includes(bump)) ?? "none";
}

/**
 * Returns the version after a bump, or `undefined` if the version is not of the form `1`, `1.2` or
 * `1.2.3`. Below 1.0.0 a break raises the second number, and anything else the third.
 *
 * @example
 * ```ts
 * nextVersion("1.4.2", "major"); // "2.0.0"
 * nextVersion("0.4.2", "major"); // "0.5.0"
 * ```
 */
export function nextVersion(version: string, bump: Bump): string | undefined {
  const numbers = versionNumbers(version);
  if (numbers === undefined || bump === "none") return numbers && version;
  const place = ["major", "minor", "patch"].indexOf(bump);
  const raised = numbers[0] === 0 ? Math.min(place + 1, 2) : place;
  const next = Array.from({ length: Math.max(numbers.length, raised + 1) }, (_, index) => {
    const number = numbers[index] ?? 0;
    if (index === raised) return number + 1;
    return index < raised ? number : 0;
  });
  return (version.startsWith("v") ? "v" : "") + next.join(".");
}

/**
 * Reports whether a version is lower than another; `undefined` if one of them has another form than
 * `1`, `1.2` or `1.2.3`.
 */
export function isLowerVersion(version: string, other: string): boolean | undefined {
  const left = versionNumbers(version);
  const right = versionNumbers(other);
  if (left === undefined || right === undefined) return undefined;
  const index = [0, 1, 2].find((each) => (left[each] ?? 0) !== (right[each] ?? 0));
  return index !== undefined && (left[index] ?? 0) < (right[index] ?? 0);
}

function versionNumbers(version: string): readonly number[] | undefined {
  const match = /^v?((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})$/.exec(version);
  return match?.[1]?.split(".").map(Number);
}
