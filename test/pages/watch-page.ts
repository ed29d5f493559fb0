// Notices everything that a page does only if a document made it do so.

import type { Browser, Page } from "playwright-core";
import { marker } from "../golden/hostile-texts.ts";

/** A page of a browser that is watched. */
export interface WatchedPage {
  readonly page: Page;
  /** Returns the events since the last call. */
  noticed(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens a page that may only send requests to the given origin. */
export async function watchPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let found: string[] = [];
  page.on("dialog", (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", () => found.push("popup"));
  page.on("pageerror", ({ message }) => found.push(`error: ${message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) found.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) found.push(`request: ${request.url()}`);
  });
  // No request leaves the machine, not even a forbidden one.
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return {
    page,
    async noticed() {
      const hasRun = await page.evaluate((name) => name in globalThis, marker);
      const all = hasRun ? [...found, "a script of a document has run"] : found;
      found = [];
      return all;
    },
    close: () => context.close(),
  };
}
