// The moderation page of the marketplace: who can sign in, how it shows texts of users, and that it is
// accessible, on any screen and by keyboard alone.

import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { seededRandom } from "@specwright/runtime/testing";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { driveBrowser } from "../browser/drive-browser.ts";
import { hostileText } from "../golden/hostile-texts.ts";
import {
  addImage,
  moderatedMarketplace,
  password,
  reportListing,
} from "./moderated-marketplace.ts";
import {
  card,
  conflict,
  focusedElement,
  isAt,
  listingTitles,
  openModeration,
  openSection,
  signIn,
  stateOf,
  tabTo,
} from "./open-moderation.ts";
import { findBarriers } from "./page-barriers.ts";

describe("the session", () => {
  const refused = { mayFail: /status of 401/ };

  it("is refused for a wrong password; a member can do nothing", async (context) => {
    const { page } = await openModeration(context, refused);
    await page.getByLabel("Username or email").fill("mod");
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The username, address or password is wrong.").waitFor();
    await signIn(page, "ada");
    await page.getByText(/^ada is not a moderator/).waitFor();
    expect(await page.getByRole("navigation", { name: "Sections" }).isVisible()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("is refused to a suspended moderator, with the reason", async (context) => {
    const { page, market } = await openModeration(context, refused);
    const mod = await (await market.as("mod")).getCurrentUser();
    const user_id = mod.status === 200 ? mod.body.data.id : 0;
    const body = { suspended: true, reason: "Holidays." };
    await (await market.as("root")).suspendUser({ path: { user_id }, body });
    await page.getByLabel("Username or email").fill("mod");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This account is suspended.").waitFor();
  });

  it("outlives a reload, and ends in its tab after signing out", async (context) => {
    const { page, market } = await openModeration(context, refused);
    await signIn(page, "mod");
    await openSection(page, /^Reports/);
    await page.reload();
    await isAt(page, "Open reports");
    const token = await page.evaluate(() => Object.values(sessionStorage).join());
    await page.getByRole("button", { name: "Sign out" }).click();
    await isAt(page, "Sign in");
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${market.url}/users/me`, { headers })).status).toBe(401);
  });

  it("asks to sign in again after it ended, and keeps a typed reason", async (context) => {
    const { page, market } = await openModeration(context, refused);
    await signIn(page, "mod");
    await listingTitles(page);
    const mod = await market.as("mod");
    const sessions = await mod.listSessions();
    for (const { id, is_current } of sessions.status === 200 ? sessions.body.data : []) {
      if (!is_current) await mod.revokeSession({ path: { session_id: id } });
    }
    await card(page, "A rope").getByRole("button", { name: "Reject" }).click();
    await page.getByLabel("Reason").fill("It is a cable.");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page.getByText("Your session has ended.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await signIn(page, "mod");
    await isAt(page, "Pending listings");
    await card(page, "A rope").getByRole("button", { name: "Reject" }).click();
    expect(await page.getByLabel("Reason").inputValue()).toBe("It is a cable.");
  });
});

describe("texts of users", () => {
  it("are shown as plain text", async (context) => {
    const random = seededRandom(35);
    const pending = Array.from({ length: 60 }, () => hostileText(random).slice(0, 256));
    const { page, market } = await openModeration(context, { pending });
    await reportListing(market, 1, pending.join("\n").replaceAll("\0", "").slice(0, 2048));
    await signIn(page, "root");
    for (const place of ["#/listings", "#/images", "#/reports", "#/audit", "#/listings/1"]) {
      await page.goto(`${market.url}/moderation/${place}`);
      await listingTitles(page);
    }
    const found = await page.evaluate(() => [
      ...Object.keys(globalThis).filter((name) => name.includes("pwned")),
      ...[...document.querySelectorAll("main :is(script, iframe, svg, form, b)")].map(String),
    ]);
    expect(found).toEqual([]);
  });

  it("could not become markup even if a script inserted them as markup", async (context) => {
    const { page } = await openModeration(context, { mayFail: /TrustedHTML|Trusted Type/ });
    const write = page.evaluate(() => {
      document.body.innerHTML = "<b>x</b>";
    });
    await expect(write).rejects.toThrow("TrustedHTML");
  });
});

const looks = ([390, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${width} pixels, ${colorScheme}`,
    options: { colorScheme, viewport: { width, height: 800 } },
  })),
);

describe.each(looks)("at $name", ({ options }) => {
  it("no view has a barrier", async (context) => {
    const { page, market } = await openModeration(context, { ...options, mayFail: conflict });
    await addImage(await market.as("ada"), 2);
    await reportListing(market, 1, "The picture is mine.");
    expect(await problems(page)).toEqual([]);
    await signIn(page, "root");
    for (const place of ["listings", "images", "reports", "reports/closed", "users"]) {
      await page.goto(`${market.url}/moderation/#/${place}`);
      await listingTitles(page);
      expect([place, ...(await problems(page))]).toEqual([place]);
    }
    for (const place of ["users/1", "audit", "listings/2", "listings/99", "nowhere"]) {
      await page.goto(`${market.url}/moderation/#/${place}`);
      await listingTitles(page);
      expect([place, ...(await problems(page))]).toEqual([place]);
    }
    await page.goto(`${market.url}/moderation/#/listings`);
    await page.getByRole("button", { name: "Reject" }).first().click();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Approve" }).first().click();
    await page.getByText("Approved: “A rope”.").first().waitFor();
    expect(await problems(page)).toEqual([]);
  });
});

describe("by keyboard alone", () => {
  it("a moderator signs in, approves and rejects", async (context) => {
    const opened = await openModeration(context);
    const { page } = opened;
    await tabTo(page, "Username or email");
    await page.keyboard.type("mod");
    expect(await tabTo(page, "Password")).toEqual(["Password"]);
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await isAt(page, "Pending listings");
    expect(await focusedElement(page)).toBe("Pending listings");
    await listingTitles(page);
    await page.getByRole("link", { name: "ada" }).first().waitFor();
    expect(await tabTo(page, "Approve")).toEqual(["A lantern", "ada", "Approve"]);
    await page.keyboard.press("Enter");
    await page.getByText("Approved: “A lantern”.").first().waitFor();
    expect(await focusedElement(page)).toBe("A rope");
    await tabTo(page, "Reject");
    await page.keyboard.press("Enter");
    expect(await focusedElement(page)).toBe("Reason");
    await page.keyboard.press("Escape");
    expect(await focusedElement(page)).toBe("Reject");
    await page.keyboard.press("Enter");
    await page.keyboard.type("It is a cable.");
    expect(await tabTo(page, "Reject")).toEqual(["Reject"]);
    await page.keyboard.press("Enter");
    await page.getByText("Rejected: “A rope”.").first().waitFor();
    expect(await focusedElement(page)).toBe("A globe");
    expect([await stateOf(opened, 1), await stateOf(opened, 2)]).toEqual(["publish", "draft"]);
  });

  it("the content is reached past the header", async (context) => {
    const { page } = await openModeration(context);
    await signIn(page, "mod");
    await openSection(page, "Users");
    await isAt(page, "Users");
    await page.reload();
    await isAt(page, "Users");
    await page.keyboard.press("Tab");
    expect(await focusedElement(page)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await tabTo(page, "User id")).toEqual(["User id"]);
    expect(page.url()).toMatch(/#\/users$/);
  });
});

it("works behind a proxy that serves the API by another path", async (context) => {
  const market = await moderatedMarketplace(["A lantern"], {
    publicUrl: "http://localhost:1/market/api",
  });
  // As nginx does with `location /market/api/ { proxy_pass http://…/v1/; }`.
  const proxy = createServer((request, response) => {
    const url = `${market.url}${request.url?.replace(/^\/market\/api/, "")}`;
    const { method, headers } = request;
    const sent = forward(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const page = await (await driveBrowser(context)).newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`http://127.0.0.1:${port}/market/api/moderation`);
  expect(new URL(page.url()).pathname).toBe("/market/api/moderation/");
  await signIn(page, "mod");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Approved: “A lantern”.").first().waitFor();
  await page.close();
  proxy.close();
  await market.close();
});

it("the script is small", async (context) => {
  const { market } = await openModeration(context);
  const script = await (await fetch(`${market.url}/moderation/page.js`)).text();
  // The generated client, with all its checks, is three quarters of the size.
  expect(gzipSync(script).length).toBeLessThan(33_000);
});

/** Lists the current problems of the page. */
async function problems(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const controls = [...document.querySelectorAll("button, input, nav a")];
    const small = controls.filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 0 && (width < 24 || height < 24);
    });
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : []),
      ...small.map(({ outerHTML }) => `${outerHTML} is small`),
    ];
  });
  return [...found, ...(await findBarriers(page))];
}
