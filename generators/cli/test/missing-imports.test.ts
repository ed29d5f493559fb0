import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingImports } from "../src/project/missing-imports.ts";
import { command, write } from "./run-command.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "imports-"));
  await mkdir(join(folder, "node_modules/@specwright/runtime"), { recursive: true });
  await mkdir(join(folder, "src/gen"), { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("packages that generated files import", () => {
  it.each([
    ["what is installed above", 'import { a } from "@specwright/runtime/codegen";', []],
    ["another package", 'import { z } from "zod";', ["zod"]],
    ["a part of another", 'import type { a } from "@example/one/two";', ["@example/one"]],
    ["an import of several lines", 'import {\n  a,\n} from "zod";', ["zod"]],
    ["a file", 'import * as types from "./types.ts";\nimport { b } from "../b.ts";', []],
    ["a module of Node", 'import { join } from "node:path";', []],
    ["a text that looks like one", '  const text = "import z from zod";', []],
  ])("finds %s", (_what, text, wanted) => {
    expect(missingImports(join(folder, "src/gen"), [text])).toEqual(wanted);
  });

  it("names each once", () => {
    const text = 'import { z } from "zod";';
    expect(missingImports(folder, [text, text])).toEqual(["zod"]);
  });
});

describe("generate", () => {
  const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: { /a: { get: { operationId: readA, responses: { "204": { description: Done. } } } } }
`;

  it.each(["module", "commonjs"])(
    "names the packages that a project of type %s lacks",
    async (type) => {
      const project = await mkdtemp(join(tmpdir(), "specwright-imports-"));
      try {
        await write(project, "package.json", JSON.stringify({ type }));
        await write(project, "openapi.yaml", document);
        const args = ["generate", "--input", "openapi.yaml", "--output", "gen", "--emit", "client"];
        const { code, err } = await command(project, args);
        expect(code).toBe(0);
        expect(err).toContain("which the project does not have: npm install @specwright/runtime");
      } finally {
        await rm(project, { recursive: true });
      }
    },
  );
});
