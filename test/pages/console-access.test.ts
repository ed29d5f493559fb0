// The opened console of the publisher's pages: accessible, on any screen, and by keyboard alone.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { bundleModule } from "../browser/console-site.ts";
import { driveBrowser } from "../browser/drive-browser.ts";
import { complaintsOf, findBarriers } from "./page-barriers.ts";
import { type PublishedSite, publishSite } from "./published-site.ts";

const rest = 'export { restTransport } from "@specwright/rest/client";';
const stream = 'export { streamTransport } from "@specwright/streams/client";';
const clients = {
  publisher: `${rest} export { createPublisherClient as createClient } from "@specwright/publisher-api/client";`,
  streams: `${stream} export { createStreamsClient as createClient } from "@specwright/streams-api/client";`,
};
/** A port without a server. */
const nobody = "127.0.0.1:59";
const paths = {
  read: "/publisher/operations/list-interfaces.html",
  write: "/publisher/operations/put-interface.html",
  channel: "/streams/channels/market-data.html",
};

const token = "token (Authorization in the header)";
const field = "interface (path, string, required)";

let folder: string;
let site: PublishedSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-console-"));
  for (const [name, text] of Object.entries(clients))
    await bundleModule(text, join(folder, `${name}.js`));
  const consolesFile = join(folder, "consoles.json");
  const declared = {
    publisher: { sdk: "publisher.js", server: "/v1" },
    streams: { sdk: "streams.js", server: `ws://${nobody}/v1`, tickets: `http://${nobody}/ticket` },
  };
  await writeFile(consolesFile, JSON.stringify(declared));
  site = await publishSite({ consolesFile });
}, 60_000);

afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page; the browser may report no errors except those that match `mayFail`. */
async function openPage(
  context: TestContext,
  path: string,
  { mayFail, ...options }: BrowserContextOptions & { readonly mayFail?: RegExp } = {},
): Promise<Page> {
  const page = await (await driveBrowser(context)).newPage(options);
  page.setDefaultTimeout(10_000);
  const complaints = complaintsOf(page);
  context.onTestFinished(() => {
    expect(complaints.filter((text) => mayFail?.test(text) !== true)).toEqual([]);
  });
  const answer = await page.goto(site.url + path);
  expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe");
  return page;
}

async function openConsole(page: Page): Promise<void> {
  await page.getByText("Try it", { exact: true }).click();
  await page.locator(".console form").first().waitFor();
}

/** Lists the current problems of a page. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : [];
  return [...wide, ...(await covered(page)), ...(await findBarriers(page))];
}

/** Lists the fields and buttons of the console that another element covers. */
async function covered(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    // A dialog covers everything else.
    const within = document.querySelector("dialog[open]") ?? document.querySelector(".console");
    const controls = [...(within?.querySelectorAll("input, textarea, button") ?? [])];
    return controls.flatMap((control) => {
      control.scrollIntoView({ block: "center", behavior: "instant" });
      const { right, top, width, height } = control.getBoundingClientRect();
      if (width === 0) return [];
      const found = document.elementFromPoint(right - 8, top + height / 2);
      return control.contains(found) ? [] : [`${control.outerHTML} is covered`];
    });
  });
}

const looks = ([360, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${width} pixels, ${colorScheme}`,
    options: { colorScheme, viewport: { width, height: 740 } },
  })),
);

describe.each(looks)("an opened console at $name", ({ options }) => {
  it("of an operation has no barrier, also with a question and a response", async (context) => {
    // Browsers may report a 401 as a failed request.
    const mayFail = /status of 401|interfaces\/shop$/;
    const page = await openPage(context, paths.write, { ...options, mayFail });
    await openConsole(page);
    expect(await problemsOf(page)).toEqual([]);
    await page.getByLabel(token).fill("wrong");
    await page.getByLabel(field).fill("shop");
    await page.getByRole("button", { name: "Send PUT" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Send PUT" }).click();
    await page.getByRole("heading", { name: /^401/ }).waitFor();
    await page.getByText(/^Headers \(\d+\)/).click();
    expect(await problemsOf(page)).toEqual([]);
  });

  it("of a channel has no barrier, also with a failure", async (context) => {
    const mayFail = /127\.0\.0\.1:59|ERR_CONNECTION_REFUSED/;
    const page = await openPage(context, paths.channel, { ...options, mayFail });
    await openConsole(page);
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.locator(".console-failure").waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });
});

describe("by keyboard alone", () => {
  it("a request is written, refused, sent, and its answer read", async (context) => {
    const page = await openPage(context, paths.write, {
      mayFail: /status of 401|interfaces\/shop$/,
    });
    await tabTo(page, "Try it");
    await page.keyboard.press("Enter");
    await page.locator(".console form").waitFor();
    expect(await tabTo(page, token)).toEqual([token]);
    await page.keyboard.type("wrong");
    expect(await tabTo(page, field)).toEqual(["basic: user", "basic: password", field]);
    await page.keyboard.type("shop");
    expect(await tabTo(page, "Send PUT")).toEqual(["application/json", "Send PUT"]);
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("Cancel");
    // Nothing outside of the dialog gets the focus.
    expect(await tabTo(page, "Send PUT")).toEqual(["Send PUT"]);
    await page.keyboard.press("Escape");
    await page.getByText("Not sent.").waitFor();
    expect(await focused(page)).toBe("Send PUT");
    await page.keyboard.press("Enter");
    await tabTo(page, "Send PUT");
    await page.keyboard.press("Enter");
    await page.getByText("Response: 401").waitFor();
    expect(await focused(page)).toBe("Send PUT");
    expect(await tabTo(page, "Save the body")).toEqual([
      "Show the command",
      expect.stringMatching(/^Headers/),
      "Body of the response",
      "Copy: Body of the response",
      "Save the body",
    ]);
  });

  it("a channel is connected, and the focus stays at the next step", async (context) => {
    const page = await openPage(context, paths.channel, {
      mayFail: /127\.0\.0\.1:59|ERR_CONNECTION_REFUSED/,
    });
    await tabTo(page, "Try it");
    await page.keyboard.press("Enter");
    await page.locator(".console form").first().waitFor();
    await tabTo(page, "Connect");
    await page.keyboard.press("Enter");
    await page.locator(".console-failure").waitFor();
    expect(await focused(page)).toBe("Connect");
    expect(await tabTo(page, "Frames")).toEqual(["Pause the list", "Frame", "As JSON", "Frames"]);
  });
});

/** Presses Tab until the element with a name has the focus; returns the names on the way. */
async function tabTo(page: Page, name: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let count = 0; count < 400; count++) {
    await page.keyboard.press("Tab");
    const each = await focused(page);
    names.push(each);
    if (each === name) return names;
  }
  throw new Error(`Tab does not lead to ${name}: ${names.slice(0, 20).join(", ")}`);
}

/** Returns the name of the focused element, which must be visible. */
async function focused(page: Page): Promise<string> {
  const [name, outline] = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return ["nothing", "solid"];
    const label =
      element.getAttribute("aria-label") ?? (element as HTMLInputElement).labels?.[0]?.textContent;
    return [(label ?? element.textContent).trim(), getComputedStyle(element).outlineStyle];
  });
  if (outline === "none") throw new Error(`the focus on ${name} is not seen`);
  return name ?? "";
}
