import { describe, expect, it } from "vitest";
import { printPaths } from "../../../src/types/openapi-typescript/print-paths.ts";

const document = {
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
};

describe("printPaths", () => {
  it.each([
    { what: "a path and its parameter", want: '  "/items/{id}": {\n    parameters: {\n' },
    { what: "a property with a default, which may be left out", want: "      size?: number;" },
    { what: "an object of any members", want: "      labels?: Record<string, unknown>;" },
  ])("prints $what", ({ want }) => {
    expect(printPaths(document)).toContain(want);
  });

  it("indents by two spaces", () => {
    const indents = printPaths(document).matchAll(/^ +(?=\S)/gm);
    const widths = new Set([...indents].map(([spaces]) => spaces.length));
    expect([...widths].sort((a, b) => a - b).slice(0, 3)).toEqual([2, 4, 6]);
  });
});
