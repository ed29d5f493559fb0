// Feeds and the changelog of an interface.

import { expect, test } from "vitest";
import { publishAll, type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";

const formats = ["rss", "atom", "json"] as const;

const feedOf = ({ url }: RunningPublisher, format: string, query = "", headers = {}) =>
  fetch(`${url}/interfaces/shop/changelog.${format}${query}`, { headers });

/** Returns the ids of the entries of a feed. */
function idsOf(text: string): readonly string[] {
  return [...text.matchAll(/tag:[^<":]*:releases\/[^<"]*/g)].map(([id]) => id);
}

const history = [
  { document: shop("1.0", "orders", "users"), released_at: "2022-05-02" },
  { document: shop("1.0", "orders"), released_at: null },
  { document: shop("1.0", "orders", "pets") },
];

test.each(formats)("the %s feed keeps its ids, whatever is done to it", async (format) => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const before = await (await feedOf(running, format)).text();
  expect(idsOf(before)).toEqual(
    [3, 2, 1].map((number) => `tag:localhost,2026:releases/shop/${number}`),
  );
  const admin = await running.as("admin");
  await admin.putInterface({ path: { interface: "shop" }, body: { title: "Another title" } });
  const after = await (await feedOf(running, format)).text();
  expect(after).toContain("Another title");
  expect(idsOf(after)).toEqual(idsOf(before));
});

test.each(formats)("a reader of the %s feed gets 304 until something changes", async (format) => {
  const running = await startPublisher();
  await publishAll(running, "shop", history.slice(0, 1));
  const first = await feedOf(running, format);
  expect(first.status).toBe(200);
  const etag = `${first.headers.get("etag")}`;
  const modified = `${first.headers.get("last-modified")}`;
  const known = { "If-None-Match": etag };
  const again = await feedOf(running, format, "", known);
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("etag")).toBe(etag);
  expect(again.headers.get("last-modified")).toBe(modified);
  expect((await feedOf(running, format, "", { "If-Modified-Since": modified })).status).toBe(304);
  await publishAll(running, "shop", [{ document: shop("2.0"), released_at: "2022-05-01" }]);
  const changed = await feedOf(running, format, "", known);
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
});

test("the newest entry is the last published version, whatever its release date", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", [{ document: shop("1.0", "orders") }]);
  const polled = await Promise.all(formats.map((format) => feedOf(running, format)));
  const [, atomBefore = ""] = await Promise.all(polled.map((answer) => answer.text()));
  await publishAll(running, "shop", [
    { document: shop("0.9", "orders", "pets"), released_at: "2019-03-04" },
  ]);
  const client = await running.as("read");
  const latest = await client.getLatestVersion({ path: { interface: "shop" } });
  expect(latest).toMatchObject({ body: { data: { number: 2, released_at: "2019-03-04" } } });
  const changelog = await client.getChangelog({ path: { interface: "shop" } });
  expect(changelog).toMatchObject({ body: { data: [{ number: 2 }, { number: 1 }] } });
  const ids = [2, 1].map((number) => `tag:localhost,2026:releases/shop/${number}`);
  for (const [at, format] of formats.entries()) {
    // A reader that knows only when it asked last gets the new entry, too.
    const since = polled[at]?.headers.get("last-modified") ?? "";
    const answer = await feedOf(running, format, "", { "If-Modified-Since": since });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(idsOf(text)).toEqual(ids);
    expect(text).toContain("4 March 2019");
    if (format === "atom") expect(updatedOf(text) >= updatedOf(atomBefore)).toBe(true);
    if (format === "rss") {
      const dates = [...text.matchAll(/<pubDate>([^<]+)</g)].map(([, date = ""]) =>
        Date.parse(date),
      );
      expect(dates).toEqual(dates.toSorted((one, other) => other - one));
    }
  }
  const page = async (path: string) => await (await fetch(`${running.site}${path}`)).text();
  expect(await page("/")).toContain("0.9");
  for (const path of ["/shop/versions.html", "/shop/changes.html"]) {
    const html = (await page(path)).split("<h1>")[1] ?? "";
    expect(html.indexOf("0.9")).toBeGreaterThan(0);
    expect(html.indexOf("0.9")).toBeLessThan(html.indexOf("1.0"));
  }
});

/** Returns when an Atom feed says that it was updated. */
function updatedOf(text: string): string {
  return /<updated>([^<]+)</.exec(text)?.[1] ?? "";
}

test("feeds are selected by class and by branch", async () => {
  const running = await startPublisher();
  const next = { document: shop("2.0", "orders"), branch: "next" };
  await publishAll(running, "shop", [...history, next]);
  for (const format of formats) {
    const ids = async (query: string) => idsOf(await (await feedOf(running, format, query)).text());
    expect(await ids("?class=breaking")).toEqual(["tag:localhost,2026:releases/shop/2"]);
    expect(await ids("?class=deprecation")).toEqual([]);
    expect(await ids("?branch=next")).toEqual(["tag:localhost,2026:releases/shop/4"]);
    expect((await feedOf(running, format, "?class=docs")).status).toBe(400);
    for (const query of ["?branch=none", "?branch=none&class=breaking", "?branch=Main"]) {
      const missing = await feedOf(running, format, query);
      expect([query, missing.status]).toEqual([query, 404]);
      expect(missing.headers.get("content-type")).toContain("application/problem+json");
    }
  }
  expect((await fetch(`${running.url}/interfaces/shop/changelog?branch=none`)).status).toBe(404);
});

test("the feed of another branch has its own title and home", async () => {
  const running = await startPublisher();
  const next = { document: shop("2.0", "orders"), branch: "feature/x" };
  await publishAll(running, "shop", [...history, next]);
  const feed = await (await feedOf(running, "json", "?branch=feature/x")).json();
  expect(feed).toMatchObject({
    title: "Shop (branch feature/x): changes",
    home_page_url: `${running.site}/shop/versions.html#branch-feature~2fx`,
    feed_url: `${running.url}/interfaces/shop/changelog.json?branch=feature%2Fx`,
    items: [{ id: "tag:localhost,2026:releases/shop/4" }],
  });
  const page = await (await fetch(`${running.site}/shop/versions.html`)).text();
  expect(page).toContain('id="branch-feature~2fx"');
  const [, address = ""] = /href="([^"]*changelog\.json\?branch=[^"]*)"/.exec(page) ?? [];
  expect(await (await fetch(new URL(address, running.site))).json()).toEqual(feed);
});

test("the feed of an interface without versions is empty", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", []);
  const feed = await feedOf(running, "json");
  expect([feed.status, await feed.json()]).toMatchObject([200, { items: [] }]);
});

test("feeds come from memory with the headers of an answer, and everything else from the API", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const requestId = "a-request-of-a-reader";
  for (const [format, type] of [
    ["rss", "application/rss+xml; charset=utf-8"],
    ["atom", "application/atom+xml; charset=utf-8"],
    ["json", "application/feed+json; charset=utf-8"],
  ] as const) {
    const first = await feedOf(running, format);
    const again = await feedOf(running, format, "", { "x-request-id": requestId });
    expect(again.headers.get("content-type")).toBe(type);
    expect(again.headers.get("cache-control")).toBe("public, max-age=300");
    expect(again.headers.get("x-request-id")).toBe(requestId);
    expect(await again.text()).toBe(await first.text());
    const address = `${running.url}/interfaces/shop/changelog.${format}`;
    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("etag")).toBe(first.headers.get("etag"));
    const named = await feedOf(running, format, "?branch=main");
    expect(idsOf(await named.text())).toHaveLength(history.length);
    const missing = await fetch(address.replace("/shop/", "/none/"));
    expect(missing.status).toBe(404);
    expect(missing.headers.get("content-type")).toContain("application/problem+json");
    expect((await feedOf(running, format, "?branch=")).status).toBe(400);
    expect((await fetch(address, { method: "PUT" })).status).toBe(405);
  }
});

test.each([
  ["rss", "application/rss+xml"],
  ["atom", "application/atom+xml"],
  ["json", "application/feed+json"],
] as const)("text in the %s feed is UTF-8, and every answer says so", async (format, type) => {
  const running = await startPublisher();
  const title = "Größe, 価格 \u{1f6d2} é";
  await publishAll(running, "shop", [{ document: shop("1.0"), release_title: title }]);
  const secret = await running.secret("read");
  // From memory, and from the API.
  for (const headers of [{}, { authorization: `Token ${secret}` }]) {
    const answer = await feedOf(running, format, "", headers);
    expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await answer.arrayBuffer());
    expect(text).toContain(title);
    if (format !== "json") expect(text).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>/);
  }
});

test("the changelog is JSON for programs, in pages, and a web page for people", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const path = { interface: "shop" };
  const page = await running.anonymous.getChangelog({ path, query: { limit: 2 } });
  expect(page).toMatchObject({
    status: 200,
    headers: { Vary: "Accept" },
    body: {
      data: [
        { number: 3, title: "Shop 1.0: 1 non-breaking change", released_at: expect.any(String) },
        {
          ...{ number: 2, released_at: null, truncated: false },
          ...{ id: "tag:localhost,2026:releases/shop/2" },
          ...{ url: `${running.site}/shop/versions/2/changes.html` },
          changes: [{ class: "breaking", subject: { kind: "operation", name: "GET /users" } }],
        },
      ],
    },
  });
  if (page.status !== 200) return;
  const query = { limit: 2, cursor: `${page.body.next_cursor}` };
  const rest = await running.anonymous.getChangelog({ path, query });
  expect(rest).toMatchObject({ body: { data: [{ number: 1 }], next_cursor: null } });
  const headers = { "If-None-Match": `${page.headers?.ETag}` };
  const known = await running.anonymous.getChangelog({ path, query: { limit: 2 }, headers });
  expect(known.status).toBe(304);
  const url = `${running.url}/interfaces/shop/changelog`;
  const asPerson = { headers: { accept: "text/html,*/*;q=0.8" }, redirect: "manual" } as const;
  const answer = await fetch(`${url}?class=breaking`, asPerson);
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    "/shop/changes-breaking.html",
  ]);
  expect((await fetch(url, { headers: { accept: "image/png" } })).status).toBe(406);
  expect((await fetch(`${running.url}/interfaces/none/changelog`)).status).toBe(404);
});
