// Computes the bump that changes need, and the next version number.

import { type Change, isBreak } from "../changes/change.ts";

/** The kinds of version bumps, the smallest first. */
export const bumps = ["none", "patch", "minor", "major"] as const;

/** The kind of a version bump. */
export type Bump = (typeof bumps)[number];

/**
 * Returns the bump that a change needs, for the version of the contract (`wire`) or of generated code
 * (`code`). A change that affects only generated code is a patch of the contract. A broken promise, such as
 * an earlier sunset date, counts as a break of both.
 */
export function bumpOf(change: Change, surface: "wire" | "code"): Bump {
  if (surface === "wire" && change.surface === "code") return "patch";
  if (isBreak(change)) return "major";
  return change.class === "docs" || change.surface === "docs" ? "patch" : "minor";
}

/** Returns the largest bump of a list; `none` for an empty list. */
export function largestBump(all: readonly Bump[]): Bump {
  return bumps.findLast((bump) => all.includes(bump)) ?? "none";
}

/**
 * Returns the version number after a bump, or `undefined` if the version does not have the form `1`, `1.2`
 * or `1.2.3` (optionally with a prerelease or build part). Below 1.0.0, a break raises the second number
 * and any other change the third. The numbers of a prerelease are kept if they already include the bump.
 *
 * @example
 * ```ts
 * nextVersion("1.4.2", "major"); // "2.0.0"
 * nextVersion("0.4.2", "major"); // "0.5.0"
 * nextVersion("2.0.0-rc.1", "major"); // "2.0.0"
 * ```
 */
export function nextVersion(version: string, bump: Bump): string | undefined {
  const parsed = parseVersion(version);
  if (parsed === undefined || bump === "none") return parsed && version;
  const { numbers, prerelease } = parsed;
  const place = ["major", "minor", "patch"].indexOf(bump);
  const raised = numbers[0] === 0 ? Math.min(place + 1, 2) : place;
  const isRaised = prerelease.length > 0 && numbers.slice(raised + 1).every((each) => each === 0);
  const next = Array.from({ length: Math.max(numbers.length, raised + 1) }, (_, index) => {
    const number = numbers[index] ?? 0;
    if (index === raised) return isRaised ? number : number + 1;
    return index < raised ? number : 0;
  });
  return (version.startsWith("v") ? "v" : "") + next.join(".");
}

/**
 * Reports whether `version` is lower than `other` by SemVer 2.0.0 §11. Returns `undefined` if one of the
 * versions does not have the form `1`, `1.2` or `1.2.3` (optionally with a prerelease or build part).
 */
export function isLowerVersion(version: string, other: string): boolean | undefined {
  const left = parseVersion(version);
  const right = parseVersion(other);
  if (left === undefined || right === undefined) return undefined;
  const index = [0, 1, 2].find((each) => (left.numbers[each] ?? 0) !== (right.numbers[each] ?? 0));
  if (index !== undefined) return (left.numbers[index] ?? 0) < (right.numbers[index] ?? 0);
  return isLowerPrerelease(left.prerelease, right.prerelease);
}

/**
 * A release is higher than its prereleases. Words are higher than numbers. If one prerelease begins with
 * the other, the longer one is higher.
 */
function isLowerPrerelease(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return left.length > right.length;
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left[index], right[index]];
    if (one === undefined || other === undefined) return one === undefined;
    if (one === other) continue;
    const areNumbers = [one, other].map((each) => /^\d+$/.test(each));
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] === true;
    return areNumbers[0] === true ? BigInt(one) < BigInt(other) : one < other;
  }
  return false;
}

interface Version {
  readonly numbers: readonly number[];
  /** The prerelease identifiers; empty for a release. */
  readonly prerelease: readonly string[];
}

// Only a version with three numbers may have a prerelease or build part, because `2026-11-23` is a date.
const form =
  /^v?(?<numbers>(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})(?<more>(?:-(?<prerelease>[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z.-]+)?)$/;

function parseVersion(version: string): Version | undefined {
  const { numbers, more, prerelease } = form.exec(version)?.groups ?? {};
  const parts = numbers?.split(".").map(Number) ?? [];
  if (parts.length === 0 || (more !== "" && parts.length < 3)) return undefined;
  return { numbers: parts, prerelease: prerelease?.split(".") ?? [] };
}
