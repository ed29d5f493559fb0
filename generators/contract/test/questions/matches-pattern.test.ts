import { matchesPattern } from "@specwright/contract";
import { expect, it } from "vitest";

const long = `${"a".repeat(60)}!`;

it.each([
  ["^a+$", "aaa", true],
  ["^a+$", "aab", false],
  ["^a+$", long, false],
  ["^[a-z]+!$", long, true],
  ["^(?:ab){2}c{3}$", "ababccc", true],
  ["^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "0b0e7e1c-3c1a-4c5e-9f00-000000000000", true],
  ["^[(*+)]+$", "(((((((((((((*)+)))))", true],
  ["^\\(\\*+\\)+$", "(****************)))", true],
  // Without the flag u.
  ["^\\-$", "-", true],
  // Invalid.
  ["(", "a", true],
  // Exponential patterns are only decided for short texts.
  ["^(a+)+$", "aaaaaaa!", false],
  ["^(a+)+$", long, undefined],
  ["^(a|aa)+$", long, undefined],
  ["^(?:a?){50}$", long, undefined],
  ["^((a{1,9}){2,})$", long, undefined],
  ["^a*a*a*a*a*a*a*$", long, undefined],
])("%s of %s is %s", (pattern, text, want) => {
  expect(matchesPattern(pattern, text)).toBe(want);
});
