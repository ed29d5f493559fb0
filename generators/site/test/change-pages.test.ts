// Pages about changes: their texts and links, and that no text breaks out of them.

import { type Change, compareContracts } from "@specwright/diff";
import type { PublishedInterface, Release } from "@specwright/diff/changelog";
import {
  type ComparedVersions,
  changelogPages,
  comparePages,
  rulesPage,
  type SitePage,
  sourceFinder,
  versionChangesPages,
  versionsPage,
} from "@specwright/site";
import { describe, expect, it } from "vitest";
import type { NamedVersion } from "../src/changes/compared-versions.ts";
import { pageProblems } from "./page-problems.ts";
import { readContract } from "./read-contract.ts";

const shop: PublishedInterface = { id: "shop", title: "Shop", url: "https://shop.example/" };

const changeOf = (parts: Partial<Change> = {}): Change => ({
  ruleId: "operation-removed",
  class: "breaking",
  surface: "wire",
  subject: { kind: "operation", name: "GET /orders" },
  affects: [],
  message: "GET /orders was removed.",
  why: "Clients that call it get an error.",
  fingerprint: "0123456789ab",
  ...parts,
});

const narrowed = changeOf({
  ruleId: "type-changed",
  direction: "request",
  fingerprint: "aaaaaaaaaaaa",
  subject: { kind: "schema", name: "Order", path: "amount" },
  message: "The minimum of `amount` was raised from `0` to `1`.",
  why: "The provider refuses values that it used to accept.",
  base: { file: "specs/shop.yaml", pointer: "/a", line: 39, column: 9 },
  revision: { file: "/srv/build/shop.yaml", pointer: "/components/x", line: 40, column: 9 },
  affects: ["a", "b", "c"].map((name) => ({
    operation: `POST /${name}`,
    part: "request body",
    direction: "request",
  })),
  witness: { value: { amount: 0n, note: "<>" }, validIn: "base" },
});

const added = changeOf({
  ruleId: "operation-added",
  class: "non-breaking",
  fingerprint: "cccccccccccc",
  subject: { kind: "operation", name: "GET /vouchers" },
  message: "GET /vouchers was added.",
  why: "No client calls it yet.",
});

const deprecated = changeOf({
  ruleId: "operation-deprecated",
  class: "deprecation",
  fingerprint: "bbbbbbbbbbbb",
  subject: { kind: "operation", name: "GET /carts" },
  message: "GET /carts is deprecated.",
  why: "It is going to be removed.",
  sunset: "2027-01-01",
});

const releases: readonly Release[] = [
  { interface: shop, version: "1.0.0", date: "2022-05-02", changes: [] },
  { interface: shop, version: "2.0.0", previous: "1.0.0", changes: [changeOf(), added] },
  {
    interface: shop,
    version: "3.0.0",
    date: "2024-02-29",
    previous: "2.0.0",
    title: "Whole amounts",
    notes: "See [the guide](https://shop.example/guide).\n\n<script>alert(1)</script>",
    changes: [narrowed, deprecated],
  },
];

const versions: ComparedVersions = {
  base: { folder: "versions/2.0.0/", name: "2.0.0", reference: new Map() },
  revision: {
    folder: "versions/3.0.0/",
    name: "3.0.0",
    reference: new Map([
      ["schema Order", "schemas/order.html"],
      ["reached POST /a", "operations/a.html"],
    ]),
  },
};

const pageOf = (pages: Iterable<SitePage>, path: string): SitePage => {
  const page = [...pages].find((each) => each.path === path);
  if (page === undefined) throw new Error(`There is no page ${path}.`);
  return page;
};
const release = (index: number): Release => {
  const found = releases[index];
  if (found === undefined) throw new Error(`There is no release ${index}.`);
  return found;
};
const textOf = ({ main }: SitePage): string => main.replaceAll(/<[^>]*>/g, "");

describe("the changelog", () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ["changes.html", ["3.0.0: Whole amounts", "2.0.0", "1.0.0", "Undated", "2 May 2022"], []],
    ["changes-breaking.html", ["GET /orders was removed.", "raised from"], ["1.0.0", "vouchers"]],
    ["changes-deprecations.html", ["GET /carts is deprecated."], ["2.0.0", "removed."]],
  ])("%s says %j, and not %j", (path, has, lacks) => {
    const text = textOf(pageOf(changelogPages(shop, releases), path));
    for (const each of has) expect(text).toContain(each);
    for (const each of lacks) expect(text).not.toContain(each);
  });

  it("has the newest version first, each with counts and the version bump", () => {
    const text = textOf(pageOf(changelogPages(shop, releases), "changes.html"));
    expect(text.indexOf("3.0.0")).toBeLessThan(text.indexOf("2.0.0"));
    expect(text).toContain("2 changes, 1 breaking · major version");
  });

  it("names the subject of a change if its sentence does not", () => {
    const page = pageOf(changelogPages(shop, releases), "changes.html");
    expect(textOf(page)).toContain("from 0 to 1. Schema Order");
    expect(page.markdown).toContain("(Schema Order)");
  });

  it("says so if there are no changes", () => {
    const [first] = releases;
    const pages = changelogPages(shop, first === undefined ? [] : [first]);
    expect(textOf(pageOf(pages, "changes-breaking.html"))).toContain("No breaking changes.");
  });

  it("is split when it is long", () => {
    const many = Array.from({ length: 130 }, (_, index) => ({
      interface: shop,
      version: `1.${index}.0`,
      changes: [added],
    }));
    const paths = [...changelogPages(shop, many)].map(({ path }) => path);
    expect(paths.slice(0, 3)).toEqual(["changes.html", "changes-2.html", "changes-3.html"]);
  });
});

describe("a first version", () => {
  const first: ComparedVersions = {
    base: undefined,
    revision: { folder: "versions/1.0.0/", name: "1.0.0", reference: new Map() },
  };
  const words = "This is the first version: there is nothing to compare it with.";

  it("is marked in the changelog and on its page", () => {
    const { main, markdown, description } = pageOf(
      versionChangesPages(release(0), first),
      "changes.html",
    );
    const changelog = pageOf(changelogPages(shop, releases), "changes.html");
    for (const each of [main, markdown, description, changelog.main, changelog.markdown]) {
      expect(each).toContain(words);
    }
  });
});

describe("titles of pages about changes", () => {
  const inBody = changeOf({
    message: "The schema of application/json was added.",
    subject: { kind: "operation", name: "POST /orders", path: "request body" },
  });
  const alike = [
    inBody,
    changeOf({ ...inBody, subject: { ...inBody.subject, path: "response 200" }, fingerprint: "b" }),
    changeOf({ ...inBody, subject: { kind: "operation", name: "PUT /x" }, fingerprint: "c" }),
    changeOf({ ...inBody, subject: { kind: "schema", name: "POST /orders" }, fingerprint: "d" }),
  ];

  it("name what the sentence omits, so that they differ", () => {
    const pages = [...versionChangesPages({ ...release(2), changes: alike }, versions)];
    const titles = pages.filter(({ kind }) => kind === "change").map(({ title }) => title);
    const sentence = "The schema of application/json was added.";
    expect(titles).toEqual([
      `${sentence} (POST /orders, request body)`,
      `${sentence} (POST /orders, response 200)`,
      `${sentence} (PUT /x)`,
      `${sentence} (Schema POST /orders)`,
    ]);
  });
});

describe("the changes of a version", () => {
  const page = pageOf(versionChangesPages(release(2), versions), "changes.html");

  it.each([
    "<h1>Changes in 3.0.0: Whole amounts</h1>",
    'Released on <time datetime="2024-02-29">29 February 2024</time> · compared with 2.0.0',
    "<strong>Existing clients break.</strong> Semantic versioning requires a new major version.",
    "<strong>1</strong> breaking",
    '<a href="../../versions/3.0.0/schemas/order.html">Schema <code>Order</code></a>',
    "<summary>Affects 3 operations</summary>",
    '<a href="../../versions/3.0.0/operations/a.html"><code>POST /a</code></a>',
    '<a href="../../versions/3.0.0/changes/aaaaaaaaaaaa.html">The minimum of <code>amount</code>',
    '<a href="../../../rules.html">',
    '<a href="https://shop.example/guide">',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
  ])("contain %s", (text) => {
    expect(page.main).toContain(text);
  });

  it("are whole sentences in Markdown", () => {
    const sum =
      "2 changes, 1 breaking, 1 deprecation. Semantic versioning requires a new major version.";
    expect(page.markdown).toContain(`**Existing clients break.** ${sum}`);
    expect(page.description).toBe("Existing clients break. 2 changes, 1 breaking, 1 deprecation.");
  });

  it("have no headings and no HTML of the notes in their Markdown", () => {
    const notes = "# Changes in 9.9.9\n\n## Breaking (0)\n\n[x](https://x.example)\n\n<!-- <b>";
    const [{ markdown } = page] = versionChangesPages({ ...release(2), notes }, versions);
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      "# Changes in 3.0.0: Whole amounts",
      "## Breaking (1)",
      "### [Schema Order](<../../versions/3.0.0/schemas/order.md>)",
      "## Deprecations (1)",
      "### GET /carts",
    ]);
    expect(markdown).toContain("**Breaking (0)**\n\n[x](<https://x.example/>)");
    expect(markdown).not.toMatch(/(?<!\\)<[!b]/);
  });

  it("start with the worst, and name a shared schema once", () => {
    expect(page.main.indexOf("Breaking (1)")).toBeLessThan(page.main.indexOf("Deprecations (1)"));
    expect(page.main.match(/<h3>/g)).toHaveLength(2);
  });

  it.each<readonly [string, readonly Change[], string]>([
    ["nothing", [], "No changes."],
    ["a break", [changeOf()], "Existing clients break."],
    ["a doubt", [changeOf({ class: "potentially-breaking" })], "Existing clients may break."],
    ["a name in code", [changeOf({ surface: "code" })], "Only generated code breaks."],
    ["an addition", [added], "Existing clients keep working."],
    ["words", [changeOf({ class: "docs", surface: "docs" })], "Only descriptions changed."],
  ])("summarise the meaning of %s", (_name, changes, want) => {
    const changed = { ...release(2), changes };
    expect(textOf(pageOf(versionChangesPages(changed, versions), "changes.html"))).toContain(want);
  });

  it("are split when there are many, the worst on the first page", () => {
    const many = Array.from({ length: 700 }, (_, index) =>
      changeOf({ fingerprint: String(index), class: index < 10 ? "docs" : "breaking" }),
    );
    const pages = [...versionChangesPages({ ...release(2), changes: many }, versions)];
    const lists = pages.filter(({ kind }) => kind === "changes");
    expect(lists.map(({ path }) => path)).toEqual([
      "changes.html",
      "changes-2.html",
      "changes-3.html",
    ]);
    expect(lists.map(({ main }) => main.match(/<li id=/g)?.length)).toEqual([300, 300, 100]);
    expect(lists[0]?.main).toContain("Breaking (690)");
    expect(lists[2]?.main).toContain("Documentation (10)");
    expect(pages.filter(({ kind }) => kind === "change")).toHaveLength(700);
  });
});

describe("the page of a change", () => {
  const page = pageOf(versionChangesPages(release(2), versions), "changes/aaaaaaaaaaaa.html");

  it.each([
    "The minimum of <code>amount</code> was raised from <code>0</code> to <code>1</code>.</h1>",
    "This value is valid in 2.0.0, but not in 3.0.0.",
    "<dt>In 3.0.0</dt><dd><code>shop.yaml:40:9</code> <code>#/components/x</code></dd>",
    "<dt>In 2.0.0</dt><dd><code>specs/shop.yaml:39:9</code>",
    "Data that the provider reads",
    '<a href="../../../../rules.html#type-changed"><code>type-changed</code></a>',
    "Affects 3 operations",
    "</a>: request body (request)",
    'rel="next"',
    '<a href="aaaaaaaaaaaa.html">Permanent link to this change</a>',
    '<a href="../changes.html">Changes in 3.0.0</a>',
  ])("contains %s", (text) => {
    expect(page.main).toContain(text);
  });

  it("shows the proof as JSON that can be copied", () => {
    const code = /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(page.main)?.[1]?.replaceAll(/<[^>]*>/g, "");
    expect(code?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toBe(
      '{\n  "amount": 0,\n  "note": "<>"\n}',
    );
  });

  it("links to the change before it", () => {
    const next = pageOf(versionChangesPages(release(2), versions), "changes/bbbbbbbbbbbb.html");
    expect(next.main).toContain('<a href="aaaaaaaaaaaa.html" rel="prev">');
    expect(next.main).toContain("2027-01-01");
  });

  it("is found by a search for its words", () => {
    expect(page.search).toEqual([
      {
        kind: "change",
        name: "Order",
        text: "The minimum of amount was raised from 0 to 1. The provider refuses values that it used to accept.",
        anchor: "",
      },
    ]);
  });

  it("in Markdown says the same", () => {
    for (const text of [
      "# The minimum of `amount` was raised from `0` to `1`.",
      "**Breaking.** The provider refuses values",
      "This value is valid in 2.0.0, but not in 3.0.0.",
      "`shop.yaml:40:9 #/components/x`",
      "[POST /a](<../../../versions/3.0.0/operations/a.md>): request body (request)",
      "[type-changed](<../../../../rules.md#type-changed>)",
    ]) {
      expect(page.markdown).toContain(text);
    }
  });
});

describe("a comparison", () => {
  const reference = new Map<string, string>();
  const sides = {
    base: { release: release(0), reference },
    head: { release: release(2), reference },
  };

  it("shows the details of each change without a separate page", () => {
    const page = pageOf(
      comparePages({ ...sides, changes: [narrowed] }),
      "compare/1.0.0...3.0.0.html",
    );
    expect(page.main).toContain("<h1>Changes from 1.0.0 to 3.0.0</h1>");
    expect(page.main).toMatch(/\(released on \d+ [A-Z][a-z]+ \d{4}\)/);
    expect(page.main).toContain("<summary>Example, place and rule</summary>");
    expect(page.main).toContain("This value is valid in 1.0.0, but not in 3.0.0.");
    expect(page.main).not.toContain("changes/aaaaaaaaaaaa.html");
  });

  it("links to a page of each change, which shows the documents", () => {
    const text = "components:\n  x:\n    minimum: 1\n";
    const source = sourceFinder([{ path: "shop.yaml", text }]);
    const place = { file: "shop.yaml", line: 2, column: 3, pointer: "/components/x" };
    const change = changeOf({ fingerprint: "abcabcabcabc", base: place, revision: place });
    const pages = [
      ...comparePages({
        base: { ...sides.base, source },
        head: { ...sides.head, source },
        changes: [change],
        hasChangePages: true,
      }),
    ];
    const list = pageOf(pages, "compare/1.0.0...3.0.0.html");
    expect(list.main).toContain(
      'href="../compare/1.0.0...3.0.0/changes/abcabcabcabc.html#documents"',
    );
    expect(list.main).toContain("<summary>Place and rule</summary>");
    expect(list.markdown).toContain(
      "[Details](<../compare/1.0.0...3.0.0/changes/abcabcabcabc.md>)",
    );
    const page = pageOf(pages, "compare/1.0.0...3.0.0/changes/abcabcabcabc.html");
    expect(page.main).toContain('<h2 id="documents">In the documents</h2>');
    expect(page.main).toContain(
      '<a href="../../1.0.0...3.0.0.html">Changes from 1.0.0 to 3.0.0</a>',
    );
    expect(page.main).toContain('href="../../../versions/1.0.0/document/shop.yaml"');
    expect(page.title).toMatch(/, from 1\.0\.0 to 3\.0\.0$/);
    expect(page.markdown).toContain("[Changes from 1.0.0 to 3.0.0](<../../1.0.0...3.0.0.md>)");
  });

  it("of a version with itself finds nothing", async () => {
    const file = new URL("../../../specs/marketplace/openapi.yaml", import.meta.url).pathname;
    const [one, other] = [await readContract(file), await readContract(file)];
    const same = { base: sides.head, head: sides.head };
    const [page] = comparePages({ ...same, changes: compareContracts(one, other) });
    expect(page?.main).toContain("<strong>No changes.</strong>");
    expect(page?.title).toBe("Changes from 3.0.0 to itself");
  });
});

describe("the list of versions", () => {
  it.each([
    ["a form, where a server compares", { compareAction: "compare" }, '<form class="compare"'],
    ["links, where none does", {}, "compare/1.0.0...3.0.0.html"],
  ])("offers %s", (_name, options, want) => {
    const { main } = versionsPage(shop, releases, { isCompared: () => true, ...options });
    expect(main).toContain(want);
    expect(main).toContain("<caption");
    expect(main).toContain('<th scope="col" role="columnheader">Version</th>');
    expect(main).toContain('<th scope="row" role="rowheader">');
  });
});

describe("the list of versions of several branches", () => {
  const branch = "feature/<x>";
  const ofBranch = { interface: shop, version: "4.0.0", branch, changes: [] };
  const feeds = (name: string) => [
    { text: "RSS", path: `/feed?branch=${encodeURIComponent(name)}` },
  ];
  const page = versionsPage(shop, [...releases, ofBranch], { isCompared: () => false, feeds });

  it("has the main branch first, and then each other branch", () => {
    const text = textOf(page);
    expect(page.main).toContain('<h2 id="branch-feature~2f~3cx~3e">Branch <code>feature/&lt;x&gt;');
    expect(text.indexOf("3.0.0")).toBeLessThan(text.indexOf("Branch feature"));
    expect(text.indexOf("Branch feature")).toBeLessThan(text.indexOf("4.0.0"));
    expect(page.main.match(/<caption>Versions of /g)).toHaveLength(2);
    expect(page.markdown).toContain("## Branch `feature/<x>`\n\n- [4.0.0 ");
  });

  it("links to the feeds of the branch", () => {
    expect(page.main).toContain('<a href="/feed?branch=feature%2F%3Cx%3E">RSS</a>');
  });

  it("is well-formed", () => {
    expect(pageProblems(`<!doctype html><title>x</title>${page.main}`)).toEqual([]);
  });
});

describe("the page of rules", () => {
  it("explains every rule at a separate anchor", () => {
    const { main, markdown } = rulesPage();
    const ids = [...main.matchAll(/<h3 id="([^"]*)">/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(300);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("operation-removed");
    expect(markdown).toContain("### operation-removed");
    for (const code of ["FORMAT_CHANGED", "FORMAT_NOT_CLAIMED", "VERSION_WITHDRAWN"]) {
      expect(ids).toContain(code);
      expect(markdown).toContain(`### ${code.replaceAll("_", "\\_")}`);
    }
  });
});

describe("hostile texts", () => {
  const named = (text: string): NamedVersion => ({
    folder: "versions/1/",
    name: text,
    reference: new Map([[`operation ${text}`, "operations/x.html"]]),
  });

  it.each([
    `"'><script>alert(1)</script>&`,
    "</code></pre></main><img src=x onerror=alert(1)>",
    "]]><!-- --> <![CDATA[",
    "`<b>` ${x} {{x}} javascript:alert(1)",
    "\u202e\u0000\ud800\r\n\u2028",
    "../../..//evil.example/#x?y",
  ])("%j breaks out of neither a page nor the site", (text) => {
    const change = changeOf({
      message: text,
      why: text,
      subject: { kind: "operation", name: text, path: text },
      base: { file: text, pointer: text, line: 1, column: 1 },
      affects: [{ operation: text, part: text, direction: "request" }],
      witness: { value: { [text]: text }, validIn: "base" },
      sunset: text,
    });
    const hostile: Release = {
      interface: { id: `x${text}`, title: text, url: "https://x.example/" },
      version: text,
      date: "2024-02-29",
      title: text,
      notes: text,
      changes: [change],
    };
    const compared = { base: named(text), revision: named(text) };
    const side = { release: hostile, reference: new Map<string, string>() };
    const pages = [
      ...versionChangesPages(hostile, compared),
      ...changelogPages(hostile.interface, [hostile]),
      ...comparePages({ base: side, head: side, changes: [change] }),
      versionsPage(hostile.interface, [hostile], { isCompared: () => true }),
    ];
    for (const { path, main } of pages) {
      expect(path).toMatch(/^(?:[\w~][\w~.-]*\/)*[\w~][\w~.-]*\.html$/);
      expect(pageProblems(`<!doctype html><title>x</title>${main}`)).toEqual([]);
    }
  });
});
