// A public URL with a path, which a proxy removes from requests: all published addresses start with
// it.

import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { publishAll, type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";

const PATH = "/our/contracts";

/** Starts a service behind a proxy that serves it below a path, and nothing else. */
async function startBehind(): Promise<RunningPublisher & { readonly publicUrl: string }> {
  const running: { port?: number | undefined } = {};
  const proxy = createServer((request, response) => {
    const { url = "", method, headers } = request;
    if (!url.startsWith(`${PATH}/`)) {
      response.writeHead(421).end();
      return;
    }
    const to = { port: running.port, path: url.slice(PATH.length), method, headers };
    request.pipe(
      send(to, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PATH}`;
  const service = await startPublisher({ publicUrl });
  running.port = service.publisher.port();
  return { ...service, publicUrl };
}

/** Returns the addresses in a page or a feed. */
function linksOf(text: string): readonly string[] {
  const attributes = /(?:href|src|action)="([^"]+)"|<(?:link|guid[^>]*|id|url)>(http[^<]+)</g;
  const members = /"(?:url|home_page_url|feed_url|[a-z_]*public_url)": ?"([^"]+)"/g;
  return [...text.matchAll(attributes), ...text.matchAll(members)]
    .map(([, one, other]) => (one ?? other ?? "").replaceAll("&amp;", "&"))
    .filter((link) => !link.startsWith("#"));
}

test("every link, redirection and feed stays below the path, and leads somewhere", async () => {
  const { publicUrl, ...running } = await startBehind();
  await publishAll(running, "shop", [
    { document: shop("1.0", "orders"), released_at: "2024-05-02" },
    { document: shop("1.1", "orders", "pets") },
    { document: shop("1.2", "orders"), branch: "next" },
  ]);
  const waiting = [`${publicUrl}/`];
  const seen = new Set(waiting);
  const kinds = new Set<string>();
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    // Comparisons are made when they are asked for, and have the same frame.
    if (url.includes("/compare/")) continue;
    const answer = await fetch(url, { redirect: "manual" });
    expect([url, answer.status < 400]).toEqual([url, true]);
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    kinds.add(type);
    const location = answer.headers.get("location");
    const text = await answer.text();
    const links = /html|xml|json/.test(type) ? linksOf(text) : [];
    for (const link of [...links, ...(location === null ? [] : [location])]) {
      const { href, origin } = new URL(link, url);
      if (origin !== new URL(publicUrl).origin) continue;
      const clean = href.split("#")[0] ?? "";
      expect([url, link, clean.startsWith(`${publicUrl}/`)]).toEqual([url, link, true]);
      if (!seen.has(clean)) waiting.push(clean);
      seen.add(clean);
    }
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      ...["text/html", "application/rss+xml", "application/atom+xml", "application/feed+json"],
    ]),
  );
  expect(seen.size).toBeGreaterThan(20);
});

test.each<readonly [path: string, status: number, location: string]>([
  ["/shop", 308, "/shop/"],
  ["/shop/versions/1", 308, "/shop/versions/1/"],
  ["/shop/versions/1.0/index.html", 303, "/shop/versions/1/index.html"],
  ["/shop/compare?base=1&head=2", 303, "/shop/compare/1...2.html"],
  ["/v1/interfaces/shop/changelog", 303, "/shop/changes.html"],
])("%s leads to %s %s", async (path, status, location) => {
  const { publicUrl, ...running } = await startBehind();
  await publishAll(running, "shop", [
    { document: shop("1.0", "orders") },
    { document: shop("1.1", "pets") },
  ]);
  const answer = await fetch(`${publicUrl}${path}`, {
    redirect: "manual",
    headers: { Accept: "text/html" },
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([status, `${PATH}${location}`]);
});

test("created resources have a location below the path", async () => {
  const { publicUrl, ...running } = await startBehind();
  const headers = {
    Authorization: `Token ${await running.secret("admin")}`,
    "Content-Type": "application/json",
  };
  const put = { method: "PUT", headers, body: JSON.stringify({ title: "Shop" }) };
  const created = await fetch(`${publicUrl}/v1/interfaces/shop`, put);
  const body = JSON.stringify({ interface: "shop", document: shop("1.0") });
  const [version, diff] = [
    await fetch(`${publicUrl}/v1/versions`, { method: "POST", headers, body }),
    await fetch(`${publicUrl}/v1/diffs`, { method: "POST", headers, body }),
  ];
  for (const answer of [created, version, diff]) {
    const location = answer.headers.get("location") ?? "";
    expect(location).toMatch(new RegExp(`^${PATH}/v1/`));
    expect((await fetch(new URL(location, publicUrl), { headers })).status).toBeLessThan(300);
  }
});
