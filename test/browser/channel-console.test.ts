// The console of a channel in a real browser, through a relay that signs for it.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningRelay, serveRelay } from "@specwright/streams/client/relay";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import { type Child, endChildren, startChild } from "../e2e/children.ts";
import { type ConsoleSite, serveConsoleSite } from "./console-site.ts";
import { driveBrowser } from "./drive-browser.ts";

const sdk = `export { streamTransport } from "@specwright/streams/client";
export { createStreamsClient as createClient } from "@specwright/streams-api/client";`;
const pages = {
  orders: { console: "channel", channel: "orders" },
  books: { console: "channel", channel: "marketData" },
};

let folder: string;
let sandbox: Child;
let site: ConsoleSite;
let relay: RunningRelay;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-console-"));
  const ports = ["--no-publisher", "--streams-port", "0", "--marketplace-port", "0"];
  const args = ["--ephemeral", ...ports, "--seed", "13"];
  sandbox = startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
  await sandbox.line(/Ctrl\+C/);
  const { streams } = JSON.parse(
    await readFile(join(folder, ".specwright/sandbox.json"), "utf8"),
  ) as {
    readonly streams: Readonly<Record<"url" | "access_key" | "secret_key" | "broker_id", string>>;
  };
  site = await serveConsoleSite();
  relay = await serveRelay({
    url: streams.url,
    accessKey: streams.access_key,
    secretKey: streams.secret_key,
    brokerId: streams.broker_id,
    mayConnect: ({ headers }) => headers.origin === site.origin,
    allowedOrigins: [site.origin],
  });
  const { url: server, ticketUrl: tickets } = relay;
  await site.publish({
    streams: { sdk, server, tickets, pages },
    unsigned: { sdk, server, pages },
    missing: { sdk, server: "ws://127.0.0.1:9/v1", tickets, pages },
    forbidden: { sdk, server: `${server}/nowhere`, tickets, pages },
  });
});

afterAll(async () => {
  await relay.close();
  await site.close();
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

async function openConsole(context: TestContext, path: string): Promise<Page> {
  const browser = await driveBrowser(context);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  page.setDefaultTimeout(15_000);
  await page.goto(`${site.origin}/${path}.html`);
  await page.getByText("Try it", { exact: true }).click();
  return page;
}

const statusOf = (page: Page) => page.locator("form + .console-status");

it("shows frames with their numbers as they arrive, until it is disconnected", async (context) => {
  const page = await openConsole(context, "streams/orders");
  await page.getByLabel(/^since/).fill("1");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const frames = page.getByRole("region", { name: "Frames" });
  const first = frames.locator("summary", { hasText: /^#\d+ order_/ }).last();
  await first.waitFor();
  // The list moves; a reader pauses it to open a frame.
  await page.getByRole("button", { name: "Pause the list" }).click();
  await first.click();
  expect(await frames.locator("details[open] pre").innerText()).toMatch(/"seq": \d+/);
  expect(await frames.locator("li").count()).toBeLessThanOrEqual(200);
  await page.getByRole("button", { name: "Pause the list" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await statusOf(page).getByText("Disconnected.").waitFor();
  expect(await page.getByRole("button", { name: "Connect", exact: true }).isEnabled()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

it("sends a subscription, and shows its frames", async (context) => {
  const page = await openConsole(context, "streams/books");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await statusOf(page).getByText("live").waitFor();
  await page.getByLabel("As JSON").fill('{"type":"subscribe","market_ids":"all"}');
  await page.getByRole("button", { name: "Send the frame" }).click();
  await page.getByText(/Not sent\. /).waitFor();
  expect(await page.getByLabel("Frame", { exact: true }).inputValue()).toBe("subscribe");
});

it.for<readonly [name: string, want: RegExp]>([
  ["unsigned/orders", /must be signed. Browsers cannot sign/],
])("names missing values: %s", async ([path, want], context) => {
  const page = await openConsole(context, path);
  await page.getByText(want).waitFor();
});

it.for<readonly [name: string, want: RegExp]>([
  ["missing/orders", /ws:\/\/127.0.0.1:9 did not respond/],
  ["forbidden/orders", /The server closed the connection: 1008 \(invalid frame: clients stop\)/],
])("explains why there is no connection: %s", async ([path, want], context) => {
  const page = await openConsole(context, path);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.locator(".console-failure strong").getByText(want).waitFor();
});

it("explains why a stopping server closed the connection", async (context) => {
  const page = await openConsole(context, "streams/orders");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await statusOf(page).getByText("Connected and live.").waitFor();
  await sandbox.stop("SIGINT");
  const frames = page.getByRole("region", { name: "Frames" });
  await frames.getByText(/1001 \(going away: clients reconnect\)/).waitFor();
});
