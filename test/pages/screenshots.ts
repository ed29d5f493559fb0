// Writes pictures of the main pages: light and dark, from a phone to a wide screen.
//
//   node --conditions=@specwright/source test/pages/screenshots.ts DIR [URL]
//
// With a URL, it takes pictures of a running site.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "../browser/launch-browser.ts";
import { mainPages } from "./main-pages.ts";
import { publishSite } from "./published-site.ts";

const widths = [360, 768, 1000, 1200, 1440];
const schemes = ["light", "dark"] as const;

const [folder, given] = process.argv.slice(2);
const browser = await launchBrowser();
if (folder === undefined || browser === undefined) {
  const why = folder === undefined ? "name a folder to write to" : "install Chromium";
  process.stderr.write(`screenshots: ${why}\n`);
  process.exit(2);
}

await mkdir(folder, { recursive: true });
const site = given === undefined ? await publishSite() : { url: given, close: async () => {} };
const looks = widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })));
for (const { width, colorScheme } of looks) {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  for (const [name, path] of Object.entries(mainPages)) {
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
  }
  await page.close();
}
await browser.close();
await site.close();
