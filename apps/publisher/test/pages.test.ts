// The pages over HTTP: their headers, their twins, and that no link leads nowhere.

import { request } from "node:http";
import { expect, test } from "vitest";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";

const two = [
  { document: shop("1.0", "orders", "users"), released_at: "2022-05-02" },
  { document: shop("1.1", "orders", "pets"), release_title: "Pets" },
];

test("pages are sent with what keeps readers safe and polls cheap", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", two);
  const url = `${running.site}/shop/operations/list-orders.html`;
  const page = await fetch(url);
  const header = (name: string) => page.headers.get(name);
  expect(page.status).toBe(200);
  expect(header("content-type")).toBe("text/html; charset=utf-8");
  expect(header("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
  expect(header("content-security-policy")).toContain("connect-src 'self';");
  expect(header("content-security-policy")).not.toContain("unsafe");
  expect(header("x-content-type-options")).toBe("nosniff");
  expect(header("vary")).toBe("Accept-Encoding");
  expect(header("content-encoding")).toBe("gzip");
  const again = (headers: object) => fetch(url, { headers: { ...headers } });
  expect((await again({ "If-None-Match": header("etag") })).status).toBe(304);
  expect((await again({ "If-Modified-Since": header("last-modified") })).status).toBe(304);
  expect((await again({ "If-None-Match": '"other"' })).status).toBe(200);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("etag")]).toEqual([200, header("etag")]);
  const plain = await fetch(url, { headers: { "Accept-Encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(await page.text());
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
});

test("31.14 the two encodings of a page do not share a strong ETag", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", two.slice(0, 1));
  for (const path of ["/shop/", "/shop/changes.rss"]) {
    const url = `${running.site}${path}`;
    const get = async (headers: Readonly<Record<string, string>>) => {
      const { status, headers: answered } = await fetch(url, { headers });
      return [status, answered.get("content-encoding"), answered.get("etag") ?? ""] as const;
    };
    const plain = await get({ "Accept-Encoding": "identity" });
    const packed = await get({ "Accept-Encoding": "gzip" });
    expect([plain[1], packed[1]]).toEqual([null, "gzip"]);
    expect(plain[2]).toMatch(/^"[^"]+"$/);
    expect(packed[2]).toBe(`W/${plain[2]}`);
    const again = await get({ "Accept-Encoding": "gzip", "If-None-Match": packed[2] });
    expect([again[0], again[2]]).toEqual([304, packed[2]]);
    expect((await get({ "Accept-Encoding": "identity", "If-None-Match": plain[2] }))[0]).toBe(304);
  }
});

test("pages follow new versions", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", two.slice(0, 1));
  const read = async (path: string) => await (await fetch(`${running.site}${path}`)).text();
  expect(await read("/")).toContain("Shop");
  expect(await read("/shop/")).toContain("/users");
  expect(await read("/shop/versions/1/")).not.toContain("older version");
  const newest = await read("/shop/operations/list-orders.md");
  await publishAll(running, "shop", two.slice(1));
  await expect.poll(() => read("/shop/")).not.toContain("/users");
  expect(await read("/shop/versions/1/")).toContain("an older version");
  expect(await read("/shop/versions/1/operations/list-users.html")).toContain("/users");
  expect(await read("/shop/operations/list-orders.md")).toBe(newest);
  expect(await read("/shop/changes.html")).toContain("GET /users was removed");
  expect(await read("/shop/changes-breaking.html")).toContain("GET /users was removed");
  expect(await read("/shop/changes-deprecations.html")).toContain("No deprecations");
  expect(await read("/shop/versions/2/changes.html")).toContain("Pets");
  expect(await read("/shop/compare/1...2.html")).toContain("GET /users was removed");
  await expect.poll(() => read("/shop/compare/2...1.html")).toContain("GET /pets was removed");
  expect(await read("/shop/compare/2...2.html")).toContain("No changes");
  expect(await read("/shop/search.html?q=pets")).toContain("operations/list-pets.html");
  expect(await read("/shop/search.html?q=<script>")).not.toContain("<script>");
  expect(await read("/shop/llms.txt")).toContain("operations/list-orders");
  expect(await read("/llms.txt")).toContain("shop/llms.txt");
  const { document } = two[1] ?? {};
  expect(await read("/shop/versions/2/document/openapi.yaml")).toBe(document);
});

test.each([
  ["/shop", 308],
  ["/shop/compare?base=1&head=2", 303],
  ["/shop/compare?base=1", 303],
  ["/none/", 404],
  ["/shop/none.html", 404],
  ["/shop/versions/9/", 404],
  ["/shop/versions/0/", 404],
  ["/shop/versions/1/changes/0123456789ab.html", 404],
  ["/shop/compare/1...9.html", 404],
  ["/shop/versions/1/document/none.yaml", 404],
  ["/shop/%2e%2e/%2e%2e/etc/passwd", 404],
  ["/%00", 404],
  ["/%", 404],
  ["/assets/none.css", 404],
  ["/robots.txt", 200],
  ["/rules.html", 200],
  ["/v1", 404],
  ["/v1/none", 404],
  ["/v1/diffs", 405],
])("%s answers %i", async (path, status) => {
  const running = await startPublisher();
  await publishAll(running, "shop", two.slice(0, 1));
  const answer = await rawGet(`${running.site}`, path);
  expect(answer).toBe(status);
});

test("every link leads somewhere, and every page has its Markdown", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", two);
  await publishAll(running, "other", two.slice(0, 1));
  const { seen, broken } = await crawl(running.site, "/");
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(50);
});

test("every link of an interface without versions leads somewhere", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", []);
  const { seen, broken } = await crawl(running.site, "/shop/");
  expect(broken).toEqual([]);
  const pages = ["index", "changes", "changes-breaking", "versions", "search"];
  expect([...seen]).toEqual(expect.arrayContaining(pages.map((name) => `/shop/${name}.html`)));
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "/shop/index.md",
      "/shop/llms.txt",
      "/v1/interfaces/shop/changelog.rss",
    ]),
  );
  const first = await (await fetch(`${running.site}/shop/`)).text();
  expect(first).toContain("Nothing is published yet.");
  expect(first).toContain("npx specwright publish openapi.yaml --to ");
  expect(first).toContain(" --interface shop");
  await publishAll(running, "shop", two.slice(0, 1));
  const read = async () => await (await fetch(`${running.site}/shop/`)).text();
  await expect.poll(read).toContain("/users");
});

test("the first page of a version offers all files of its document for download", async () => {
  const running = await startPublisher();
  const files = [
    { path: "a.yaml", text: "A: { $ref: 'deep/b.yaml' }\n" },
    { path: "deep/b.yaml", text: "type: string\n" },
  ];
  const refers = "components: { schemas: { A: { $ref: 'a.yaml#/A' } } }\n";
  const document = `${shop("1.0", "orders")}${refers}`;
  await publishAll(running, "shop", [{ document, path: "main.yaml", files }]);
  for (const [path, folder] of [
    ["/shop/", "versions/1/"],
    ["/shop/versions/1/", ""],
  ] as const) {
    const text = await (await fetch(running.site + path)).text();
    const links = [...text.matchAll(/<a href="([^"]*)" download>([^<]*)</g)];
    expect(links.map(([, address, name]) => [address, name])).toEqual([
      [`${folder}document/main.yaml`, "Download main.yaml"],
      [`${folder}document/a.yaml`, "a.yaml"],
      [`${folder}document/deep/b.yaml`, "deep/b.yaml"],
    ]);
    expect(text).toContain("<summary>and 2 other files</summary>");
    const [, address = ""] = links[2] ?? [];
    const answer = await fetch(new URL(address, running.site + path));
    expect(await answer.text()).toBe("type: string\n");
  }
});

/** Follows all links of a site from a path on; returns the paths, and those that are not answered. */
async function crawl(site: string, start: string) {
  const seen = new Set<string>([start]);
  const broken: string[] = [];
  for (const path of seen) {
    const answer = await fetch(site + path);
    if (!answer.ok) broken.push(`${path} ${answer.status}`);
    if (!`${answer.headers.get("content-type")}`.startsWith("text/html")) continue;
    const text = await answer.text();
    for (const [, address = ""] of text.matchAll(/ (?:href|src|action)="([^"]*)"/g)) {
      const url = new URL(address.replaceAll("&amp;", "&"), `${site}${path}`);
      if (url.origin === site) seen.add(url.pathname + url.search);
    }
  }
  return { seen, broken };
}

test("the page of an address without a page has no link that leads nowhere", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", two.slice(0, 1));
  for (const path of ["/none.html", "/shop/none/at-all.html", "/shop/versions/9/"]) {
    const answer = await fetch(running.site + path);
    expect(answer.status).toBe(404);
    const text = await answer.text();
    expect(text).not.toContain("text/markdown");
    expect(text).not.toContain("This page in Markdown");
    for (const [, address = ""] of text.matchAll(/ (?:href|src)="([^"#]+)"/g)) {
      const linked = await fetch(new URL(address, running.site + path));
      expect([address, linked.status]).toEqual([address, 200]);
    }
  }
});

/** Sends a path as it is, which `fetch` would normalise. */
async function rawGet(site: string, path: string): Promise<number> {
  const { hostname: host, port } = new URL(site);
  return await new Promise((resolve, reject) => {
    const sent = request({ host, port, path, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.once("error", reject).end();
  });
}

test("a version of another branch is not called an older one", async () => {
  const running = await startPublisher();
  const document = shop("3.0", "orders");
  await publishAll(running, "shop", [...two, { document, branch: "feature/x" }]);
  const read = async (path: string) => await (await fetch(`${running.site}${path}`)).text();
  const page = await read("/shop/versions/3/");
  expect(page).toContain("This is 3.0 (#3, feature/x), a version of another branch.");
  expect(page).not.toContain("older version");
  const changelog = await fetch(`${running.url}/interfaces/shop/changelog?branch=feature/x`, {
    headers: { Accept: "text/html" },
    redirect: "manual",
  });
  expect(changelog.headers.get("location")).toBe("/shop/versions/3/changes.html");
});

test("a search finds changes of all versions, and names the version, without a script", async () => {
  const running = await startPublisher();
  const third = { document: shop("1.2", "orders", "pets", "users") };
  const other = { document: shop("1.3", "users"), branch: "feature/x" };
  const last = { document: shop("1.4"), branch: "feature/x" };
  await publishAll(running, "shop", [...two, third, other, last]);
  const found = async (query: string) => {
    const page = await fetch(`${running.site}/shop/search.html?q=${encodeURIComponent(query)}`);
    const items =
      (await page.text()).match(/<li><a href="[^"]*"><span class="kind">.*<\/li>/g) ?? [];
    return items.map((item) => [
      /href="([^"]*)"/.exec(item)?.[1]?.replace(/[0-9a-f]{12}/, "ID"),
      item
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ]);
  };
  const why = expect.stringMatching(
    /^Change GET \/users Version 1\.1 \(#2\) GET \/users was removed\. \S/,
  );
  expect(await found("get /users removed")).toEqual([
    ["versions/5/changes/ID.html", expect.stringContaining("Version 1.4 (#5, feature/x)")],
    ["versions/2/changes/ID.html", why],
  ]);
  expect((await found("/users")).map(([address]) => address)).toEqual([
    "operations/list-users.html",
    "versions/5/changes/ID.html",
    "versions/3/changes/ID.html",
    "versions/2/changes/ID.html",
  ]);
  expect(await found("nothing of the kind")).toEqual([]);
  expect(await found("G_T /us%rs")).toEqual([]);
  for (const [address] of await found("/PETS")) expect(address).toMatch(/pets|changes/);
});

test("versions of other branches are found, even if there are no others", async () => {
  const running = await startPublisher();
  const document = shop("3.0", "orders");
  await publishAll(running, "shop", [{ document, branch: "feature/x" }]);
  const first = await (await fetch(`${running.site}/`)).text();
  expect(first).toContain('href="shop/index.html"');
  const home = await fetch(`${running.site}/shop/index.html`);
  expect([home.status, home.url]).toEqual([200, `${running.site}/shop/versions.html`]);
  const page = await home.text();
  expect(page).toContain('href="versions/1/index.html"');
  const changes = await (await fetch(`${running.site}/shop/versions/1/changes.html`)).text();
  expect(changes).toContain("This is the first version of the branch feature/x:");
});

test.each(["assets", "v1"])("an interface cannot be called %s", async (name) => {
  const running = await startPublisher();
  const client = await running.as("admin");
  const answer = await client.putInterface({ path: { interface: name }, body: { title: "A" } });
  expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});
