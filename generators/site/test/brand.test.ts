// The style sheet of an operator's brand.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { palettes, textPairs } from "../src/assets/style/colors.ts";
import { brandPalette, contrastProblems } from "../src/brand/brand-palette.ts";
import { brandStyle } from "../src/brand/brand-style.ts";
import { colorText, contrastRatio, readColor } from "../src/brand/color.ts";
import { imageType } from "../src/brand/image-type.ts";
import { loadBrand } from "../src/brand/load-brand.ts";
import { readBrand } from "../src/brand/read-brand.ts";
import { wholeSite } from "../src/whole-site/whole-site.ts";
import { byPath, interfaceOf } from "./site-of-versions.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1A\n", "latin1"), Buffer.alloc(20)]);
const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1");
const woff2 = Buffer.from("wOF2\0\x01\0\0", "latin1");

describe("a colour", () => {
  it.each([
    ["#abc", "#aabbcc"],
    ["#3B47d1", "#3b47d1"],
    ["rgb(59 71 209)", "#3b47d1"],
    ["rgb(59, 71, 209)", "#3b47d1"],
    ["hsl(0 100% 50%)", "#ff0000"],
    ["hsl(210, 50%, 40%)", "#336699"],
  ])("%s is %s", (given, want) => {
    const color = readColor(given);
    expect(color && colorText(color)).toBe(want);
  });

  it.each([
    "#ab",
    "#abcd",
    "red",
    "rgb(300 0 0)",
    "rgb(1% 2% 3%)",
    "rgb(1 2, 3)",
    "rgb(1.1.1 2 3)",
    "hsl(0 100 50)",
    "hsl(361 1% 1%)",
    "#fff; } body { display: none",
    "var(--x)",
    "url(https://evil.test)",
    "#fff\n",
  ])("is not %j", (given) => {
    expect(readColor(given)).toBeUndefined();
  });

  it("has the contrast ratios of WCAG 2", () => {
    const of = (one: string, other: string) =>
      contrastRatio(readColor(one) ?? [], readColor(other) ?? []);
    expect(of("#000", "#fff")).toBe(21);
    expect(of("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
    expect(of("#fff", "#fff")).toBe(1);
  });
});

const color = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })));

it("gives a readable theme for any colours, or reports unreadable ones", () => {
  let accepted = 0;
  const colors = fc.record({ accent: color, text: color, background: color }, { requiredKeys: [] });
  fc.assert(
    fc.property(colors, fc.constantFrom("light", "dark"), (given, theme) => {
      const palette = { ...palettes[theme], ...brandPalette(given, palettes[theme]) };
      expect(Object.values(palette).filter((each) => !/^#[0-9a-f]{6}$/.test(each))).toEqual([]);
      const problems = contrastProblems(theme, palette);
      const ratios = textPairs.map(([text, paper]) =>
        contrastRatio(readColor(palette[text]) ?? [], readColor(palette[paper]) ?? []),
      );
      expect(problems.length === 0).toBe(ratios.every((ratio) => ratio >= 4.5));
      if (problems.length === 0) accepted += 1;
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

it("changes no colour by default", () => {
  expect(brandPalette({}, palettes.dark)).toEqual({});
});

function faultsOf(json: string): string {
  try {
    return readBrand(json).faults.join("; ");
  } catch (error) {
    return String(error);
  }
}

describe("a declaration", () => {
  it.each([
    ["[]", "the file must be an object"],
    ["{", "the file is not JSON"],
    ['{"colour": 1}', 'unknown member "colour". Members: purpose, links'],
    ['{"colors": {"light": {"accent": "red"}}}', "colors.light.accent must be a colour such as"],
    ['{"colors": {"light": {"paper": "#fff"}}}', 'unknown member "paper" of colors.light'],
    ['{"purpose": "a\\u0000b"}', "purpose must be a line of text"],
    [
      '{"links": [{"text": "x", "to": "javascript:alert(1)"}]}',
      "links[0].to must be a URL such as https://example.com",
    ],
    [
      '{"links": [{"text": "x", "to": "//evil.test"}]}',
      "links[0].to must be a URL such as https://example.com",
    ],
    ['{"links": [{"to": "https://a.test"}]}', "links[0].text must be a line"],
    ['{"logo": {"file": "logo.svg"}}', "logo.alt must be a line of text"],
    ['{"fonts": {"text": ["x\\"; } body { color: red"]}}', "fonts.text[0] must be the name"],
    ['{"fonts": {"text": ["a</style>"]}}', "fonts.text[0] must be the name"],
    ['{"fonts": {"files": [{"family": "A", "file": "a"}]}}', "A of fonts.files is neither"],
    [
      '{"fonts": {"files": [{"family": "A", "file": "a", "weight": "1;"}]}}',
      "fonts.files[0].weight must be a weight",
    ],
  ])("%s is refused: %s", (json, want) => {
    expect(faultsOf(json)).toContain(want);
  });

  it("reports all of its faults at once", () => {
    const json = JSON.stringify({
      purpose: "",
      links: [{ text: "x", to: "//evil.test" }, { to: "https://a.test" }],
      logo: "logo.svg",
      colors: { light: { accent: "red", paper: "#fff" }, dark: { text: 1 } },
      fonts: { files: [{ family: "A", file: "a", weight: "bold", style: "oblique" }] },
      size: 1,
    });
    expect(readBrand(json).faults.map((fault) => fault.replace(/ (?:must|of) .*/, ""))).toEqual([
      'unknown member "size". Members: purpose, links, logo, icon, colors, fonts',
      "purpose",
      "logo",
      "links[0].to",
      "links[1].text",
      'unknown member "paper"',
      "colors.light.accent",
      "colors.dark.text",
      "fonts.files[0].weight",
      "fonts.files[0].style",
      "the font A",
    ]);
  });
});

describe("the style sheet", () => {
  const none = { light: {}, dark: {} };
  const noFonts = { text: [], code: [], files: [] };

  it("is empty without differences", () => {
    expect(brandStyle({ colors: none, fonts: noFonts }, [])).toBe("");
  });

  it("has the colours of both themes and the fonts", () => {
    const { colors, fonts } = readBrand(
      JSON.stringify({
        colors: { light: { accent: "#7a1f5c" }, dark: { accent: "#ff9ad5" } },
        fonts: {
          text: ["Brand Sans", "system-ui"],
          files: [{ family: "Brand Sans", file: "brand.woff2", weight: "100 900" }],
        },
      }),
    ).declared;
    const css = brandStyle({ colors, fonts }, ["font-1.woff2"]);
    expect(css).toContain(
      '@font-face { font-family: "Brand Sans"; font-weight: 100 900; font-style: normal; font-display: swap; src: url("font-1.woff2") format("woff2"); }',
    );
    expect(css).toContain(
      ':root { --sans: "Brand Sans", system-ui, sans-serif; --accent: #7a1f5c;',
    );
    expect(css.split("--accent: #ff9ad5;").length).toBe(3);
  });

  it("reports the contrast of an unreadable text, and a readable colour", () => {
    const { colors, fonts } = readBrand('{"colors": {"light": {"accent": "#ff9900"}}}').declared;
    expect(() => brandStyle({ colors, fonts }, [])).toThrow(
      "colors.light: accent (#ff9900) on the background of code (#f6f7f9) has a contrast of 1.99:1. At least 4.5:1 is required: use #a36200",
    );
  });
});

describe("an image", () => {
  it.each([
    ["svg", Buffer.from(svg)],
    ["svg", Buffer.from(`<?xml version="1.0"?>\n<!-- a -->\n${svg}`)],
    ["png", png],
    ["webp", webp],
    ["svg", Buffer.from(`<svg><use href="#a"/><use xlink:href='#a'/><a href=""/></svg>`)],
    ["svg", Buffer.from(`<svg><image href="data:image/png;base64,AA=="/></svg>`)],
    ["svg", Buffer.from(`<svg><path style="fill:url(&quot;#a&quot;)" mask="url(#b)"/></svg>`)],
    [
      "svg",
      Buffer.from(`<svg><style>@font-face{src:url('data:font/woff2;base64,AA')}</style></svg>`),
    ],
  ])("is recognised as %s by its bytes", (want, bytes) => {
    expect(imageType(bytes)).toMatchObject({ ending: want });
  });

  it.each([
    ["<html><svg></svg></html>", "is not a PNG, SVG or WebP image"],
    ["GIF89a", "is not a PNG, SVG or WebP image"],
    ["<svg>\n <script>alert(1)</script></svg>", "has a script at 2:2"],
    ["<svg><s:script/></svg>", "has a script at 1:6"],
    ['<svg onload="alert(1)"></svg>', "has a script"],
    ["<svg><foreignObject/></svg>", "has a foreign object at 1:6"],
    ['<svg><image href="https://evil.test/a.png"/></svg>', "a reference to another file at 1:12"],
    ["<svg><image xlink:href='//evil.test/a.png'/></svg>", "a reference to another file"],
    ['<svg><use href="other.svg#a"/></svg>', "a reference to another file"],
    ['<svg><use href="&#104;ttps://evil.test/"/></svg>', "a reference to another file"],
    [
      "<svg>\n<style>\n@import 'https://evil.test/a.css';</style></svg>",
      "an import of another file at 3:1",
    ],
    [
      "<svg><style>a{fill:url(https://evil.test/#a)}</style></svg>",
      "a url() of another file at 1:20",
    ],
    ["<svg><path style='fill:url( \"//evil.test\")'/></svg>", "a url() of another file"],
    ["<svg><style>@\\69mport 'a'</style></svg>", "an escape of CSS"],
    [
      '<svg><image href="a.png"/><style>@import "b"</style></svg>',
      "has a reference to another file at 1:12, and has an import of another file at 1:34; remove it",
    ],
    ['<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>', "is not a PNG"],
  ])("%s is refused", (text, want) => {
    expect(imageType(Buffer.from(text))).toMatchObject({ problem: expect.stringContaining(want) });
  });
});

describe("a site with a brand", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-brand-"));
    const files = { "logo.svg": svg, "dark.png": png, "icon.webp": webp, "sans.woff2": woff2 };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function load(brand: unknown) {
    await writeFile(join(folder, "brand.json"), JSON.stringify(brand));
    return await loadBrand(join(folder, "brand.json"));
  }

  it("has the brand's files, and links to them in every page", async () => {
    const loaded = await load({
      purpose: "The APIs of <Example>.",
      links: [
        { text: "Support", to: "https://example.com/support" },
        { text: "Start", to: "shop/index.html" },
      ],
      logo: { file: "logo.svg", dark: "dark.png", alt: "Example" },
      icon: "icon.webp",
      fonts: { text: ["Sans"], files: [{ family: "Sans", file: "sans.woff2" }] },
    });
    if ("problem" in loaded) throw new Error(loaded.problem);
    const { brand } = loaded;
    const shop = await interfaceOf("shop", ["specs/marketplace/openapi.yaml"]);
    const files = [...wholeSite([shop], { title: "Sites", brand })];
    const written = files.flatMap((each) => ("bytes" in each ? [each.path] : []));
    expect(written.map((path) => path.replace(/-[0-9a-f]{10}/, ""))).toEqual([
      "assets/logo.svg",
      "assets/logo-dark.png",
      "assets/icon.webp",
      "assets/font.woff2",
      "assets/brand.css",
    ]);
    const pages = byPath(files);
    const html = [...pages].filter(([path]) => path.endsWith(".html"));
    const without = html.filter(([, text]) => !text.includes(`${brand.style}"`));
    expect(without.map(([path]) => path)).toEqual([]);
    const deep = pages.get("shop/operations/list-listings.html") ?? "";
    expect(deep).toContain(
      `<img class="in-dark" src="../../assets/${brand.logo?.dark}" alt="Example">`,
    );
    expect(deep).toContain('<a class="logo" href="../../index.html">');
    expect(deep).toContain(
      `<link rel="icon" type="image/webp" href="../../assets/${brand.icon?.name}">`,
    );
    const start = pages.get("index.html") ?? "";
    expect(start).toContain('<p class="lead">The APIs of &lt;Example&gt;.</p>');
    expect(start).toContain('<a href="https://example.com/support">Support</a>');
    expect(start).toContain('<a href="shop/index.html">Start</a>');
    expect(pages.get("llms.txt")).toContain("> The APIs of");
  });

  it("reports all faults of its files at once, with those of its declaration", async () => {
    const loaded = await load({
      purpose: 1,
      logo: { file: "none.svg", dark: "sans.woff2", alt: "x" },
      icon: ".",
      colors: { light: { accent: "#ff9900" } },
      fonts: { text: ["A"], files: [{ family: "A", file: "logo.svg" }] },
    });
    const problem = "problem" in loaded ? loaded.problem : "";
    expect(problem.split("; ").map((each) => each.replace(/^.*brand\.json: /, ""))).toEqual([
      "purpose must be a line of text of at most 300 characters",
      "none.svg cannot be read",
      "sans.woff2 is not a PNG, SVG or WebP image",
      ". cannot be read",
      "logo.svg is not a WOFF2 font",
      expect.stringContaining("colors.light: accent (#ff9900)"),
    ]);
  });

  it.each([
    [{ logo: { file: "none.svg", alt: "x" } }, "none.svg cannot be read"],
    [{ logo: { file: "sans.woff2", alt: "x" } }, "sans.woff2 is not a PNG, SVG or WebP image"],
    [{ icon: "." }, ". cannot be read"],
    [
      { fonts: { text: ["A"], files: [{ family: "A", file: "logo.svg" }] } },
      "logo.svg is not a WOFF2 font",
    ],
  ])("%j is refused", async (brand, want) => {
    expect(await load(brand)).toEqual({ problem: expect.stringContaining(`brand.json: ${want}`) });
  });
});
