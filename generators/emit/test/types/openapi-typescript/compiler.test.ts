import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compilerPackage, findCompiler } from "../../../src/types/openapi-typescript/compiler.ts";

describe("findCompiler", () => {
  it.each([
    { installed: {}, want: undefined },
    { installed: { typescript: "7.0.2" }, want: undefined },
    { installed: { typescript: "5.9.3" }, want: "typescript" },
    { installed: { typescript: "6.0.0" }, want: "typescript" },
    { installed: { typescript: "7.0.2", "typescript-5": "5.9.3" }, want: "typescript-5" },
    { installed: { typescript: "4.9.5", "typescript-5": "5.9.3" }, want: "typescript-5" },
  ])("finds $want among $installed", ({ installed, want }) => {
    const manifests = new Map(
      Object.entries(installed).map(([name, version]) => [`${name}/package.json`, { version }]),
    );
    expect(findCompiler((name) => manifests.get(name))).toBe(want);
  });

  it("advises the version that the tests use", () => {
    const path = new URL("../../../package.json", import.meta.url);
    const { dependencies } = JSON.parse(readFileSync(path, "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(compilerPackage).toBe(`typescript-5@npm:typescript@${dependencies["typescript"]}`);
  });
});
