// The page of a change shows the two documents at its place, of a version and of any comparison.

import { expect, test } from "vitest";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";

test("a change shows the lines of both documents, and none of them to strangers", async () => {
  const running = await startPublisher();
  const two = [{ document: shop("1.0", "orders", "pets") }, { document: shop("1.1", "orders") }];
  await publishAll(running, "shop", two);
  const get = (path: string) => fetch(new URL(path, running.site));

  const list = await (await get("/shop/versions/2/changes.html")).text();
  const links = [...list.matchAll(/href="[./]*(versions\/2\/changes\/\w+\.html)#documents"/g)];
  expect(links.length).toBeGreaterThan(0);
  const address = `/shop/${links[0]?.[1]}`;
  const page = await (await get(address)).text();
  expect(page).toContain('<h2 id="documents">In the documents</h2>');
  expect(page).toMatch(
    /<del><span class="line-number">\d+<\/span>− <span class="unseen">removed: /,
  );
  const [, document = ""] =
    /href="\.\.\/\.\.\/\.\.\/(versions\/1\/document\/[^"]*)"/.exec(page) ?? [];
  expect((await get(`/shop/${document}`)).status).toBe(200);
  const twin = await (await get(address.replace(".html", ".md"))).text();
  expect(twin).toContain("```diff\n");

  const path = new URL(`${running.url}/interfaces/shop`);
  const headers = {
    Authorization: `Token ${await running.secret("admin")}`,
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ title: "Shop", visibility: "private" });
  expect((await fetch(path, { method: "PUT", headers, body })).status).toBe(200);
  expect((await get(address)).status).toBe(404);
  expect((await fetch(new URL(address, running.site), { headers })).status).toBe(200);
});

test("a change between any two versions shows the lines of both documents", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", [
    { document: shop("1.0", "orders", "pets") },
    { document: shop("1.1", "orders") },
    { document: shop("1.2", "orders", "users") },
  ]);
  const read = async (path: string) => await (await fetch(new URL(path, running.site))).text();
  const linkedPages = (html: string): readonly string[] =>
    [...html.matchAll(/href="\.\.\/(compare\/1\.\.\.3\/changes\/\w+\.html)#documents"/g)].map(
      ([, path]) => `/shop/${path}`,
    );

  await expect
    .poll(async () => linkedPages(await read("/shop/compare/1...3.html")).length)
    .toBeGreaterThan(1);
  const pages = await Promise.all(
    linkedPages(await read("/shop/compare/1...3.html")).map((path) => read(path)),
  );
  for (const page of pages) expect(page).toContain('<h2 id="documents">In the documents</h2>');
  expect(pages.filter((page) => page.includes("versions/1/document/"))).not.toEqual([]);
  expect(pages.filter((page) => page.includes("versions/3/document/"))).not.toEqual([]);
  expect(pages.filter((page) => page.includes("versions/2/document/"))).toEqual([]);

  const [first = ""] = linkedPages(await read("/shop/compare/1...3.html"));
  expect(await read(first.replace(".html", ".md"))).toContain("```diff\n");
  const unknown = await fetch(
    new URL(first.replace(/\w+\.html/, "0123456789ab.html"), running.site),
  );
  expect(unknown.status).toBe(404);
});
