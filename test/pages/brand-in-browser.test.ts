// A site with its own logo, colours and fonts in a real browser.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser } from "../browser/launch-browser.ts";
import { mainPages } from "./main-pages.ts";
import { complaintsOf, findBarriers } from "./page-barriers.ts";
import { type PublishedSite, publishSite } from "./published-site.ts";

const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 16"><path fill="${fill}" d="M0 0h40v16H0z"/></svg>`;
const brand = {
  purpose: "The APIs of Example, for everybody who builds with them.",
  links: [{ text: "Support", to: "https://example.com/support" }],
  logo: { file: "light.svg", dark: "dark.svg", alt: "Example" },
  colors: {
    light: { accent: "#8a1f5c", background: "#fdf8f3", text: "#2b1d14" },
    dark: { accent: "#ff9ad5", background: "#16100c" },
  },
  fonts: {
    text: ["Brand Sans", "serif"],
    files: [{ family: "Brand Sans", file: "sans.woff2", weight: "100 900" }],
  },
};

let folder: string;
let site: PublishedSite;
let browser: Browser | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  folder = await mkdtemp(join(tmpdir(), "specwright-brand-"));
  await writeFile(join(folder, "light.svg"), logo("#8a1f5c"));
  await writeFile(join(folder, "dark.svg"), logo("#ff9ad5"));
  // The page requests the font and the policy allows it; the browser complains that it has no glyphs.
  await writeFile(join(folder, "sans.woff2"), "wOF2");
  await writeFile(join(folder, "brand.json"), JSON.stringify(brand));
  site = await publishSite({ brandFile: join(folder, "brand.json") });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

beforeEach((context) => {
  if (browser !== undefined) return;
  if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
  context.skip("no Chromium is installed");
});

const looks = {
  light: { paper: "rgb(253, 248, 243)", link: "rgb(138, 31, 92)", logo: "in-light" },
  dark: { paper: "rgb(22, 16, 12)", link: "rgb(255, 154, 213)", logo: "in-dark" },
} as const;

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  it.each(Object.entries(mainPages))(
    "the page %s has the brand's looks and no barrier",
    async (_, path) => {
      if (browser === undefined) throw new TypeError("no browser");
      const page = await browser.newPage({ colorScheme });
      try {
        const said = complaintsOf(page);
        const fonts: number[] = [];
        page.on("response", (answer) => {
          if (answer.url().endsWith(".woff2")) fonts.push(answer.status());
        });
        const answer = await page.goto(site.url + path);
        if (answer?.status() === 202) await page.waitForSelector(".verdict, .counts, .changes");
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        const seen = await page.evaluate(() => ({
          paper: getComputedStyle(document.body).backgroundColor,
          link: getComputedStyle(document.querySelector("main a") ?? document.body).color,
          logo: [...document.querySelectorAll<HTMLImageElement>(".logo img")]
            .filter((each) => each.checkVisibility() && each.naturalWidth > 0)
            .map((each) => each.className)
            .join(),
          font: getComputedStyle(document.body).fontFamily,
        }));
        expect(seen).toMatchObject({ ...looks[colorScheme], link: expect.anything() });
        if (path === mainPages.search) expect(seen.link).toBe(looks[colorScheme].link);
        expect(seen.font).toBe('"Brand Sans", serif, sans-serif');
        expect(fonts).toEqual([200]);
        expect(await findBarriers(page)).toEqual([]);
        expect(said.filter((text) => !/decode downloaded font|OTS parsing/.test(text))).toEqual([]);
      } finally {
        await page.close();
      }
    },
  );
});
