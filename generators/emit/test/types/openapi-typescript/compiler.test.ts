import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compilerPackage, findCompiler } from "../../../src/types/openapi-typescript/compiler.ts";

describe("findCompiler", () => {
  it.each([
    { installed: {}, want: undefined },
    { installed: { typescript: "7.0.2" }, want: undefined },
    { installed: { typescript: "5.9.3" }, want: "typescript" },
    { installed: { typescript: "6.0.0" }, want: "typescript" },
    { installed: { typescript: "7.0.2", "ts-morph": "28.0.0" }, want: "ts-morph" },
    { installed: { "ts-morph": "28.0.0" }, want: "ts-morph" },
    { installed: { typescript: "5.9.3", "ts-morph": "28.0.0" }, want: "typescript" },
  ])("finds $want among $installed", ({ installed, want }) => {
    const manifests = new Map(
      Object.entries(installed).map(([name, version]) => [`${name}/package.json`, { version }]),
    );
    expect(findCompiler((name) => manifests.get(name))).toBe(want);
  });

  it("advises the version that the tests use", () => {
    const path = new URL("../../../package.json", import.meta.url);
    const { devDependencies } = JSON.parse(readFileSync(path, "utf8")) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    expect(compilerPackage).toBe(`ts-morph@${devDependencies["ts-morph"]?.split(".")[0]}`);
  });
});
