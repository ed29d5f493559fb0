// Overlays between real documents: from each to the next one, or with OVERLAY_PAIRS=all from each to each.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { compareOverlay, loadSpecification, printText } from "../../src/index.ts";
import { resolveLimits } from "../../src/load-options.ts";
import { applyOverlays } from "../../src/overlay/apply-overlay.ts";
import { readOverlay } from "../../src/overlay/overlay.ts";
import { type LoadedFile, parseFile } from "../../src/text/file-store.ts";

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

const options = { validate: false, allowErrors: true };

test.skipIf(files.length === 0).each(files)("%s becomes the next document", async (base) => {
  const { specification: before } = await loadSpecification(join(corpus, base), options);
  const next = files[(files.indexOf(base) + 1) % files.length] ?? base;
  const { specification: after } = await loadSpecification(join(corpus, next), options);
  if (before === undefined || after === undefined) throw new Error(`cannot read ${base}`);
  const overlay = compareOverlay(before.entry, after.entry, base);
  if (overlay === undefined) {
    expect(isDeepStrictEqual(before.entry.root, after.entry.root)).toBe(true);
    return;
  }
  const { specification, diagnostics } = await loadSpecification(join(corpus, base), {
    ...options,
    overlays: [{ file: "overlay.yaml", text: await printText(overlay, "yaml") }],
  });
  const found = diagnostics.filter(({ code }) => code.startsWith("OVERLAY"));
  expect([base, next, found]).toEqual([base, next, []]);
  // Not toEqual, which takes minutes to describe a difference.
  expect(isDeepStrictEqual(specification?.entry.root, after.entry.root)).toBe(true);
});

const isWhole = process.env["OVERLAY_PAIRS"] === "all";
const whole = new Map<string, LoadedFile>();

async function parse(file: string): Promise<LoadedFile> {
  const known = whole.get(file);
  if (known !== undefined) return known;
  const parsed = await read(file, readFileSync(join(corpus, file), "utf8"));
  whole.set(file, parsed);
  return parsed;
}

async function read(name: string, text: string): Promise<LoadedFile> {
  const { file } = await parseFile(name, `file:///${name}`, text, resolveLimits({}));
  if (file === undefined) throw new Error(`cannot read ${name}`);
  return file;
}

test.skipIf(!isWhole).each(files)(
  "%s becomes each other document",
  async (base) => {
    const before = await parse(base);
    let pairs = 0;
    for (const wanted of files) {
      const after = await parse(wanted);
      const overlay = compareOverlay(before.spec, after.spec, base);
      const overlays =
        overlay === undefined
          ? []
          : [readOverlay(await read("overlay.json", await printText(overlay, "json")))];
      const { file, problems } = applyOverlays(before, overlays, 500);
      expect([base, wanted, problems]).toEqual([base, wanted, []]);
      expect(isDeepStrictEqual(file.spec.root, after.spec.root)).toBe(true);
      pairs += 1;
    }
    console.info(`${base}: ${pairs} pairs`);
  },
  3_600_000,
);
