// Overlays between real documents: from each to the next one, or with OVERLAY_PAIRS=all from each to each.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { compareOverlay, loadSpecification, printText } from "../../src/index.ts";

const corpus = join(import.meta.dirname, "../../../../../shared/corpus");
const files = existsSync(corpus)
  ? globSync("**/*.{json,yaml,yml}", { cwd: corpus })
      .filter((file) => /^\W{0,3}(?:openapi|asyncapi)\W/m.test(head(file)))
      .toSorted()
  : [];
if (files.length === 0) console.info("not run: there is no ../shared/corpus");

function head(file: string): string {
  return readFileSync(join(corpus, file), "utf8").slice(0, 2_000);
}

const isWhole = process.env["OVERLAY_PAIRS"] === "all";
const options = { validate: false, allowErrors: true };

test.skipIf(files.length === 0).each(files)(
  "%s becomes another document",
  async (base) => {
    const { specification: before } = await loadSpecification(join(corpus, base), options);
    if (before === undefined) throw new Error(`cannot read ${base}`);
    const next = files[(files.indexOf(base) + 1) % files.length] ?? base;
    for (const wanted of isWhole ? files : [next]) {
      const { specification: after } = await loadSpecification(join(corpus, wanted), options);
      if (after === undefined) throw new Error(`cannot read ${wanted}`);
      const overlay = compareOverlay(before.entry, after.entry, base);
      if (overlay === undefined) {
        expect(isDeepStrictEqual(before.entry.root, after.entry.root)).toBe(true);
        continue;
      }
      const { specification, diagnostics } = await loadSpecification(join(corpus, base), {
        ...options,
        overlays: [{ file: "overlay.yaml", text: await printText(overlay, "yaml") }],
      });
      const found = diagnostics.filter(({ code }) => code.startsWith("OVERLAY"));
      expect([base, wanted, found]).toEqual([base, wanted, []]);
      // Not toEqual, which takes minutes to describe a difference.
      expect(isDeepStrictEqual(specification?.entry.root, after.entry.root)).toBe(true);
    }
  },
  isWhole ? 3_600_000 : 60_000,
);
