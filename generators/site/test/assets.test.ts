// The files that all pages load.

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { siteAssets } from "../src/assets/site-assets.ts";

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

const texts = ["text", "quiet", "accent", "bad", "warn"];
const papers = ["paper", "shade"];
const badges = ["good", "info", "warn", "bad", "violet", "accent"];
const pairs = [
  ...texts.flatMap((text) => papers.map((paper) => [text, paper] as const)),
  ["text", "hover"] as const,
  ["quiet", "hover"] as const,
  ["text", "accent-shade"] as const,
  ["on-accent", "accent"] as const,
  ...badges.map((name) => [name, `${name}-shade`] as const),
];

describe.each(["light", "dark"])("the %s colours", (theme) => {
  const block = style.split(`color-scheme: ${theme};`)[1]?.split("}")[0] ?? "";
  const colors = new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );

  it.each(pairs)("%s on %s can be read", (text, paper) => {
    const [one, other] = [luminance(colors.get(text)), luminance(colors.get(paper))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    expect(ratio).toBeGreaterThanOrEqual(4.5);
  });
});

/** The relative luminance of WCAG 2. */
function luminance(color = ""): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
