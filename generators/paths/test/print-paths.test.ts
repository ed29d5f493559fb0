import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { printPaths } from "@specwright/paths";
import { describe, expect, it } from "vitest";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/items/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: { description: "x" } } },
    },
  },
  components: {
    schemas: {
      Change: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          size: { type: "integer", default: 1 },
          labels: { type: "object" },
        },
      },
    },
  },
});

describe("printPaths", () => {
  it.each([
    { what: "a path and its parameter", want: '  "/items/{id}": {\n    parameters: {\n' },
    { what: "a property with a default, which may be left out", want: "      size?: number;" },
    { what: "an object of any members", want: "      labels?: Record<string, unknown>;" },
  ])("prints $what", async ({ want }) => {
    expect(await printPaths(document)).toContain(want);
  });

  it("indents by two spaces", async () => {
    const indents = (await printPaths(document)).matchAll(/^ +(?=\S)/gm);
    const widths = new Set([...indents].map(([spaces]) => spaces.length));
    expect([...widths].sort((a, b) => a - b).slice(0, 3)).toEqual([2, 4, 6]);
  });

  it("rejects what is not OpenAPI", async () => {
    await expect(printPaths('{"openapi":"1.0"}')).rejects.toThrow(/version/i);
  });
});

describe("the built package", () => {
  const call = `.printPaths(${JSON.stringify(document)}).then((text) => console.log(text.length))`;

  it.each([
    { by: "require", args: ["--eval", `require("@specwright/paths")${call}`] },
    {
      by: "import",
      args: ["--input-type=module", "--eval", `(await import("@specwright/paths"))${call}`],
    },
  ])("is loaded by $by", async ({ args }) => {
    const cwd = join(import.meta.dirname, "..");
    const output = execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
    expect(Number(output)).toBe((await printPaths(document)).length);
  });
});
