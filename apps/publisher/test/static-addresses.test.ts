// A static site that moves to the service keeps its addresses.

import { buildContract, type Contract } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import type { Release } from "@specwright/diff/changelog";
import { type SiteInterface, type SiteVersion, wholeSite } from "@specwright/site";
import { loadSpecification } from "@specwright/spec-loader";
import { expect, test } from "vitest";
import { publishAll, type RunningPublisher, startPublisher } from "./start-publisher.ts";

const document = (version: string, ...paths: readonly string[]): string => {
  const operations = paths.map(
    (path) => `  /${path}:
    get:
      operationId: list-${path}
      tags: ["${path} & more"]
      deprecated: ${version === "1.2.0"}
      responses: { "200": { description: All of them. } }
`,
  );
  return `openapi: 3.1.1\ninfo: { title: Shop, version: "${version}" }\npaths:\n${operations.join("")}`;
};
const history = [
  { document: document("1.0.0", "orders", "users"), released_at: "2022-05-02" },
  { document: document("1.1.0", "orders", "pets"), released_at: "2023-05-02" },
  { document: document("1.2.0", "orders", "pets"), released_at: "2024-05-02" },
];

async function contractOf(text: string): Promise<Contract> {
  const { specification } = await loadSpecification({ file: "openapi.yaml", text });
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error("not read");
  return contract;
}

/** Returns the same versions as a static site has them, with numbers or names as their keys. */
async function siteOf(keyOf: (version: string, number: number) => string): Promise<SiteInterface> {
  const owner = { id: "shop", title: "Shop", url: "https://shop.example/" };
  const versions: SiteVersion[] = [];
  for (const [index, { document: text, released_at: date }] of history.entries()) {
    const contract = await contractOf(text);
    const before = versions.at(-1);
    const release: Release = {
      ...{ interface: owner, version: contract.info.version, date },
      key: keyOf(contract.info.version, index + 1),
      ...(before !== undefined && { previous: `${before.release.key}` }),
      changes: before === undefined ? [] : compareContracts(before.contract, contract),
      operationTags: Object.fromEntries(
        ["orders", "users", "pets"].map((each) => [`GET /${each}`, [`${each} & more`]]),
      ),
    };
    versions.push({ contract, release, files: [{ path: "openapi.yaml", text }] });
  }
  return { owner, versions };
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
};

/** The page of a search that needs a server does not read these; it is a page of the service. */
const onlyStatic = /^shop\/search\/[\w-]+\.json$/;

async function missing(
  { site }: RunningPublisher,
  paths: readonly string[],
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const path of paths) {
    // A comparison is made when it is first asked for.
    const answer = await expect
      .poll(() => fetch(`${site}/${path}`), { timeout: 10_000 })
      .not.toMatchObject({ status: 202 })
      .then(() => fetch(`${site}/${path}`));
    const type = types[path.split(".").at(-1) ?? ""];
    const isRight = type === undefined || answer.headers.get("content-type") === type;
    if (answer.status !== 200 || !isRight) wrong.push(`${path} ${answer.status}`);
    await answer.arrayBuffer();
  }
  return wrong;
}

test("everything that a static site has is at the same address of the service", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const site = await siteOf((_, number) => `${number}`);
  const written = [...wholeSite([site], { title: "API contracts", baseUrl: running.site })];
  const paths = written.map(({ path }) => path).filter((path) => !onlyStatic.test(path));
  expect(paths.length).toBeGreaterThan(80);
  expect(await missing(running, paths)).toEqual([]);
});

test("feeds of a static site keep their ids and name their own addresses", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const site = await siteOf((_, number) => `${number}`);
  const options = {
    ...{ title: "API contracts", baseUrl: running.site, authority: "localhost,2026" },
  };
  const files = new Map(
    [...wholeSite([site], options)].flatMap((each) =>
      "text" in each ? [[each.path, each.text]] : [],
    ),
  );
  const feeds = [...files].filter(([path]) => /\.(?:rss|atom)$|changes[\w-]*\.json$/.test(path));
  expect(feeds.length).toBeGreaterThan(20);
  for (const [path, text] of feeds) {
    const answer = await fetch(`${running.site}/${path}`);
    const served = await answer.text();
    expect([path, idsOf(served)]).toEqual([path, idsOf(text)]);
    expect([path, served.includes(`${running.site}/${path}"`)]).toEqual([path, true]);
    const etag = `${answer.headers.get("etag")}`;
    const again = await fetch(`${running.site}/${path}`, { headers: { "If-None-Match": etag } });
    expect([path, again.status]).toEqual([path, 304]);
  }
  const latest = await (await fetch(`${running.site}/shop/latest.json`)).json();
  const own = files.get("shop/latest.json") ?? "";
  const { date: _served, ...facts } = latest;
  const { date: _written, ...wanted } = JSON.parse(own);
  expect(facts).toEqual(wanted);
});

test("addresses with the names of versions lead to the addresses with numbers", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const site = await siteOf((version) => version);
  const written = [...wholeSite([site], { title: "API contracts" })];
  const paths = written.map(({ path }) => path).filter((path) => !onlyStatic.test(path));
  expect(paths).toContain("shop/versions/1.1.0/index.html");
  expect(await missing(running, paths)).toEqual([]);
  const answer = await fetch(`${running.site}/shop/compare/1.0.0...1.2.0.html`);
  expect(answer.url).toBe(`${running.site}/shop/compare/1...3.html`);
});

test.each([
  "changes.html.rss",
  "changes-none.rss",
  "shop/changes-none.rss",
  "shop/changes.xml",
  "shop/tags/none.rss",
  "shop/tags/.rss",
  "none/changes.rss",
  "none/latest.json",
  "shop/versions/9.9.9/index.html",
  "shop/compare/1.0.0...9.9.9.html",
])("%s is not found", async (path) => {
  const running = await startPublisher();
  await publishAll(running, "shop", history.slice(0, 1));
  expect((await fetch(`${running.site}/${path}`)).status).toBe(404);
});

/** Returns the ids of a feed and of its entries. */
function idsOf(text: string): readonly string[] {
  return [...text.matchAll(/tag:[^<":]*:(?:releases|feeds)\/[^<"]*/g)].map(([id]) => id);
}
