import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** Starts a headless Chromium; returns `undefined` if it is not installed. */
export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  // Chromium's sandbox does not work for root, as in a container.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
  return await chromium.launch({ executablePath, args });
}
