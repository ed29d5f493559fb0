// The style of the pages and the text of the first page, from the operator's file.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";
import { temporaryFolder } from "./test-services.ts";

async function declare(brand: unknown): Promise<string> {
  const folder = await temporaryFolder();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>';
  await writeFile(join(folder, "logo.svg"), svg);
  const file = join(folder, "brand.json");
  await writeFile(file, JSON.stringify(brand));
  return file;
}

test("all pages load the files of a brand, which have the right content types", async () => {
  const brandFile = await declare({
    purpose: "The APIs of Example.",
    links: [{ text: "Support", to: "https://example.com/support" }],
    logo: { file: "logo.svg", alt: "Example" },
    colors: { light: { accent: "#7a1f5c" } },
  });
  const running = await startPublisher({ brandFile });
  const two = [{ document: shop("1.0", "orders") }, { document: shop("1.1", "orders", "pets") }];
  await publishAll(running, "shop", two);
  const get = (path: string) => fetch(new URL(path, running.site));

  const pages = ["/", "/shop/", "/shop/versions/1/operations/list-orders.html", "/none.html"];
  const loaded = await Promise.all(
    pages.map(async (path) => {
      const text = await (await get(path)).text();
      const names = [
        /src="([^"]*logo-[^"]*\.svg)" alt="Example"/,
        /href="([^"]*brand-[^"]*\.css)"/,
      ];
      return names.map(
        (name) => new URL(name.exec(text)?.[1] ?? "none", running.site + path).pathname,
      );
    }),
  );
  expect(new Set(loaded.map(String)).size).toBe(1);
  const [logo, style] = await Promise.all((loaded[0] ?? []).map(get));
  expect(Object.fromEntries(logo?.headers ?? [])).toMatchObject({
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
  });
  expect(style?.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(await style?.text()).toContain("--accent: #7a1f5c;");

  const start = await (await get("/")).text();
  expect(start).toContain('<p class="lead">The APIs of Example.</p>');
  expect(start).toContain('<a href="https://example.com/support">Support</a>');
  expect(start).toMatch(/<strong>Version 1\.1 \(#2\)<\/strong> · Released on <time/);
  expect(start).toContain('Last change: <a href="shop/versions/2/changes.html">1 ');
  expect(start).toContain('<a href="changes.rss">RSS</a>');
  expect((await get("/changes.rss")).status).toBe(200);
  expect(await (await get("/llms.txt")).text()).toContain("> The APIs of Example.");
});

test("a brand that cannot be read by everybody is refused at the start", async () => {
  const brandFile = await declare({ colors: { dark: { accent: "#3b47d1" } } });
  await expect(startPublisher({ brandFile })).rejects.toMatchObject({
    code: "invalid_option",
    message: expect.stringMatching(
      /brandFile \(PUBLISHER_BRAND\): .*: colors\.dark: accent .* has a contrast of 2\.\d+:1/,
    ),
  });
});
