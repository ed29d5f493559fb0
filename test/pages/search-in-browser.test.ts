// Results while a reader types, in a real browser: from a publisher, and on a site without a server.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { buildContract } from "@specwright/contract";
import { wholeSite } from "@specwright/site";
import { loadSpecification } from "@specwright/spec-loader";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byPath } from "../../generators/site/test/site-of-versions.ts";
import { launchBrowser } from "../browser/launch-browser.ts";
import { complaintsOf, findBarriers } from "./page-barriers.ts";
import { type PublishedSite, publishSite } from "./published-site.ts";

const document = new URL("../../specs/marketplace/openapi.yaml", import.meta.url).pathname;
const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
};

let browser: Browser | undefined;
let published: PublishedSite;
let files: Server;
const addresses = new Map<string, string>();

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  published = await publishSite();
  addresses.set("a publisher", published.url);
  const { specification } = await loadSpecification(document);
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error("The document is not valid.");
  const owner = { id: "marketplace", title: "Marketplace", url: "https://example.com/" };
  const release = { interface: owner, version: "1.0", changes: [] };
  const pages = new Map<string, string>();
  const site = [{ owner, versions: [{ contract, release }] }];
  for (const [path, text] of byPath(wholeSite(site, { title: "Interfaces" })))
    pages.set(path, text);
  files = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname).slice(1);
    const text = pages.get(path);
    const type = types[path.split(".").at(-1) ?? ""] ?? "text/plain";
    response.writeHead(text === undefined ? 404 : 200, { "Content-Type": type });
    response.end(text);
  });
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  const address = files.address();
  const port = typeof address === "object" ? address?.port : undefined;
  addresses.set("files alone", `http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await browser?.close();
  await published?.close();
  files?.closeAllConnections();
  files?.close();
});

beforeEach((context) => {
  if (browser !== undefined) return;
  if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
  context.skip("no Chromium is installed");
});

async function open(site: string, width = 1280): Promise<Page> {
  if (browser === undefined) throw new TypeError("no browser");
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  page.setDefaultTimeout(10_000);
  await page.goto(`${addresses.get(site)}/marketplace/operations/create-listing.html`);
  return page;
}

describe.each(["a publisher", "files alone"])("on a site of %s", (site) => {
  it("shows results while a reader types, and opens the one that the keyboard chose", async () => {
    const page = await open(site);
    const complaints = complaintsOf(page);
    await page.keyboard.press("/");
    await page.keyboard.type("approve");
    const options = page.getByRole("option");
    await options.first().waitFor();
    expect(await options.first().innerText()).toContain("Approve a listing");
    expect(await page.getByRole("combobox").getAttribute("aria-expanded")).toBe("true");
    expect(await page.getByRole("status").first().innerText()).toMatch(
      /^\d+ results?, use the arrow keys/,
    );
    await page.keyboard.press("ArrowDown");
    const active = await page.getByRole("combobox").getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/marketplace\/operations\/approve-listing\.html$/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("closes by Escape, reports that nothing was found, and submits without a choice", async () => {
    const page = await open(site, 390);
    const input = page.getByRole("combobox");
    await input.fill("listing");
    await page.getByRole("option").first().waitFor();
    const box = await page.getByRole("listbox").boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("option").count()).toBe(0);
    await input.fill("xyzzyx");
    await page.getByText("No results.").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/marketplace\/search\.html\?q=xyzzyx$/);
    await page.close();
  });

  it("finds schemas and fields, each with its place", async () => {
    const page = await open(site);
    await page.getByRole("combobox").fill("ListingTitle");
    await page.getByRole("option").first().click();
    await page.waitForURL(/\/marketplace\/schemas\/listing-title\.html$/);
    await page.close();
  });
});
