import { type Bump, bumpOf, isLowerVersion } from "@specwright/diff";
import { expect, it } from "vitest";
import { nextVersion } from "../src/report/bump.ts";

const versions: readonly (readonly [string, Bump, string | undefined])[] = [
  ["1.2.3", "major", "2.0.0"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "none", "1.2.3"],
  ["0.2.3", "major", "0.3.0"],
  ["0.2.3", "minor", "0.2.4"],
  ["0.2.3", "patch", "0.2.4"],
  ["1.0", "major", "2.0"],
  ["1.0", "minor", "1.1"],
  ["1.0", "patch", "1.0.1"],
  ["1", "major", "2"],
  ["v1.2.3", "major", "v2.0.0"],
  ["1.2.3-rc.1", "major", undefined],
  ["2026-11-23", "major", undefined],
  ["2026.01.05", "minor", undefined],
  ["", "minor", undefined],
];
it.each(versions)("the version after %s and a %s change", (version, bump, want) => {
  expect(nextVersion(version, bump)).toBe(want);
});

it.each([
  ["1.2.3", "2.0.0", true],
  ["2.0.0", "2.0.0", false],
  ["2", "2.0.0", false],
  ["10.0.0", "9.0.0", false],
  ["1.9.0", "1.10.0", true],
  ["next", "1.10.0", undefined],
])("%s is lower than %s", (version, other, want) => {
  expect(isLowerVersion(version, other)).toBe(want);
});

const change = {
  ruleId: "operation-removed",
  subject: { kind: "operation", name: "GET /" },
  affects: [],
  message: "",
  why: "",
  fingerprint: "",
} as const;
it.each([
  ["breaking", "wire", "major", "major"],
  ["potentially-breaking", "wire", "major", "major"],
  ["deprecation", "wire", "minor", "minor"],
  ["non-breaking", "wire", "minor", "minor"],
  ["breaking", "code", "patch", "major"],
  ["non-breaking", "code", "patch", "minor"],
  ["docs", "docs", "patch", "patch"],
  ["non-breaking", "docs", "patch", "patch"],
  ["breaking", "docs", "major", "major"],
] as const)("a change that is %s for %s", (class_, surface, wire, code) => {
  const found = { ...change, class: class_, surface };
  expect([bumpOf(found, "wire"), bumpOf(found, "code")]).toEqual([wire, code]);
});
