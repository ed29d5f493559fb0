// Subscribing by mail in a real browser: by keyboard, without scripts, on any screen.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkIn, startMailing } from "../../apps/publisher/test/start-mailing.ts";
import { launchBrowser } from "../browser/launch-browser.ts";
import { complaintsOf, findBarriers } from "./page-barriers.ts";

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach((context) => {
  if (browser !== undefined) return;
  if (process.env["CI"]) throw new Error("Chromium is missing: install chromium-headless-shell");
  context.skip("no Chromium is installed");
});

const screens = [
  ["a wide screen, with scripts", { viewport: { width: 1280, height: 800 } }],
  ["a phone, in dark", { viewport: { width: 320, height: 640 }, colorScheme: "dark" }],
] as const;

describe.each(screens)("on %s", (_name, options) => {
  it("a reader subscribes, confirms and unsubscribes by keyboard", async () => {
    if (browser === undefined) throw new TypeError("no browser");
    const { site, caught, publish, publisher } = await startMailing();
    const page = await browser.newPage(options);
    const said = complaintsOf(page);
    await page.goto(`${site}/shop/changes.html`);
    expect(await problemsOf(page)).toEqual([]);
    await page.getByLabel("By mail").focus();
    await page.keyboard.type("ada@people.example");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/subscribe.html");
    await expect.poll(() => page.locator("h1").textContent()).toBe("Check your mailbox");
    expect(await problemsOf(page)).toEqual([]);

    await expect.poll(() => caught.length).toBe(1);
    await page.goto(linkIn(`${caught[0]?.source}`, "confirm"));
    expect(await problemsOf(page)).toEqual([]);
    await press(page, "Confirm");
    await expect.poll(() => page.locator("h1").textContent()).toBe("You are subscribed");
    expect(await problemsOf(page)).toEqual([]);

    await publish({ document: "openapi: 3.1.1\ninfo: { title: Shop, version: '2' }\npaths: {}\n" });
    await expect.poll(() => caught.length).toBe(2);
    await page.goto(linkIn(`${caught[1]?.source}`, "unsubscribe"));
    expect(await problemsOf(page)).toEqual([]);
    await press(page, "Unsubscribe");
    await expect.poll(() => page.locator("h1").textContent()).toBe("You are unsubscribed");
    expect(await publisher.storage.committed.subscribers.list()).toEqual([]);
    expect(said).toEqual([]);
    await page.close();
  });

  it("the page with the form explains why an address is invalid", async () => {
    if (browser === undefined) throw new TypeError("no browser");
    const { site } = await startMailing();
    const page = await browser.newPage(options);
    await page.goto(`${site}/shop/subscribe.html`);
    expect(await problemsOf(page)).toEqual([]);
    // Browsers allow letters that this service does not send mail to.
    await page.getByLabel("Mail address").fill("a@people.example-");
    await page.evaluate("document.querySelector('main form').noValidate = true");
    await press(page, "Subscribe");
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toBe("This is not a valid mail address.");
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
  });
});

it("works without scripts", async () => {
  if (browser === undefined) throw new TypeError("no browser");
  const { site, caught } = await startMailing();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site}/shop/changes.html`);
  await page.getByLabel("By mail").fill("ada@people.example");
  await press(page, "Subscribe");
  await expect.poll(() => caught.length).toBe(1);
  await page.goto(linkIn(`${caught[0]?.source}`, "confirm"));
  await press(page, "Confirm");
  await expect.poll(() => page.locator("h1").textContent()).toBe("You are subscribed");
  await page.close();
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

/** Returns the barriers of the page, and whether it is wider than the screen. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const found = await findBarriers(page);
  const excess = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  return excess > 0 ? [...found, `${excess} px too wide`] : found;
}
