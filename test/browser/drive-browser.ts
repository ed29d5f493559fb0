import type { Browser } from "playwright-core";
import { afterAll, type TestContext } from "vitest";
import { launchBrowser } from "./launch-browser.ts";

/**
 * The browser of this file's tests: each test has its own contexts, because a start takes half a second.
 */
let launched: Promise<Browser | undefined> | undefined;
afterAll(async () => {
  await (await launched)?.close();
});

/**
 * Returns a browser that a test drives from outside; everything opened is closed after the test. Without
 * Chromium, the test fails in CI and is skipped elsewhere.
 */
export async function driveBrowser(context: TestContext): Promise<Browser> {
  launched ??= launchBrowser();
  const browser = await launched;
  if (browser === undefined) {
    if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
    return context.skip("no Chromium is installed");
  }
  context.onTestFinished(async () => {
    for (const each of browser.contexts()) await each.close();
  });
  return browser;
}
