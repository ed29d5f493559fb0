import { type Browser, chromium } from "playwright-core";
import type { TestContext } from "vitest";
import { findChromium } from "./find-chromium.ts";

/**
 * Starts a browser that a test drives from outside. Without Chromium, the test fails in CI and is
 * skipped elsewhere.
 */
export async function driveBrowser(context: TestContext): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
    return context.skip("no Chromium is installed");
  }
  // The sandbox of Chromium does not work for root, as in a container.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
  const browser = await chromium.launch({ executablePath, args });
  context.onTestFinished(() => browser.close());
  return browser;
}
