import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** Starts a Chromium without a window; returns `undefined` if none is installed. */
export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  // The sandbox of Chromium does not work for root, as in a container.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
  return await chromium.launch({ executablePath, args });
}
