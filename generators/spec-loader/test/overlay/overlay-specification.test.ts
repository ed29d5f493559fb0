// The examples and cases of the repository of the Overlay Specification, if OVERLAY_SPECIFICATION names a
// checkout of https://github.com/OAI/Overlay-Specification.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type LoadResult, loadSpecification } from "../../src/index.ts";

const repository = process.env["OVERLAY_SPECIFICATION"] ?? "";
const isThere = existsSync(join(repository, "compliant-sets"));
if (!isThere) console.info("not run: OVERLAY_SPECIFICATION names no checkout of the specification");

async function overlaid(document: string, overlay: string): Promise<LoadResult> {
  return await loadSpecification(document, { overlays: [overlay], validate: false });
}

/** Returns the names in a folder of the repository. */
function namesIn(folder: string): readonly string[] {
  return isThere
    ? readdirSync(join(repository, folder)).filter((name) => name !== "README.md")
    : [];
}

describe.skipIf(!isThere)("the repository of the specification", () => {
  test.each(namesIn("compliant-sets"))("compliant set %s", async (name) => {
    const folder = join(repository, "compliant-sets", name);
    const { specification, diagnostics } = await overlaid(
      join(folder, "openapi.yaml"),
      join(folder, "overlay.yaml"),
    );
    expect(diagnostics).toEqual([]);
    const want: unknown = parse(readFileSync(join(folder, "output.yaml"), "utf8"));
    expect(specification?.entry.root).toEqual(want);
  });

  const cases = ["v1.0", "v1.1"].flatMap((version) =>
    ["pass", "fail"].flatMap((verdict) =>
      namesIn(`tests/${version}/${verdict}`).map((name) => [version, verdict, name] as const),
    ),
  );

  test.each(cases)("%s %s %s", async (version, verdict, name) => {
    const { diagnostics } = await loadSpecification(
      {
        file: "openapi.yaml",
        text: "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n",
      },
      { overlays: [join(repository, "tests", version, verdict, name)] },
    );
    const invalid = diagnostics.filter(
      ({ code, severity }) => code.startsWith("OVERLAY_") && severity === "error",
    );
    expect(invalid.length > 0).toBe(verdict === "fail");
  });
});
