// The SDK of the marketplace in a real browser, on a page with another origin than the service.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMarketplace,
  fileFolder,
  type Marketplace,
  type MarketplaceOptions,
} from "@specwright/marketplace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "./open-page.ts";
import type { MarketplaceGiven, MarketplaceReport } from "./pages/marketplace.ts";

const person = { username: "ada", password: "correct horse battery" };
const running: Marketplace[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-browser-"));
});

afterAll(async () => {
  for (const marketplace of running) await marketplace.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, options: Partial<MarketplaceOptions>): Promise<string> {
  const marketplace = await createMarketplace({
    database: { engine: "sqlite", file: join(folder, `${name}.db`) },
    files: fileFolder(join(folder, name)),
    adminEmail: "admin@marketplace.example",
    ...options,
  });
  running.push(marketplace);
  const listings = ["A chess clock", "A globe"].map((title) => ({ owner: "ada", title }));
  await marketplace.seed({ users: [{ ...person, email: "ada@people.example" }], listings });
  return marketplace.listen();
}

test("a page of an allowed origin logs in, uploads and lists; other origins are refused", async (context) => {
  let given: MarketplaceGiven | undefined;
  const page = await openPage("marketplace", {
    // Started once the origin of the page is known.
    async given({ origin }) {
      const baseUrl = await start("open", { allowedOrigins: [origin] });
      given ??= { baseUrl, closedUrl: await start("closed", {}), ...person };
      return given;
    },
    context,
  });
  const report = (await page.first(page.report)) as MarketplaceReport;
  expect(report).toMatchObject({ upload: 201, stale: 412, closed: "network" });
  expect(report.titles).toEqual(["A sextant", "A globe", "A chess clock"]);
  const sent = report.progress.map(({ sentBytes }) => sentBytes);
  expect(sent).toEqual(sent.toSorted((one, other) => one - other));
  const { totalBytes = 0 } = report.progress.at(-1) ?? {};
  expect(totalBytes).toBeGreaterThan(500_000);
  expect(sent.at(-1)).toBe(totalBytes);
});
