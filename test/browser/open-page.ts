import type { TestContext } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { type PageServer, type PageServerOptions, servePage } from "./page-server.ts";
import { runBrowser } from "./run-browser.ts";

/** Configures `openPage`. */
export interface PageOptions extends PageServerOptions {
  /** The test, at whose end, whatever it is, the browser ends. */
  readonly context: TestContext;
}

/** Is a page in a browser. */
export interface Page extends PageServer {
  /** Waits for something of the page; rejects as soon as the page fails or the browser ends. */
  first<Value>(what: Promise<Value>): Promise<Value>;
}

/** Opens a page of `pages/` in a Chromium. Without one, CI fails and others see a skipped test. */
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
