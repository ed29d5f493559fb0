// The first pages that a newcomer opens: the pages of the running sandbox, in a real browser, where
// the newcomer calls an operation and watches a channel.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import { type Child, endChildren, startChild } from "../e2e/children.ts";
import { driveBrowser } from "./drive-browser.ts";

let folder: string;
let sandbox: Child;
let site: string;

/** All versions are published, each in a new process. */
const PUBLISHED_MS = 120_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-pages-"));
  const ports = ["--publisher-port", "--streams-port", "--marketplace-port"];
  const args = ["--ephemeral", ...ports.flatMap((flag) => [flag, "0"]), "--seed", "13"];
  sandbox = startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
  await sandbox.line(/Ctrl\+C/);
  site = /http:\S+/.exec(sandbox.lines().find((line) => /http:|ws:/.test(line)) ?? "")?.[0] ?? "";
  await published("marketplace/operations/login-user.html");
  await published("streams/channels/orders.html");
}, PUBLISHED_MS + 30_000);

/** Waits until a page exists. */
async function published(path: string): Promise<void> {
  const untilMs = Date.now() + PUBLISHED_MS;
  while ((await fetch(new URL(path, site))).status !== 200) {
    if (Date.now() > untilMs) throw new Error(`${path} is not published; ${sandbox.errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

afterAll(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page and its console; the browser may report no error. */
async function openConsole(context: TestContext, path: string): Promise<Page> {
  const browser = await driveBrowser(context);
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  context.onTestFinished(() => expect(errors).toEqual([]));
  await page.goto(new URL(path, site).href);
  await page.getByText("Try it", { exact: true }).click();
  return page;
}

it("an operation of the marketplace is called from its page", async (context) => {
  const { marketplace } = JSON.parse(
    await readFile(join(folder, ".specwright/sandbox.json"), "utf8"),
  ) as { readonly marketplace: { readonly username: string; readonly password: string } };
  const page = await openConsole(context, "marketplace/operations/login-user.html");
  const { username, password } = marketplace;
  const body = JSON.stringify({ username_or_email: username, password });
  await page.getByLabel("application/json", { exact: true }).fill(body);
  await page.getByRole("button", { name: "Send POST" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send POST" }).click();
  await page.getByRole("heading", { name: /^200/ }).waitFor();
  const answer = page.getByRole("region", { name: "Body of the response" });
  expect(await answer.innerText()).toContain('"token"');
});

it("an operation of the publisher is called from its own page", async (context) => {
  const path = "publisher/operations/list-interfaces.html";
  await published(path);
  const page = await openConsole(context, path);
  await page.getByRole("button", { name: "Send GET" }).click();
  await page.getByRole("region", { name: "Body of the response" }).getByText("streams").waitFor();
});

it("a channel of the exchange is watched from its page, through the relay", async (context) => {
  const page = await openConsole(context, "streams/channels/orders.html");
  await page.getByLabel(/^since/).fill("1");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const frames = page.getByRole("region", { name: "Frames" });
  await frames
    .locator("summary", { hasText: /^#\d+ order_update/ })
    .first()
    .waitFor();
});
