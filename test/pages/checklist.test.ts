// The features that API pages must have, each with its proof: here, or in another test.

import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { older, points } from "./checklist.ts";
import { type PublishedSite, publishSite } from "./published-site.ts";

let site: PublishedSite;

beforeAll(async () => {
  site = await publishSite();
});

afterAll(async () => {
  await site?.close();
});

/** Reads a page; waits while it is generated. */
async function read(path: string): Promise<string> {
  for (;;) {
    const answer = await fetch(site.url + path);
    const text = await answer.text();
    if (answer.status !== 202) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it.each(Object.entries(points))("%s", async (_point, { shown = [], proofs = [] }) => {
  expect(shown.length + proofs.length).toBeGreaterThan(0);
  for (const [path, ...texts] of shown) {
    const page = (await read(path)).replaceAll("\n", " ");
    const missing = texts.filter((text) =>
      typeof text === "string" ? !page.includes(text) : !text.test(page),
    );
    expect([path, ...missing]).toEqual([path]);
  }
  for (const [path, ...names] of proofs) {
    const file = new URL(`../../${path}`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    for (const name of names) expect(readFileSync(file, "utf8")).toContain(name);
  }
});

it("no point is missing", () => {
  const numbers = Object.keys(points).map((point) => Number.parseInt(point, 10));
  expect(numbers).toEqual(Array.from({ length: 30 }, (_none, index) => index + 1));
});

it("a version has the same changes on its page, in Markdown and in feeds", async () => {
  const page = namesIn(await read(`${older}/changes.html`), /changes\/([0-9a-f]{12})\.html/g);
  const markdown = namesIn(await read(`${older}/changes.md`), /changes\/([0-9a-f]{12})\.md/g);
  const entry = /<entry>(?:(?!<\/entry>).)*releases\/marketplace\/4<.*?<\/entry>/s;
  const [atom = ""] = entry.exec(await read("/v1/interfaces/marketplace/changelog.atom")) ?? [];
  const { items } = JSON.parse(await read("/v1/interfaces/marketplace/changelog.json")) as {
    readonly items: readonly { readonly id: string; readonly content_html: string }[];
  };
  const item = items.find(({ id }) => id.endsWith("/marketplace/4"));
  expect(page).toHaveLength(6);
  expect(markdown).toEqual(page);
  expect(namesIn(atom, /change-([0-9a-f]{12})/g)).toEqual(page);
  expect(namesIn(item?.content_html ?? "", /change-([0-9a-f]{12})/g)).toEqual(page);
});

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
}
