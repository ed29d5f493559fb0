// The files of the moderation page; its work in a browser is tested in `test/pages`.

import { operations } from "@specwright/marketplace-api/server";
import { describe, expect, test } from "vitest";
import { readEnvironment } from "../src/environment/read-environment.ts";
import { startMarketplace } from "./start-marketplace.ts";

test("the page and its files have a strict policy, and are checked for newer ones", async () => {
  const { url } = await startMarketplace({ publicUrl: "https://shop.example/market/v1" });
  for (const [name, type] of [
    ["", "text/html; charset=utf-8"],
    ["page.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
  ] as const) {
    const answer = await fetch(`${url}/moderation/${name}`);
    const { status, headers } = answer;
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    const policy = headers.get("content-security-policy")?.split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("img-src 'self' https://shop.example");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy?.join()).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-cache");
    const known = { "if-none-match": headers.get("etag") ?? "" };
    const again = await fetch(`${url}/moderation/${name}`, { headers: known });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetch(`${url}/moderation/${name}`, { method: "HEAD" });
    expect([head.status, head.headers.get("etag")]).toEqual([200, headers.get("etag")]);
  }
});

test("the page is found without the last slash, by whatever path a proxy serves it", async () => {
  const { url } = await startMarketplace();
  const answer = await fetch(`${url}/moderation`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([308, "moderation/"]);
});

test("the page has nothing in it that has not come from its package", async () => {
  const { url } = await startMarketplace();
  const text = await (await fetch(`${url}/moderation/`)).text();
  const links = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link);
  expect(links).toEqual(["icon.svg", "page.css", "page.js"]);
  expect(text).not.toMatch(/<style|style=|<script(?! type="module" src="page.js"><)| on\w+=/);
});

test("no operation has a path of the page", () => {
  const paths = operations.map(({ path }) => path.split("/")[1]);
  expect(paths).not.toContain("moderation");
});

describe("the switch", () => {
  test.each([
    { value: undefined, want: true },
    { value: "on", want: true },
    { value: "off", want: false },
  ])("$value in the environment", ({ value, want }) => {
    const variables = value === undefined ? {} : { MARKETPLACE_MODERATION_PAGE: value };
    expect(readEnvironment(variables).options.moderationPage).toBe(want);
  });

  test("has two values", () => {
    const read = () => readEnvironment({ MARKETPLACE_MODERATION_PAGE: "no" });
    expect(read).toThrow("MARKETPLACE_MODERATION_PAGE");
  });

  test("removes the page", async () => {
    const { url } = await startMarketplace({ moderationPage: false });
    for (const path of ["", "/", "/page.js"]) {
      expect((await fetch(`${url}/moderation${path}`)).status).toBe(404);
    }
  });
});
