// The console of reference pages in a real browser: the page has another origin than the servers.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMarketplace, fileFolder, type Marketplace } from "@specwright/marketplace";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { type ConsoleInterface, type ConsoleSite, serveConsoleSite } from "./console-site.ts";
import { driveBrowser } from "./drive-browser.ts";

const person = { username: "ada", password: "correct horse battery" };
const sdk = `export { restTransport } from "@specwright/rest/client";
export { createMarketplaceClient as createClient } from "@specwright/marketplace-api/client";`;
const pages = {
  login: {
    console: "operation",
    operation: "loginUser",
    example: JSON.stringify({ username_or_email: person.username, password: "wrong" }),
  },
  list: { console: "operation", operation: "listListings" },
  create: { console: "operation", operation: "createListing" },
  other: { console: "operation", operation: "noSuchOperation" },
};

let folder: string;
let site: ConsoleSite;
let marketplace: Marketplace;
let server: string;
/** A server that allows no origin. */
let closed: ConsoleSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-console-"));
  site = await serveConsoleSite();
  marketplace = await createMarketplace({
    database: { engine: "sqlite", file: join(folder, "shop.db") },
    files: fileFolder(join(folder, "files")),
    adminEmail: "admin@marketplace.example",
    allowedOrigins: [site.origin],
  });
  const hostile = "<img src=x onerror=alert(1)>";
  const listings = ["A globe", hostile].map((title) => ({ owner: "ada", title }));
  await marketplace.seed({ users: [{ ...person, email: "ada@people.example" }], listings });
  server = await marketplace.listen();
  const open: ConsoleInterface = { sdk, server, pages };
  closed = await serveConsoleSite();
  await site.publish({
    open,
    forbidden: { ...open, connectSources: [] },
    missing: { ...open, server: "http://127.0.0.1:9/v1" },
    foreign: { ...open, server: `${closed.origin}/v1` },
  });
});

afterAll(async () => {
  await marketplace.close();
  await site.close();
  await closed.close();
  await rm(folder, { recursive: true, force: true });
});

async function openConsole(context: TestContext, path: string): Promise<Page> {
  const browser = await driveBrowser(context);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  page.setDefaultTimeout(10_000);
  await page.goto(`${site.origin}/${path}.html`);
  await page.getByText("Try it", { exact: true }).click();
  return page;
}

const answerOf = (page: Page): Promise<string> =>
  page.getByRole("region", { name: "Response", exact: true }).innerText();

describe("a call", () => {
  it("reads with GET at once, and shows status, headers, body and the command", async (context) => {
    const page = await openConsole(context, "open/list");
    await page.getByLabel("limit (query, integer, optional)").fill("1");
    await page.getByRole("button", { name: "Send GET" }).click();
    await page.getByRole("heading", { name: /^200/ }).waitFor();
    const body = await page.getByRole("region", { name: "Body of the response" }).innerText();
    expect(JSON.parse(body)).toMatchObject({ data: [{ title: expect.any(String) }] });
    expect(
      await page.getByRole("region", { name: "The request as a curl command" }).innerText(),
    ).toMatch(/^curl 'http:\S+\/listings\?limit=1'/);
    await page.getByText(/^Headers \(\d+\)/).click();
    expect(await answerOf(page)).toContain("application/json");
    // A phone shows all of it without scrolling sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });

  it("asks before it writes, and sends nothing if the user declines", async (context) => {
    const page = await openConsole(context, "open/login");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
    const writes = (): readonly string[] => sent.filter((line) => line.startsWith("POST"));
    await page.getByRole("button", { name: "Send POST" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.innerText()).toContain("/users/login");
    expect(await dialog.getByRole("button", { name: "Cancel" }).evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByText("Not sent.").waitFor();
    expect(writes()).toEqual([]);

    await page.getByLabel("application/json").fill(JSON.stringify({ ...login(person.password) }));
    await page.getByRole("button", { name: "Send POST" }).click();
    await dialog.getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("heading", { name: /^200/ }).waitFor();
    expect(writes()).toHaveLength(1);
    expect(await answerOf(page)).toContain('"token"');
  });

  it("keeps credentials in the page, and out of the command", async (context) => {
    const page = await openConsole(context, "open/create");
    const token = await tokenOf(person.password);
    await page.getByLabel("session (Bearer token)").fill(token);
    await page.getByLabel("application/json").fill('{"title":"It\'s a lantern"}');
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("heading", { name: /^201/ }).waitFor();
    const command = await page.getByRole("region", { name: /command/ }).innerText();
    expect(command).toContain('-H "authorization: Bearer $SESSION"');
    expect(command).toContain(`--data-raw '{"title":"It'\\''s a lantern"}'`);
    expect(await page.content()).not.toContain(token);
    expect(page.url()).not.toContain(token);
    const stored = await page.evaluate(() => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
    ]);
    expect(stored).toEqual([0, 0, ""]);
  });

  it("names the faults of a request before it is sent", async (context) => {
    const page = await openConsole(context, "open/login");
    await page.getByLabel("application/json").fill('{"password":1}');
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.getByText("The request is not complete.").waitFor();
    expect(await page.locator(".console-issues").innerText()).toContain("username_or_email");
  });

  it("shows the body from a server as text", async (context) => {
    const page = await openConsole(context, "open/list");
    await page.getByRole("button", { name: "Send GET" }).click();
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
  });

  it.for<readonly [name: string, want: RegExp]>([
    ["forbidden", /The content security policy of this page does not allow connections to http:/],
    ["missing", /http:\/\/127.0.0.1:9 did not respond/],
    ["foreign", /is reachable, but does not let pages of http:\S+ read its responses/],
  ])("that fails is explained: %s", async ([name, want], context) => {
    const page = await openConsole(context, `${name}/list`);
    await page.getByRole("button", { name: "Send GET" }).click();
    await page.locator(".console-failure strong").getByText(want).waitFor();
  });
});

it("a page of an operation that the bundle does not have says so", async (context) => {
  const page = await openConsole(context, "open/other");
  await page.getByText("the bundle of the generated client does not contain it").waitFor();
});

it("without JavaScript there is no console", async (context) => {
  const browser = await driveBrowser(context);
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${site.origin}/open/list.html`);
  expect(await page.locator("[data-console]").isVisible()).toBe(false);
});

const isFocused = (element: Element): boolean => element === document.activeElement;

const login = (password: string): object => ({ username_or_email: person.username, password });

async function tokenOf(password: string): Promise<string> {
  const answer = await fetch(`${server}/users/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(login(password)),
  });
  const { data } = (await answer.json()) as { readonly data: { readonly token: string } };
  return data.token;
}
