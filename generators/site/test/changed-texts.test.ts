// Pages about changed descriptions, and links to subscribe to changes.

import { compareContracts } from "@specwright/diff";
import { changelogPages, framePage, versionChangesPages } from "@specwright/site";
import { describe, expect, it } from "vitest";
import { comparedParts } from "../src/changes/text-sides.ts";
import { staticFeeds } from "../src/frame/interface-frames.ts";
import { pageProblems } from "./page-problems.ts";
import { readContract } from "./read-contract.ts";

const shop = { id: "shop", title: "Shop", url: "https://shop.example/" };

async function contractOf(version: string, operation: object, field: object = {}) {
  const schema = { type: "object", properties: { id: { type: "string", ...field } } };
  const responses = {
    200: { description: "All.", content: { "application/json": { schema } } },
  };
  return await readContract({
    file: "/openapi.json",
    text: JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Shop", version },
      paths: { "/orders": { get: { operationId: "listOrders", responses, ...operation } } },
    }),
  });
}

async function changePagesOf(
  before: readonly [operation: object, field?: object],
  after: readonly [operation: object, field?: object],
): Promise<readonly string[]> {
  const changes = compareContracts(
    await contractOf("1.0", ...before),
    await contractOf("2.0", ...after),
  );
  const release = { interface: shop, version: "2.0", previous: "1.0", changes };
  const named = (name: string) => ({ name, folder: `versions/${name}/`, reference: new Map() });
  const pages = versionChangesPages(release, { base: named("1.0"), revision: named("2.0") });
  return [...pages].filter(({ kind }) => kind === "change").map(({ main }) => main);
}

describe("a changed description", () => {
  it.each([
    [
      "of an operation",
      [{ description: "Lists all orders." }],
      [{ description: "Lists your orders <b>." }],
      "<p>Lists <del>all orders.</del></p>",
      "<p>Lists <ins>your orders &lt;b&gt;.</ins></p>",
    ],
    [
      "of a field",
      [{}, { description: "The old id." }],
      [{}, { description: "The new id." }],
      "<p>The <del>old </del>id.</p>",
      "<p>The <ins>new </ins>id.</p>",
    ],
    [
      "that was not there before",
      [{}],
      [{ description: "Lists all." }],
      '<p class="quiet">No text.</p>',
      "<p>Lists all.</p>",
    ],
  ] as const)("%s is shown old and new, side by side", async (_name, before, after, old, now) => {
    const [page = "", ...others] = await changePagesOf(before, after);
    expect(others).toEqual([]);
    const sides = page.slice(page.indexOf('<div class="sides">'));
    expect(sides).toContain(`<h3>Before <span class="quiet">1.0</span></h3>\n${old}`);
    expect(sides).toContain(`<h3>After <span class="quiet">2.0</span></h3>\n${now}`);
  });

  it.each([
    ["a b c", "a x c", "a |-b |+x |c"],
    ["a b", "a b", "a b"],
    ["", "a", "+a"],
    ["a b c d", "b d", "-a |b |-c |d"],
  ])("of %j to %j shows the changed words", (before, after, want) => {
    const words = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? [];
    const marks = { before: "-", after: "+", both: "" };
    const parts = comparedParts(words(before), words(after));
    expect(parts.map(({ side, text }) => marks[side] + text).join("|")).toBe(want);
  });
});

it("a new version number alone does not count as a change", async () => {
  expect(await changePagesOf([{}], [{}])).toEqual([]);
});

const feedItems = [
  '<a href="changes.rss">RSS</a>',
  '<a href="changes.atom">Atom</a>',
  '<a href="changes.json">JSON Feed</a>',
];
const subscriptions = [{ text: "Webhook", path: "../webhooks.html" }];
/** Returns the start of a page's content, after its title. */
function headOf(text: string): string {
  const start = text.indexOf("<main");
  return text.slice(start, text.indexOf("<h2", start));
}

const pageItem = '<a href="../webhooks.html">Webhook</a>';

it.each([
  ["with feeds", { feeds: staticFeeds(shop) }, [...feedItems]],
  ["with feeds and a page", { feeds: staticFeeds(shop), subscriptions }, [...feedItems, pageItem]],
  ["with a page", { subscriptions }, [pageItem]],
  ["without either", {}, []],
])("the changelog of a site %s has the right offers in its head", (_name, offered, links) => {
  const [page] = changelogPages(shop, [{ interface: shop, version: "1.0", changes: [] }]);
  if (page === undefined) throw new Error("There is no changelog.");
  const frame = { title: "Shop", home: "index.html", assets: "../assets", ...offered };
  const text = framePage(page, frame);
  const head = headOf(text);
  const [, found = ""] = /Subscribe: (.*)<\/p>/.exec(head) ?? [];
  expect(found).toBe(links.join(""));
  expect(head).not.toContain("<form");
  expect(pageProblems(text)).toEqual([]);
});

it("the changelog of a site that sends mail has a form in its head", () => {
  const [page] = changelogPages(shop, [{ interface: shop, version: "1.0", changes: [] }]);
  if (page === undefined) throw new Error("There is no changelog.");
  const frame = { title: "Shop", home: "index.html", assets: "../assets" };
  const text = framePage(page, { ...frame, mailForm: "subscribe.html" });
  const head = headOf(text);
  expect(head).toContain('<form class="subscribe" method="post" action="subscribe.html"><label>');
  expect(pageProblems(text)).toEqual([]);
});
