import type { Browser } from "playwright-core";
import type { TestContext } from "vitest";
import { launchBrowser } from "./launch-browser.ts";

/**
 * Starts a browser that a test drives from outside. Without Chromium, the test fails in CI and is
 * skipped elsewhere.
 */
export async function driveBrowser(context: TestContext): Promise<Browser> {
  const browser = await launchBrowser();
  if (browser === undefined) {
    if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
    return context.skip("no Chromium is installed");
  }
  context.onTestFinished(() => browser.close());
  return browser;
}
