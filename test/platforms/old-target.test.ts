// A project with a target older than ES2020, such as create-next-app's, does not compile bigint
// literals.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { generateInto } from "../bundles/generate-into.ts";

const root = new URL("../..", import.meta.url).pathname;

/** Compiles files as Next does, and returns the messages of the compiler. */
function faultsOf(files: readonly string[]): readonly string[] {
  const program = ts.createProgram([...files], {
    target: ts.ScriptTarget.ES2017,
    lib: ["lib.dom.d.ts", "lib.esnext.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

it("32.4 the objects of enums compile for a target without bigint literals", () => {
  const file = join(root, "test/golden/cases/enum-objects/out/types.ts");
  expect(ts.sys.readFile(file)).toContain('BigInt("9007199254740993") as 9007199254740993n');
  expect(faultsOf([file])).toEqual([]);
});

it("32.4 a client with bigints compiles for a target without their literals", async () => {
  const folder = await mkdtemp(join(tmpdir(), "specwright-target-"));
  try {
    await generateInto(folder, join(root, "test/release/tools/openapi.yaml"));
    const files = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
    expect(ts.sys.readFile(join(folder, "codec.ts"))).toMatch(/\b9007199254740995n\b/);
    expect(faultsOf(files.map((name) => join(folder, name)))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
