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
  ["1.2.3-rc.1", "major", "2.0.0"],
  ["2.0.0-rc.1", "major", "2.0.0"],
  ["2.0.0-rc.1", "patch", "2.0.0"],
  ["1.2.0-beta", "major", "2.0.0"],
  ["1.2.0-beta", "minor", "1.2.0"],
  ["0.3.0-rc.1", "major", "0.3.0"],
  ["1.2.3+build.5", "minor", "1.3.0"],
  ["2026-11-23", "major", undefined],
  ["1.2-rc.1", "major", undefined],
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
  // The order in SemVer 2.0.0 §11.4.
  ["1.0.0-alpha", "1.0.0-alpha.1", true],
  ["1.0.0-alpha.1", "1.0.0-alpha.beta", true],
  ["1.0.0-alpha.beta", "1.0.0-beta", true],
  ["1.0.0-beta", "1.0.0-beta.2", true],
  ["1.0.0-beta.2", "1.0.0-beta.11", true],
  ["1.0.0-beta.11", "1.0.0-rc.1", true],
  ["1.0.0-rc.1", "1.0.0", true],
  ["1.0.0", "1.0.0-rc.1", false],
  ["1.0.0+build.2", "1.0.0+build.1", false],
  ["1.0.0+build.1", "1.0.0+build.2", false],
  ["1.9.0", "2.0.0-rc.1", true],
  ["v1.0.0-rc.1", "1.0.0", true],
])("31.11 %s is lower than %s", (version, other, want) => {
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
