// Opens the moderation page of a marketplace, with helpers for its tests.

import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import { driveBrowser } from "../browser/drive-browser.ts";
import {
  type ModeratedMarketplace,
  moderatedMarketplace,
  password,
} from "./moderated-marketplace.ts";
import { complaintsOf } from "./page-barriers.ts";

export interface Opened {
  readonly page: Page;
  readonly market: ModeratedMarketplace;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly pending?: readonly string[];
  /** Browser errors that are expected. */
  readonly mayFail?: RegExp;
  readonly place?: string;
}

/** Opens the page of a marketplace with pending listings, before signing in. */
export async function openModeration(
  context: TestContext,
  options: OpenOptions = {},
): Promise<Opened> {
  const { pending = ["A lantern", "A rope", "A globe"], mayFail, place = "", ...given } = options;
  const browser = await driveBrowser(context);
  const market = await moderatedMarketplace(pending);
  const page = await browser.newPage(given);
  page.setDefaultTimeout(10_000);
  const complaints = complaintsOf(page);
  context.onTestFinished(async () => {
    // Chromium reports some requests as failed although their responses were read to the end. It also
    // writes to the console about failures.
    const found = complaints.filter(
      (text) => !text.startsWith("failed: ") && mayFail?.test(text) !== true,
    );
    await page.close();
    await market.close();
    expect(found).toEqual([]);
  });
  await page.goto(`${market.url}/moderation/${place}`);
  return { page, market };
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username or email").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor({ state: "detached" });
}

export async function openSection(page: Page, name: string | RegExp): Promise<void> {
  const sections = page.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name }).click();
}

export async function isAt(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

/** Lists the titles of the open cards. */
export async function listingTitles(page: Page): Promise<readonly string[]> {
  await page.getByText("Loading …").waitFor({ state: "detached" });
  return await page.locator(".card:not(.done) h2").allTextContents();
}

export const card = (page: Page, title: string) => page.locator(".card", { hasText: title });
export const conflict = /status of 4(?:04|09|12)/;

export async function stateOf({ market }: Opened, listing_id: number): Promise<string> {
  const answer = await (await market.as("ada")).getListing({ path: { listing_id } });
  return answer.status === 200 ? answer.body.data.status : `${answer.status}`;
}

/** Presses Tab until the element with a name has the focus; returns the names on the way. */
export async function tabTo(page: Page, name: string): Promise<readonly string[]> {
  const names: string[] = [];
  while (names.length < 100) {
    await page.keyboard.press("Tab");
    names.push(await focusedElement(page));
    if (names.at(-1) === name) return names;
  }
  throw new Error(`Tab does not lead to ${name}: ${names.slice(0, 20).join(", ")}`);
}

/** Returns the name of the focused element. */
export async function focusedElement(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement;
    const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? "").trim();
  });
}
