// Every rule has a mirror, such as "added" and "removed": the comparison in the other direction finds it.

import { type RuleId, rules } from "@specwright/diff";
import { expect, test } from "vitest";

const opposites: readonly (readonly [string, string])[] = [
  ["added", "removed"],
  ["set", "unset"],
  ["increased", "decreased"],
  ["widened", "narrowed"],
  ["generalized", "specialized"],
  ["became-required", "became-optional"],
  ["deprecated", "reactivated"],
  ["earlier", "later"],
  ["wrapped-in-union", "unwrapped-from-union"],
  ["one-of-became-any-of", "any-of-became-one-of"],
  ["became-read-only", "is-no-longer-read-only"],
  ["became-write-only", "is-no-longer-write-only"],
  ["forbidden", "allowed"],
  ["restricted", "unrestricted"],
  ["opened", "closed"],
];

/** Rules without a mirror, and why. */
const waivers: Readonly<Partial<Record<RuleId, string>>> = {
  "sunset-missing": "A rule of the revision alone: the mirror is that nothing is deprecated.",
  "sunset-invalid": "A rule of the revision alone.",
  "sunset-too-early": "A rule of the revision alone.",
  "stability-invalid": "A rule of the revision alone.",
  "header-added": "Its mirrors are required-header-removed and optional-header-removed.",
  "required-header-removed": "Its mirror is header-added.",
  "optional-header-removed": "Its mirror is header-added.",
  "parameter-removed": "Its mirrors are required-parameter-added and optional-parameter-added.",
  "required-parameter-added": "Its mirror is parameter-removed.",
  "optional-parameter-added": "Its mirror is parameter-removed.",
  "request-body-removed":
    "Its mirrors are required-request-body-added and optional-request-body-added.",
  "required-request-body-added": "Its mirror is request-body-removed.",
  "optional-request-body-added": "Its mirror is request-body-removed.",
};

test("every rule has a mirror or a waiver", () => {
  const withoutMirror = Object.keys(rules).filter(
    (id) => !mirrors(id).some((each) => each in rules),
  );
  expect(withoutMirror.sort()).toEqual(Object.keys(waivers).sort());
});

function mirrors(id: string): string[] {
  if (/-(changed|renamed|replaced|moved)$/.test(id)) return [id];
  return opposites.flatMap(([one, other]) => [replaced(id, one, other), replaced(id, other, one)]);
}

/** Returns the id with a word replaced, or an empty list if it does not have the word. */
function replaced(id: string, word: string, other: string): string {
  const pattern = new RegExp(`(?<![a-z])${word}(?![a-z])`);
  return pattern.test(id) ? id.replace(pattern, other) : "";
}
