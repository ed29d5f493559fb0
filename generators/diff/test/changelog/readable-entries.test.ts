// The texts of changelogs and feeds.

import { compareContracts } from "@specwright/diff";
import {
  atomFeed,
  changelogFeed,
  changesComment,
  feedFiles,
  formatChangelog,
  jsonFeed,
  rssFeed,
} from "@specwright/diff/changelog";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";
import { changeOf, shop } from "./shop-history.ts";

const self = "https://shop.example/changes.rss";

function feedOf(changes: readonly Parameters<typeof changeOf>[0][]) {
  const releases = ["1.0.0", "2.0.0"].map((version) => ({
    interface: shop,
    version,
    changes: version === "1.0.0" ? [] : changes.map(changeOf),
  }));
  return changelogFeed(releases, {
    title: "Shop",
    siteUrl: shop.url,
    authority: "shop.example,2026",
  });
}

describe("31.14 titles are English", () => {
  const one = { fingerprint: "1" };
  const added = { fingerprint: "2", class: "non-breaking" } as const;
  const text = { fingerprint: "3", class: "docs" } as const;
  const old = { fingerprint: "4", class: "deprecation" } as const;
  const perhaps = { fingerprint: "5", class: "potentially-breaking" } as const;

  test.each([
    [[one], "Shop 2.0.0: 1 breaking change"],
    [[one, one], "Shop 2.0.0: 2 breaking changes"],
    [[added], "Shop 2.0.0: 1 non-breaking change"],
    [[text, text], "Shop 2.0.0: 2 documentation changes"],
    [[old], "Shop 2.0.0: 1 deprecation"],
    [[one, added, added], "Shop 2.0.0: 3 changes, 1 breaking"],
    [
      [one, perhaps, old, added, text],
      "Shop 2.0.0: 5 changes, 1 breaking, 1 potentially breaking, 1 deprecation, 1 in the documentation",
    ],
  ])("%j", (changes, title) => {
    expect(feedOf(changes).entries[0]?.title).toBe(title);
  });
});

describe("31.14 entries without pages have links of their own", () => {
  const releases = ["1.0.0", "2.0.0"].map((version) => ({
    interface: { ...shop, url: "https://shop.example/docs/#top" },
    version,
    changes: [changeOf({ fingerprint: "0" }), changeOf({ fingerprint: "1" })],
  }));

  test.each(["releases", "changes"] as const)("of %s, in each format", (entries) => {
    const feed = changelogFeed(releases, {
      title: "Shop",
      siteUrl: shop.url,
      authority: "shop.example,2026",
      entries,
    });
    const urls = feed.entries.map(({ url }) => url);
    expect(new Set(urls).size).toBe(entries === "releases" ? 2 : 4);
    for (const url of urls) expect(url).toMatch(/^https:\/\/shop\.example\/docs\/#[12]\.0\.0/);
    for (const write of [rssFeed, atomFeed, jsonFeed]) {
      for (const url of urls) expect(write(feed, self)).toContain(url);
    }
  });

  test("in the files of a folder", () => {
    const files = feedFiles(releases, {
      title: "Shop",
      baseUrl: "https://shop.example/",
      authority: "shop.example,2026",
    });
    const rss = files.find(({ path }) => path === "changes.rss")?.text ?? "";
    const [, ...links] = rss.match(/<link>[^<]*<\/link>/g) ?? [];
    expect(links).toEqual([
      "<link>https://shop.example/docs/#2.0.0</link>",
      "<link>https://shop.example/docs/#1.0.0</link>",
    ]);
  });
});

describe("31.14 changed texts", () => {
  const long = "This operation lists the orders of a shop, the newest first. ".repeat(4);
  const document = (version: string, operation: string | undefined, property: string) => ({
    openapi: "3.1.0",
    info: { title: "Shop", version },
    paths: {
      "/a": {
        get: {
          ...(operation === undefined ? {} : { description: operation }),
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: { schemas: { Order: { type: "object", description: property } } },
  });
  const messages = async (before: object, after: object): Promise<readonly string[]> => {
    const changes = compareContracts(await contractOf(before), await contractOf(after));
    return changes.map(({ message }) => message);
  };

  test("show the old and the new text", async () => {
    expect(
      await messages(
        document("1", "Lists all.", "An order."),
        document("1", "Lists `open`.", "A\n order!"),
      ),
    ).toEqual([
      "The description of GET /a changed from `Lists all.` to `Lists 'open'.`.",
      "The description of `Order` changed from `An order.` to `A order!`.",
    ]);
    expect(
      await messages(document("1", undefined, "An order."), document("1", "Lists.", "An order.")),
    ).toEqual(["The description of GET /a was added: `Lists.`."]);
  });

  test("show the changed parts of long texts", async () => {
    const [message = ""] = await messages(
      document("1", `${long}At most 10.`, ""),
      document("1", `${long}At most 20 are sent.`, ""),
    );
    expect(message).toMatch(/from `….*At most 10\.` to `….*At most 20 are sent\.`\.$/);
    expect(message.length).toBeLessThan(300);
  });

  test("of the version alone give no entry", async () => {
    expect(await messages(document("1", "A", "B"), document("2", "A", "B"))).toEqual([]);
  });
});

describe("31.14 a published changelog", () => {
  const section = (item: string): string => `# pkg\n\n## 1.0.0\n\n### Patch Changes\n\n${item}\n`;
  const release = { version: "1.0.0", date: "2026-11-23" };
  const updated = "- Updated dependencies\n  - @shop/api@2.0.0\n  - other@3.0.0";

  test.each([
    ["^2.0.0", "^2.0.0"],
    ["workspace:^", "^2.0.0"],
    ["workspace:*", "2.0.0"],
    ["workspace:>=2", ">=2"],
  ])("reports that the range of a peer changed: %s", (range, shown) => {
    const text = formatChangelog(section(updated), {
      ...release,
      peers: new Map([["@shop/api", range]]),
    });
    expect(text).toBe(
      `# pkg\n\n## 1.0.0 - 2026-11-23\n\n### Changed\n\n- The peer dependency \`@shop/api\` must now be \`${shown}\`.\n`,
    );
  });

  test("has no comment for programs", () => {
    const comment = changesComment([changeOf({ fingerprint: "0" })]);
    const text = formatChangelog(
      section(`- Shop changed.\n\n  ${comment}\n\n  See the guide.`),
      release,
    );
    expect(text).toBe(
      "# pkg\n\n## 1.0.0 - 2026-11-23\n\n### Breaking\n\n- Shop changed.\n\n  See the guide.\n",
    );
  });
});
