// Hostile documents in a real browser, published by the service and as static files: their scripts do not
// run, and nothing is loaded from other origins.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPublisher, issueToken, type Publisher } from "@specwright/publisher";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { processDocument } from "../../apps/publisher/src/worker/process-document.ts";
import { pageProblems } from "../../generators/site/test/page-problems.ts";
import { launchBrowser } from "../browser/launch-browser.ts";
import { editDocument } from "../fuzz/pages/edit-document.ts";
import { hostileSite } from "../fuzz/pages/hostile-site.ts";
import { hostileAsyncapi } from "../golden/hostile-asyncapi.ts";
import { hostileOpenapi } from "../golden/hostile-openapi.ts";
import { hostileText } from "../golden/hostile-texts.ts";
import { type Crawl, crawlSite } from "./crawl-site.ts";
import { publishableDocument } from "./publishable-document.ts";
import { type WatchedPage, watchPage } from "./watch-page.ts";

const documents = 12;
/** How many pages of each kind are opened in the browser. */
const fewPages = 8;

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach((context) => {
  if (browser !== undefined) return;
  if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
  context.skip("no Chromium is installed");
});

async function watch(origin: string): Promise<WatchedPage> {
  if (browser === undefined) throw new TypeError("no browser");
  return await watchPage(browser, origin);
}

describe(`${documents} hostile documents, published by the service`, { timeout: 400_000 }, () => {
  let folder: string;
  let publisher: Publisher;
  let url: string;
  let published = 0;
  let crawl: Crawl;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-hostile-"));
    publisher = await createPublisher({
      database: { engine: "sqlite", file: join(folder, "publisher.db") },
      rateLimits: "off",
      // A process for each document would take a minute in total.
      process: (task, { onBatch }) => processDocument(task, onBatch),
    });
    url = await publisher.listen();
    const order = { label: "test", rights: "admin", interface: null } as const;
    const token = (await issueToken(publisher.services, order)).text;
    for (let seed = 0; published < documents && seed < 3 * documents; seed++) {
      if (await publishHostile(url, token, seed)) published += 1;
    }
    crawl = await crawlSite(url);
  }, 400_000);

  afterAll(async () => {
    await publisher?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("have correct pages without broken links", () => {
    expect(published).toBe(documents);
    expect(crawl.pages.length).toBeGreaterThan(40 * documents);
    expect(crawl.broken.slice(0, 10)).toEqual([]);
    const problems = crawl.pages.flatMap(({ path, text }) =>
      pageProblems(text.replaceAll(url, "https://site.test")).map(
        (problem) => `${path}: ${problem}`,
      ),
    );
    expect(problems.slice(0, 10)).toEqual([]);
  });

  it("are downloaded, and never shown as pages", () => {
    const files = crawl.others.filter(({ path }) => path.includes("/document/"));
    expect(files.length).toBeGreaterThan(documents);
    for (const { headers } of files) {
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename="document\.json"$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("run nothing in a browser", async () => {
    const { page, noticed, close } = await watch(url);
    const found: string[] = [];
    const opened = new Map<string, number>();
    for (const { path } of crawl.pages) {
      const kind = path.replaceAll(/\/[^/]*$|hostile-\d+|\d+/g, "");
      const count = opened.get(kind) ?? 0;
      if (count >= fewPages) continue;
      opened.set(kind, count + 1);
      await page.goto(url + path);
      await openEverything(page);
      found.push(...(await noticed()).map((what) => `${path}: ${what}`));
    }
    for (const query of ["script", "<img src=x onerror=", "javascript:", '" onfocus="']) {
      const path = `/hostile-0/search.html?q=${encodeURIComponent(query)}`;
      await page.goto(url + path);
      found.push(...(await noticed()).map((what) => `${path}: ${what}`));
    }
    await close();
    expect([...opened.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(90);
    expect(found.slice(0, 10)).toEqual([]);
  });
});

/** Opens everything that readers can open. */
async function openEverything(page: WatchedPage["page"]): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    for (const each of document.querySelectorAll<HTMLElement>("button, input")) each.focus();
  });
}

/** Publishes two versions of a document; returns false if the first is refused. */
async function publishHostile(url: string, token: string, seed: number): Promise<boolean> {
  const random = seededRandom(seed);
  const first = seed % 3 === 2 ? hostileAsyncapi(random) : hostileOpenapi(random);
  const name = `hostile-${seed}`;
  const path = `/v1/interfaces/${name}`;
  const texts = { title: shortText(random), description: shortText(random) };
  if (!(await send(url, token, "PUT", path, texts))) return false;
  const versions = [first, editDocument(first, random)].map(publishableDocument);
  const answers: boolean[] = [];
  for (const document of versions) {
    const body = {
      interface: name,
      path: "api/document.json",
      document: JSON.stringify(document),
      release_title: shortText(random),
      release_notes: hostileText(random).toWellFormed().replaceAll("\0", ""),
    };
    answers.push(await send(url, token, "POST", "/v1/versions", body));
  }
  return answers[0] === true;
}

/** A text that the API accepts as a title: one line, and short. */
function shortText(random: SeededRandom): string {
  const text = hostileText(random)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .trim();
  return text.slice(0, 120).toWellFormed() || "x";
}

async function send(
  url: string,
  token: string,
  method: string,
  path: string,
  body: object,
): Promise<boolean> {
  const headers = {
    Authorization: `Token ${token}`,
    "Content-Type": "application/json",
    Prefer: "wait=30",
  };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status === 201;
}

describe("hostile documents as static files", () => {
  it.each([0, 1, 2])("%i run nothing during a search", async (seed) => {
    const site = await hostileSite(seed);
    if (site === undefined) throw new Error("the document of this seed has no contract");
    const origin = "https://site.test";
    const { page, noticed, close } = await watch(origin);
    await page.route(`${origin}/**`, (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      const body = site.files.get(path);
      if (body === undefined) return route.fulfill({ status: 404 });
      return route.fulfill({ contentType: typeOf(path), body });
    });
    const found: string[] = [];
    let results = 0;
    for (const query of ["globalThis", "script", "img", "x"]) {
      await page.goto(`${origin}/hostile/search.html?q=${query}`);
      await page.locator("[data-search-status]:not(:empty)").waitFor();
      results += await page.locator("[data-search-results] li").count();
      found.push(...(await noticed()));
    }
    await close();
    expect(found).toEqual([]);
    expect(results).toBeGreaterThan(10);
  });
});

function typeOf(path: string): string {
  const types = { html: "text/html", js: "text/javascript", css: "text/css" };
  const [, ending = ""] = /\.(\w+)$/.exec(path) ?? [];
  return new Map(Object.entries(types)).get(ending) ?? "application/json";
}

describe("the watch", () => {
  it.each([
    [{}, `<img src=x onerror="globalThis.__pwned = true">`, "a script of a document has run"],
    [{}, "<script>alert(1)</script>", "dialog: 1"],
    [{}, `<img src="https://evil.example/x.png">`, "request: https://evil.example/x.png"],
    [{}, `<script>throw new Error("x")</script>`, "error: x"],
    [
      { "Content-Security-Policy": "script-src 'self'" },
      "<script>globalThis.__pwned = true</script>",
      "policy: script-src-elem inline",
    ],
    [{}, "<p>x</p>", undefined],
  ])("%j %j notices %j", async (headers, body, want) => {
    const origin = "https://site.test";
    const { page, noticed, close } = await watch(origin);
    await page.route(`${origin}/**`, (route) =>
      route.request().url().endsWith("/page.html")
        ? route.fulfill({ headers: { "Content-Type": "text/html", ...headers }, body })
        : route.fulfill({ body: "" }),
    );
    await page.goto(`${origin}/page.html`);
    await page.waitForTimeout(100);
    const found = await noticed();
    await close();
    expect(found.filter((each) => each === want)).toHaveLength(want === undefined ? 0 : 1);
    expect(found.length > 0).toBe(want !== undefined);
  });
});
