// The paths on docs/pagination.md fit their operations.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildContract } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { docsFolder } from "./read-spec.ts";

const page = readFileSync(join(docsFolder, "pagination.md"), "utf8");
const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);

describe("a path of the page about lists", () => {
  it.each(blocks)("%s", async (block) => {
    const paths = block.replace(/^(?=.)/gm, "  ");
    const text = `openapi: 3.1.0\ninfo: { title: Lists, version: "1" }\npaths:\n${paths}`;
    const { specification, diagnostics } = await loadSpecification({ file: "/api.yaml", text });
    if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
    const { contract, diagnostics: problems } = buildContract(specification);
    expect([...diagnostics, ...problems].filter(({ severity }) => severity === "error")).toEqual(
      [],
    );
    expect(contract?.operations.map(({ pagination }) => typeof pagination)).toEqual(["object"]);
  });

  it("exists for each kind", () => {
    for (const kind of ["next:", "lastItem:", "page:", "offset:", "link:"]) {
      expect(blocks.some((block) => block.includes(kind))).toBe(true);
    }
  });
});
