// Writes pictures of the main pages: light, dark, and on a phone.
//
//   node --conditions=@specwright/source test/pages/screenshots.ts DIR [URL]
//
// With a URL, those of a site that is running are taken.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "../browser/launch-browser.ts";
import { mainPages } from "./main-pages.ts";
import { publishSite } from "./published-site.ts";

const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } },
} as const;

const [folder, given] = process.argv.slice(2);
const browser = await launchBrowser();
if (folder === undefined || browser === undefined) {
  const why = folder === undefined ? "name a folder to write to" : "install Chromium";
  process.stderr.write(`screenshots: ${why}\n`);
  process.exit(2);
}

await mkdir(folder, { recursive: true });
const site = given === undefined ? await publishSite() : { url: given, close: async () => {} };
for (const [look, options] of Object.entries(looks)) {
  const page = await browser.newPage(options);
  for (const [name, path] of Object.entries(mainPages)) {
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  }
  await page.close();
}
await browser.close();
await site.close();
