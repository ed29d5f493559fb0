// The files that all pages load.

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { siteAssets } from "../src/assets/site-assets.ts";
import { palettes, textPairs, themes } from "../src/assets/style/colors.ts";
import { contrastRatio, readColor } from "../src/brand/color.ts";

const assets = siteAssets();
const style = assets.find(({ name }) => name.endsWith(".css"))?.text ?? "";
const script = assets.find(({ name }) => name.endsWith(".js"))?.text ?? "";

describe("the assets", () => {
  it("have names that change with their content", () => {
    expect(assets.map(({ name }) => name.replace(/-[0-9a-f]{10}\./, "."))).toEqual([
      "style.css",
      "page.js",
      "icon.svg",
    ]);
  });

  it("are small", () => {
    expect(gzipSync(script).length).toBeLessThan(4000);
    expect(gzipSync(style).length).toBeLessThan(10_000);
  });

  it("are valid: the script compiles, and the style sheet closes its blocks", () => {
    expect(() => new Function(script)).not.toThrow();
    expect(style.split("{").length).toBe(style.split("}").length);
    expect(style).not.toMatch(/url\(|@import|undefined/);
  });
});

describe.each(themes)("the %s colours", (theme) => {
  const palette = palettes[theme];

  it.each(textPairs)("%s on %s has enough contrast", (text, paper) => {
    const [one, other] = [palette[text], palette[paper]].map(readColor);
    expect(one && other && contrastRatio(one, other)).toBeGreaterThanOrEqual(4.5);
  });
});
