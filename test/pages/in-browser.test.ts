// The main pages in a real browser: accessible, on any screen, with and without scripts.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser } from "../browser/launch-browser.ts";
import { mainPages } from "./main-pages.ts";
import { complaintsOf, findBarriers } from "./page-barriers.ts";
import { type PublishedSite, publishSite } from "./published-site.ts";

let site: PublishedSite;
let browser: Browser | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  site = await publishSite();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach((context) => {
  if (browser !== undefined) return;
  if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
  context.skip("no Chromium is installed");
});

/** Opens a page for a test. */
async function withPage<Result>(
  options: BrowserContextOptions,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  if (browser === undefined) throw new TypeError("no browser");
  const page = await browser.newPage(options);
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

async function open(page: Page, path: string): Promise<void> {
  const answer = await page.goto(site.url + path);
  // A comparison may still be generated.
  if (answer?.status() === 202) await page.waitForSelector(".verdict, .counts, .changes");
}

const names = Object.entries(mainPages);

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  it.each(names)(
    "the page %s has no barrier, and no message in the console",
    async (_name, path) => {
      const [said, found] = await withPage({ colorScheme }, async (page) => {
        const messages = complaintsOf(page);
        await open(page, path);
        return [messages, await findBarriers(page)];
      });
      expect(found).toEqual([]);
      expect(said).toEqual([]);
    },
  );
});

it.each([360, 320])("no page is wider than a screen of %i pixels", async (width) => {
  const wide = await withPage({ viewport: { width, height: 740 } }, async (page) => {
    const found: string[] = [];
    for (const [name, path] of names) {
      await open(page, path);
      const whole = await page.evaluate(() => document.documentElement.scrollWidth);
      if (whole > width) found.push(`${name}: ${whole}`);
    }
    return found;
  });
  expect(wide).toEqual([]);
});

it("no cell of a table is cut off on a phone", async () => {
  const width = 360;
  const cut = await withPage({ viewport: { width, height: 740 } }, async (page) => {
    const found: string[] = [];
    for (const [name, path] of names) {
      await open(page, path);
      // Tables in descriptions scroll and may have any width.
      const cells = await page.locator(":is(td, tbody th):not(.prose *)").all();
      const boxes = await Promise.all(cells.slice(0, 200).map((each) => each.boundingBox()));
      const isCut = boxes.some((box) => box !== null && box.x + box.width > width);
      if (isCut) found.push(name);
    }
    return found;
  });
  expect(cut).toEqual([]);
});

it.each([961, 1000, 1100, 1217])("the header has one line at %i pixels", async (width) => {
  const heights = await withPage({ viewport: { width, height: 740 } }, async (page) => {
    const found: number[] = [];
    for (const [, path] of names) {
      await open(page, path);
      found.push((await page.locator("header.top").boundingBox())?.height ?? 0);
    }
    return found;
  });
  expect(new Set(heights).size).toBe(1);
  expect(heights[0]).toBeLessThan(64);
});

it("the content is the same without JavaScript", async () => {
  const read = (javaScriptEnabled: boolean) =>
    withPage({ javaScriptEnabled }, async (page) => {
      const texts: string[] = [];
      for (const [, path] of names) {
        await open(page, path);
        texts.push((await page.locator("main").textContent()) ?? "");
      }
      return texts;
    });
  const [plain, scripted] = [await read(false), await read(true)];
  // Scripts add buttons; their text is not content.
  const content = (text: string) => text.replaceAll(/Copy|Expand all|Collapse all|\s+/g, "");
  expect(scripted.map(content)).toEqual(plain.map(content));
  expect(plain.every(({ length }) => length > 100)).toBe(true);
});

describe("a reader", () => {
  const operation = mainPages.operation;

  it("a keyboard user can skip to the content, and sees the focus", async () => {
    await withPage({}, async (page) => {
      await open(page, operation);
      await page.keyboard.press("Tab");
      const skip = page.locator("a.skip");
      expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
      expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
      expect(await skip.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe("solid");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await page.keyboard.press("/");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("search-query");
    });
  });

  it.each([
    ["with", true],
    ["without", false],
  ])(
    "a link to a nested field shows it below the header, %s JavaScript",
    async (_name, javaScriptEnabled) => {
      await withPage({ javaScriptEnabled }, async (page) => {
        await open(page, operation);
        const id = await page.locator("details.nested .field[id]").last().getAttribute("id");
        await page.goto(`${site.url}${operation}#${encodeURIComponent(id ?? "")}`);
        await page.waitForTimeout(500);
        const target = page.locator(":target");
        expect(await target.isVisible()).toBe(true);
        const header = (await page.locator("header.top").boundingBox())?.height ?? 0;
        expect((await target.boundingBox())?.y).toBeGreaterThanOrEqual(header);
      });
    },
  );

  it("opens everything at once, and copies code", async () => {
    await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await open(page, operation);
      await page.getByRole("button", { name: "Expand all" }).click();
      expect(await page.locator("main details.nested:not([open])").count()).toBe(0);
      const block = page.locator(".code").first();
      await block.hover();
      await block.getByRole("button", { name: "Copy" }).click();
      await block.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await block.locator("pre").textContent());
    });
  });

  it.each([390, 1280])(
    "finds the request and its console near the top, at %i pixels",
    async (width) => {
      await withPage({ viewport: { width, height: 844 } }, async (page) => {
        await open(page, operation);
        const place = page.locator("aside.samples [data-console]");
        await place.evaluate((each) => each.toggleAttribute("hidden", false));
        // The code sample before it has a dozen lines; in a narrow window, it comes first.
        expect((await place.boundingBox())?.y).toBeLessThan(width < 844 ? 1_000 : 844);
      });
    },
  );

  it.each([390, 1280])("copies by a button that covers no code, at %i pixels", async (width) => {
    await withPage({ viewport: { width, height: 740 } }, async (page) => {
      await open(page, operation);
      const covered: boolean[] = [];
      for (const block of await page.locator(".code:visible").all()) {
        const button = await block.getByRole("button", { name: "Copy" }).boundingBox();
        const code = await block.locator("pre").boundingBox();
        if (button === null || code === null) continue;
        covered.push(button.x < code.x + code.width && code.x < button.x + button.width);
      }
      expect(covered.length).toBeGreaterThan(2);
      expect(covered).not.toContain(true);
    });
  });

  it.each([390, 768, 1280])("sees no word of a table broken, at %i pixels", async (width) => {
    const broken = await withPage({ viewport: { width, height: 740 } }, async (page) => {
      const found: string[] = [];
      for (const [name, path] of names) {
        await open(page, path);
        await page.evaluate(() => {
          for (const each of document.querySelectorAll("details")) each.open = true;
        });
        found.push(...(await page.evaluate(brokenWords)).map((word) => `${name}: ${word}`));
      }
      return found;
    });
    expect(broken).toEqual([]);
  });

  it("keeps the theme that was chosen", async () => {
    await withPage({ colorScheme: "light" }, async (page) => {
      await open(page, operation);
      await page.getByRole("button", { name: "Theme" }).click();
      await open(page, mainPages.changelog);
      expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    });
  });
});

/** Lists the words in tables that break over two lines; longer words do not fit on a phone. */
function brokenWords(): readonly string[] {
  const found: string[] = [];
  for (const cell of document.querySelectorAll("main :is(td, th)")) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const match of (node.textContent ?? "").matchAll(/[\w$]{2,24}/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(match[0]);
      }
    }
  }
  return found;
}
