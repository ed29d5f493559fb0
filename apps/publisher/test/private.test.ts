// Private interfaces and branches are readable only with a right, and otherwise do not seem to
// exist.

import { beforeEach, describe, expect, test } from "vitest";
import { publishAll, type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";

interface World extends RunningPublisher {
  /** The headers of each kind of reader. */
  readonly readers: Readonly<Record<Reader, Record<string, string>>>;
  readonly put: (name: string, body: object) => Promise<number>;
}

type Reader = "nobody" | "other" | "own" | "all" | "browser";
const readers = ["nobody", "other", "own", "all", "browser"] as const;

/** The private interface `bank`, and `shop` with a branch that everybody reads and one that not. */
async function privateWorld(): Promise<World> {
  const running = await startPublisher();
  await publishAll(running, "shop", [
    { document: shop("1.0", "orders") },
    { document: shop("1.1-open", "orders", "openness"), branch: "next" },
    { document: shop("1.2-hidden", "orders", "hiddenness"), branch: "internal/a" },
    { document: shop("1.3-hidden", "orders", "hiddenness", "more"), branch: "internal/a" },
  ]);
  await publishAll(running, "bank", [
    { document: shop("7.0", "vaults") },
    { document: shop("7.1", "vaults", "secretary") },
  ]);
  const admin = await running.secret("admin");
  const put = async (name: string, body: object) => {
    const headers = { Authorization: `Token ${admin}`, "Content-Type": "application/json" };
    const sent = { method: "PUT", headers, body: JSON.stringify(body) };
    return (await fetch(`${running.url}/interfaces/${name}`, sent)).status;
  };
  expect(await put("bank", { title: "Bank", visibility: "private" })).toBe(200);
  expect(await put("shop", { title: "Shop", private_branches: ["internal/*"] })).toBe(200);
  const tokens = {
    own: await running.secret("read", "bank"),
    other: await running.secret("read", "shop"),
    all: await running.secret("read"),
  };
  const form = new URLSearchParams({ token: tokens.all });
  const sent = { method: "POST", body: form, redirect: "manual" } as const;
  const signedIn = await fetch(`${running.site}/sign-in.html`, sent);
  const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  const authorized = (token: string) => ({ Authorization: `Token ${token}` });
  return {
    ...{ ...running, put },
    readers: {
      nobody: {},
      other: authorized(tokens.other),
      own: authorized(tokens.own),
      all: authorized(tokens.all),
      browser: { Cookie: cookie },
    },
  };
}

let world: World;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.site}${path}`, { headers, redirect: "manual" });

describe("of a private interface", () => {
  beforeEach(async () => {
    world = await privateWorld();
  });

  const pages = [
    ...["/bank/", "/bank/versions.html", "/bank/changes.html", "/bank/changes.rss"],
    ...["/bank/versions/1/", "/bank/versions/2/changes.html", "/bank/llms.txt"],
    ...["/bank/versions/1/document/openapi.yaml", "/bank/search.html?q=vaults"],
    ...["/bank/latest.json", "/bank/compare/1...2.html", "/bank/operations/list-vaults.html"],
  ];

  test.each<readonly [reader: Reader, status: number]>([
    ["nobody", 404],
    ["other", 404],
    ["own", 200],
    ["all", 200],
    ["browser", 200],
  ])("%s gets pages with %s", async (reader, status) => {
    for (const path of pages) {
      // Whatever others have read before.
      await (await get(path, world.readers.all)).text();
      const answer = await get(path, world.readers[reader]);
      expect([path, answer.status]).toEqual([path, status]);
      const text = await answer.text();
      expect([path, /vaults|Bank|7\.[01]/.test(text.replace(path, ""))]).toEqual([
        path,
        status === 200,
      ]);
      if (status === 200) {
        expect([path, answer.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
      }
    }
  });

  test.each<readonly [reader: Exclude<Reader, "browser">, status: number]>([
    ["nobody", 404],
    ["other", 404],
    ["own", 200],
    ["all", 200],
  ])("%s gets answers of the API with %s", async (reader, status) => {
    for (const path of ["", "/changelog", "/changelog.rss", "/changelog.atom", "/changelog.json"]) {
      const answer = await get(`/v1/interfaces/bank${path}`, world.readers[reader]);
      expect([path, answer.status]).toEqual([path, status]);
      expect([path, answer.headers.get("cache-control")]).toEqual([
        path,
        status === 200 ? "private, no-store" : "no-store",
      ]);
    }
  });

  test("no public resource names it, and it seems not to exist", async () => {
    for (const path of ["/", "/index.md", "/llms.txt", "/changes.rss", "/changes.json"]) {
      const answer = await get(path);
      const text = await answer.text();
      expect([path, answer.status, /bank/i.test(text)]).toEqual([path, 200, false]);
      expect([path, text.includes("Shop")]).toEqual([path, true]);
    }
    const listed = await get("/v1/interfaces");
    expect(listed.headers.get("cache-control")).toBe("public, no-cache");
    expect(await listed.json()).toMatchObject({ data: [{ name: "shop" }], next_cursor: null });
    for (const reader of ["own", "all"] as const) {
      const all = await get("/v1/interfaces", world.readers[reader]);
      expect(all.headers.get("cache-control")).toBe("private, no-store");
      expect(await all.json()).toMatchObject({ data: [{ name: "bank" }, { name: "shop" }] });
    }
    expect(await (await get("/", world.readers.browser)).text()).toContain("Bank");
    // Feeds of all interfaces are the same for everybody, since caches keep them.
    const feed = await get("/changes.rss", world.readers.browser);
    expect(/bank/i.test(await feed.text())).toBe(false);
    const problem = async (name: string) => {
      const answer = await get(`/v1/interfaces/${name}`);
      const { request_id: _, ...rest } = await answer.json();
      return [answer.status, rest, answer.headers.get("cache-control"), answer.headers.get("vary")];
    };
    expect(await problem("bank")).toEqual(await problem("nothing"));
    const missing = async (name: string) => (await (await get(`/${name}/`)).text()).length;
    expect(await missing("bank")).toBe(await missing("none"));
  });

  test("an invalid token is refused by the API, and ignored by pages", async () => {
    const invalid = { Authorization: `Token ${"A".repeat(43)}` };
    expect((await get("/v1/interfaces/bank/changelog.rss", invalid)).status).toBe(401);
    expect((await get("/bank/", invalid)).status).toBe(404);
    expect(
      (await get("/bank/", { Cookie: `publisher_reader=abcdefgh.${"0".repeat(64)}` })).status,
    ).toBe(404);
    const prefix = /=([\w-]{8})/.exec(world.readers.browser["Cookie"] ?? "")?.[1] ?? "";
    await world.publisher.storage.transaction(({ tokens }) => tokens.revoke(prefix, 0));
    expect((await get("/bank/", world.readers.browser)).status).toBe(404);
  });

  test("a newly private version leaves the cache, and a newly public one is visible at once", async () => {
    const paths = ["/shop/", "/shop/changes.rss", "/v1/interfaces/shop/changelog.rss"];
    const statuses = async () => {
      const found = [];
      for (const path of paths) found.push((await get(path)).status);
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await world.put("shop", { title: "Shop", visibility: "private" });
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await get("/")).status).toBe(200);
    // Absent fields do not change.
    await world.put("shop", { title: "Store" });
    expect(await statuses()).toEqual([404, 404, 404]);
    await world.put("shop", { title: "Shop", visibility: "public" });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await get("/shop/versions/3/")).status).toBe(404);
  });
});

describe("of a private branch", () => {
  beforeEach(async () => {
    world = await privateWorld();
  });

  test.each(readers)("%s gets pages and answers", async (reader) => {
    const isReader = reader === "other" || reader === "all" || reader === "browser";
    const hidden = isReader ? 200 : 404;
    const headers = world.readers[reader];
    for (const [path, status] of [
      ["/shop/", 200],
      ["/shop/versions/1/", 200],
      ["/shop/versions/2/", 200],
      ["/shop/versions/3/", hidden],
      ["/shop/versions/4/changes.html", hidden],
      ["/shop/versions/4/document/openapi.yaml", hidden],
      ["/shop/compare/1...3.html", isReader ? 202 : 404],
    ] as const) {
      expect([path, (await get(path, headers)).status]).toEqual([path, status]);
    }
    for (const path of ["/shop/versions.html", "/shop/search.html?q=more", "/shop/versions.md"]) {
      const text = await (await get(path, headers)).text();
      expect([path, /1\.[23]-hidden|internal|list-more/.test(text)]).toEqual([path, isReader]);
    }
    if (reader === "browser") return;
    for (const format of ["rss", "atom", "json"]) {
      const feed = `/v1/interfaces/shop/changelog.${format}?branch=`;
      expect((await get(`${feed}internal%2Fa`, headers)).status).toBe(hidden);
      expect((await get(`${feed}next`, headers)).status).toBe(200);
    }
    const { data } = await (await get("/v1/interfaces/shop", headers)).json();
    expect(data.private_branches).toEqual(isReader ? ["internal/*"] : undefined);
  });

  test("a version of a branch that was named before is never public", async () => {
    const client = await world.as("publish", "shop");
    const body = { interface: "shop", branch: "internal/b", document: shop("9.9", "a") };
    const answer = await client.publishVersion({
      ...{ headers: { Prefer: "wait=30" }, contentType: "application/json", body },
    });
    expect(answer).toMatchObject({ status: 201, body: { data: { number: 5 } } });
    expect((await get("/shop/versions/5/")).status).toBe(404);
    expect(await (await get("/shop/versions.html")).text()).not.toContain("9.9");
  });
});

test("a link with a secret opens the feeds of one branch, until it is replaced or ended", async () => {
  world = await privateWorld();
  const admin = await world.as("admin", "bank");
  const path = { interface: "bank" };
  const first = await admin.replaceFeedKey({ path });
  if (first.status !== 201) throw new Error(`answered ${first.status}`);
  const links = [first.body.data.rss_url, first.body.data.atom_url, first.body.data.json_url];
  for (const link of links) {
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([
      200,
      "private, no-store",
    ]);
    const text = await answer.text();
    // Readers continue with the address that the feed gives as its own.
    expect(text).toContain("releases/bank/2");
    expect(text.replaceAll("&amp;", "&")).toContain(link);
    const etag = answer.headers.get("etag") ?? "";
    expect((await fetch(link, { headers: { "If-None-Match": etag } })).status).toBe(304);
    // Only this branch, and only of this interface.
    expect((await fetch(`${link}&branch=internal`)).status).toBe(404);
    expect(
      (await fetch(link.replace("bank", "shop").replace("?", "?branch=internal/a&"))).status,
    ).toBe(404);
    expect((await fetch(link.replace(/changelog\.\w+/, "changelog"))).status).toBe(400);
  }
  const second = await admin.replaceFeedKey({ path });
  if (second.status !== 201) throw new Error(`answered ${second.status}`);
  for (const link of links) expect((await fetch(link)).status).toBe(404);
  expect((await fetch(second.body.data.rss_url)).status).toBe(200);
  expect((await admin.revokeFeedKey({ path })).status).toBe(204);
  expect((await fetch(second.body.data.rss_url)).status).toBe(404);
  expect((await admin.revokeFeedKey({ path })).status).toBe(404);
  expect((await (await world.as("publish")).replaceFeedKey({ path })).status).toBe(403);
  expect(
    (await (await world.as("admin")).replaceFeedKey({ path: { interface: "x" } })).status,
  ).toBe(404);
  expect(world.logs.join("")).not.toContain(first.body.data.key);
});

test("a browser signs in with a token and out again, and the cookie is not a token", async () => {
  world = await privateWorld();
  const token = await world.secret("admin");
  const send = (text: string) =>
    fetch(`${world.site}/sign-in.html`, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ token: text }) },
    });
  const signedIn = await send(token);
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/"]);
  const cookie = signedIn.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^publisher_reader=[\w-]{8}\.[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(cookie).not.toContain(token);
  for (const refused of ["wrong", "A".repeat(43), `${token}A`, "x".repeat(10_000)]) {
    const answer = await send(refused);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
    expect(await answer.text()).toContain("This access token is not valid");
  }
  const [value = ""] = cookie.split(";");
  const list = await get("/v1/versions", { Cookie: value });
  expect(list.status).toBe(401);
  expect(
    (await get("/v1/versions", { Authorization: `Token ${value.split(".")[1]}` })).status,
  ).toBe(401);
  expect((await send("")).headers.get("set-cookie")).toMatch(/^publisher_reader=; Max-Age=0;/);
  expect((await get("/sign-in.html")).status).toBe(200);
});
