import type { TestContext } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { type PageServer, type PageServerOptions, servePage } from "./page-server.ts";
import { runBrowser } from "./run-browser.ts";

/** Options for `openPage`. */
export interface PageOptions extends PageServerOptions {
  /** The test; the browser is closed when it ends. */
  readonly context: TestContext;
}

/** A page in a browser. */
export interface Page extends PageServer {
  /** Waits for a promise; rejects if the page fails or the browser ends first. */
  first<Value>(what: Promise<Value>): Promise<Value>;
}

/**
 * Opens a page of `pages/` in Chromium. Without Chromium, the test fails in CI and is skipped
 * elsewhere.
 */
export async function openPage(name: string, { context, ...options }: PageOptions): Promise<Page> {
  const program = findChromium();
  if (program === undefined) {
    if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
    return context.skip("no Chromium is installed");
  }
  const server = await servePage(name, options);
  context.onTestFinished(() => server.close());
  const browser = await runBrowser(program, `${server.origin}/`);
  context.onTestFinished(() => browser.close());
  return {
    ...server,
    first: (what) => Promise.race([what, browser.crashed, server.report.then(() => what)]),
  };
}
