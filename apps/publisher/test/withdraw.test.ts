// Withdrawn versions: only an entry in feeds is left.

import { expect, test } from "vitest";
import type { ProcessDocument } from "../src/processing/protocol.ts";
import { processDocument } from "../src/worker/process-document.ts";
import { publishAll, type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";
import { execute } from "./test-services.ts";

const REASON = "It named a customer.";
const formats = ["rss", "atom", "json"] as const;
const path = { interface: "shop" };

/** Three versions. The second removes an operation, the third adds one. */
const history = [
  { document: shop("1.0", "orders", "users"), released_at: "2024-05-02" },
  {
    ...{ document: shop("1.1", "orders", "customer-x"), released_at: "2024-06-02" },
    ...{ release_title: "For customer-x", release_notes: "Requested by customer-x." },
  },
  { document: shop("1.2", "orders", "pets"), released_at: "2024-07-02" },
];

async function publish(running: RunningPublisher, body: object) {
  const headers = {
    Authorization: `Token ${await running.secret("publish")}`,
    "Content-Type": "application/json",
    Prefer: "wait=30",
  };
  const sent = { method: "POST", headers, body: JSON.stringify({ interface: "shop", ...body }) };
  const answer = await fetch(`${running.url}/versions`, sent);
  return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
}

/** Waits until nothing is being processed. */
async function settle({ publisher }: RunningPublisher, id: string): Promise<void> {
  await publisher.services.runner.settled(id, 30_000);
}

const page = async ({ site }: RunningPublisher, at: string) => {
  const answer = await fetch(`${site}/shop/${at}`);
  return { status: answer.status, text: await answer.text() };
};

test("a withdrawn version leaves an entry in feeds, and is gone everywhere else", async () => {
  const running = await startPublisher();
  const [first, second, third] = await publishAll(running, "shop", history);
  const admin = await running.as("admin");
  const { version_id } = { version_id: second?.id ?? "" };
  // Fill the caches, and request a comparison.
  for (const format of formats) await fetch(`${running.url}/interfaces/shop/changelog.${format}`);
  expect((await page(running, "versions/2/")).status).toBe(200);
  expect((await page(running, "compare/2...1.html")).status).toBe(202);
  const answer = await admin.withdraw({
    path,
    body: { scope: "version", number: 2, reason: REASON },
  });
  expect(answer).toMatchObject({ status: 200, body: { data: { scope: "version", versions: 1 } } });

  for (const gone of [
    await admin.getVersion({ path: { version_id } }),
    await admin.getDocument({ path: { version_id } }),
    await admin.diffVersions({ path: { version_id } }),
    await admin.diffVersions({
      path: { version_id: third?.id ?? "" },
      query: { base: version_id },
    }),
  ]) {
    expect(gone).toMatchObject({ status: 410, body: { code: "withdrawn", detail: REASON } });
  }
  for (const at of [
    "",
    "index.md",
    "changes.html",
    "document/openapi.yaml",
    "changes/0123456789ab.html",
  ]) {
    const { status, text } = await page(running, `versions/2/${at}`);
    expect([at, status, text.includes("customer-x")]).toEqual([at, 410, false]);
    if (!at.endsWith(".md")) expect(text).toContain(REASON);
  }
  expect((await page(running, "compare/2...1.html")).status).toBe(404);

  await settle(running, third?.id ?? "");
  for (const format of formats) {
    for (const query of ["", "?class=breaking", "?class=deprecation"]) {
      const feed = await fetch(`${running.url}/interfaces/shop/changelog.${format}${query}`);
      const text = await feed.text();
      expect(text).toMatch(/tag:localhost,2026:releases\/shop\/2[<"]/);
      expect(text).toContain("Shop 1.1: withdrawn");
      expect(text).toContain(REASON);
      expect(text).not.toContain("customer-x");
      const order = [...text.matchAll(/:releases\/shop\/(\d)/g)].map(([, number]) => number);
      expect(order.toSorted().reverse()).toEqual(order);
    }
  }
  const whole = await (await fetch(`${running.site}/changes.atom`)).text();
  expect(whole).toContain("Shop 1.1: withdrawn");

  // The version after it is compared with the one before.
  const next = await admin.getVersion({ path: { version_id: third?.id ?? "" } });
  expect(next).toMatchObject({
    status: 200,
    body: { data: { number: 3, previous_id: first?.id, diff_breaking: true } },
  });
  expect(next.status === 200 && next.body.data.diff_markdown).toContain("GET /users");
  const diff = await admin.diffVersions({ path: { version_id: third?.id ?? "" } });
  const subjects = [{ subject: { name: "GET /pets" } }, { subject: { name: "GET /users" } }];
  expect(diff).toMatchObject({
    body: {
      data: {
        changes: expect.arrayContaining(
          subjects.map((each) =>
            expect.objectContaining({ subject: expect.objectContaining(each.subject) }),
          ),
        ),
      },
    },
  });
  const lists = [
    "versions.html",
    "changes.html",
    "llms.txt",
    "search.html?q=customer",
    "versions/3/changes.html",
  ];
  for (const at of lists) {
    const { status, text } = await page(running, at);
    expect([at, status, /customer-x|versions\/2\//.test(text)]).toEqual([at, 200, false]);
  }
  for (const table of ["fragments", "files"]) {
    const digest = table === "files" ? "sha256" : "digest";
    const uses =
      table === "files"
        ? "SELECT sha256 FROM document_files"
        : `SELECT html_digest FROM pages UNION SELECT markdown_digest FROM pages
           UNION SELECT digest FROM fragment_uses`;
    const unused = `SELECT ${digest} FROM ${table} WHERE ${digest} NOT IN (${uses})`;
    expect([table, await execute(running.folder, unused)]).toEqual([table, []]);
  }
  const left = `SELECT owner_id FROM document_files WHERE owner_id = '${version_id}'
    UNION SELECT owner_id FROM changes WHERE owner_id = '${version_id}'
    UNION SELECT version_id FROM pages WHERE version_id = '${version_id}'
    UNION SELECT id FROM diffs`;
  expect(await execute(running.folder, left)).toEqual([]);
});

test("of the first and the newest version, the neighbours become first and newest", async () => {
  const running = await startPublisher();
  const [, second, third] = await publishAll(running, "shop", history);
  const admin = await running.as("admin");
  await admin.withdraw({ path, body: { scope: "version", number: 1 } });
  await settle(running, second?.id ?? "");
  expect(await admin.getVersion({ path: { version_id: second?.id ?? "" } })).toMatchObject({
    body: {
      data: {
        previous_id: null,
        bump: "none",
        diff_summary: expect.stringContaining("first version"),
      },
    },
  });
  await admin.withdraw({ path, body: { scope: "version", number: 3 } });
  expect(await admin.getLatestVersion({ path })).toMatchObject({ body: { data: { number: 2 } } });
  expect((await page(running, "")).text).toContain("customer-x");
  // A build that knows the withdrawn version learns which one is the newest now.
  const overtaken = await publish(running, { document: shop("2.0"), previous_id: third?.id });
  expect([overtaken.status, overtaken.body.detail]).toEqual([
    409,
    expect.stringContaining(`${second?.id}`),
  ]);
  expect((await admin.withdraw({ path, body: { scope: "version", number: 3 } })).status).toBe(404);
});

test.each<{ name: string; body: object; status: number; code?: string }>([
  { name: "the same content", body: { document: history[2]?.document }, status: 201 },
  {
    ...{ name: "another content", body: { document: shop("1.2", "orders", "cats") } },
    ...{ status: 422, code: "VERSION_WITHDRAWN" },
  },
  {
    ...{ name: "another content on another branch", status: 422, code: "VERSION_WITHDRAWN" },
    body: { document: shop("1.2"), branch: "next" },
  },
  {
    ...{ name: "another content, openly", status: 201 },
    body: { document: shop("1.2", "cats"), replaces_withdrawn: true },
  },
  { name: "another version", body: { document: shop("1.3", "orders", "cats") }, status: 201 },
])("the version of one that was taken back, with $name", async ({ body, status, code }) => {
  const running = await startPublisher();
  await publishAll(running, "shop", history);
  const admin = await running.as("admin");
  await admin.withdraw({ path, body: { scope: "version", number: 3, reason: REASON } });
  const answer = await publish(running, body);
  expect(answer.status).toBe(status);
  if (code !== undefined) {
    expect(answer.body).toMatchObject({ diagnostics: [{ code, pointer: "/info/version" }] });
    const { id } = (await publish(running, { document: shop("1.3") })).body.data;
    expect(await admin.getVersion({ path: { version_id: id } })).toMatchObject({
      body: { data: { number: 4 } },
    });
    return;
  }
  expect(answer.body.data).toMatchObject({ number: 4 });
  // The entry of the withdrawn one stays beside the new one.
  const feed = await (await fetch(`${running.url}/interfaces/shop/changelog.json`)).json();
  expect(feed.items.map(({ id }: { id: string }) => id.slice(-1))).toEqual(["4", "3", "2", "1"]);
});

test("an interface whose versions all have the same name can continue", async () => {
  const running = await startPublisher();
  await publishAll(
    running,
    "shop",
    ["a", "b", "c"].map((name) => ({ document: shop("1.0", name) })),
  );
  await (await running.as("admin")).withdraw({ path, body: { scope: "version", number: 2 } });
  expect((await publish(running, { document: shop("1.0", "d") })).status).toBe(201);
});

test("a branch is taken back with all that waits on it, and the others stay", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", [
    ...history,
    { document: shop("2.0", "orders"), branch: "next" },
    { document: shop("2.1", "orders", "pets"), branch: "next" },
  ]);
  const admin = await running.as("admin");
  const answer = await admin.withdraw({ path, body: { scope: "branch", branch: "next" } });
  expect(answer).toMatchObject({ status: 200, body: { data: { versions: 2 } } });
  expect((await page(running, "versions/3/")).status).toBe(200);
  for (const number of [4, 5])
    expect((await page(running, `versions/${number}/`)).status).toBe(410);
  const feed = await (
    await fetch(`${running.url}/interfaces/shop/changelog.json?branch=next`)
  ).json();
  expect(feed.items.map(({ title }: { title: string }) => title)).toEqual([
    "Shop 2.1: withdrawn",
    "Shop 2.0: withdrawn",
  ]);
  expect((await admin.withdraw({ path, body: { scope: "branch", branch: "next" } })).status).toBe(
    404,
  );
  expect((await publish(running, { document: shop("2.2"), branch: "next" })).body.data.number).toBe(
    6,
  );
});

test("an interface is taken back, and can be created again with further numbers", async () => {
  const running = await startPublisher();
  const [first] = await publishAll(running, "shop", history);
  const admin = await running.as("admin");
  expect((await page(running, "changes.rss")).status).toBe(200);
  await admin.withdraw({ path, body: { scope: "interface", reason: REASON } });
  for (const at of ["", "versions.html", "versions/1/", "search.html?q=a", "compare/1...2.html"]) {
    expect([at, (await page(running, at)).status]).toEqual([at, 410]);
  }
  expect((await admin.getInterface({ path })).status).toBe(410);
  expect((await admin.getChangelog({ path })).status).toBe(410);
  expect((await admin.getVersion({ path: { version_id: first?.id ?? "" } })).status).toBe(410);
  expect(await admin.listInterfaces()).toMatchObject({ body: { data: [] } });
  expect(await (await fetch(`${running.site}/`)).text()).not.toContain("Shop");
  for (const at of ["changes.rss", "changes.json"]) {
    const { status, text } = await page(running, at);
    expect([at, status, text.split("withdrawn").length > 3]).toEqual([at, 200, true]);
  }
  expect((await publish(running, { document: shop("3.0") })).status).toBe(404);
  expect((await admin.putInterface({ path, body: { title: "Shop" } })).status).toBe(201);
  expect((await publish(running, { document: shop("3.0") })).body.data).toMatchObject({
    number: 4,
  });
  expect((await page(running, "")).status).toBe(200);
  expect((await page(running, "versions/1/")).status).toBe(410);
});

test("a comparison with a version starts again when that version is withdrawn", async () => {
  const bases: (string | null)[] = [];
  const begun = Promise.withResolvers<void>();
  const process: ProcessDocument = async (task, { onBatch, signal }) => {
    bases.push(task.base?.path ?? null);
    if (bases.length !== 2) return await processDocument(task, onBatch);
    begun.resolve();
    return await new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  const running = await startPublisher({ process, leaseMs: 300 });
  await publishAll(running, "shop", history.slice(0, 1));
  const pending = publish(running, { document: shop("1.1", "orders") });
  await begun.promise;
  const admin = await running.as("admin");
  await admin.withdraw({ path, body: { scope: "version", number: 1 } });
  expect((await pending).body.data).toMatchObject({ number: 2, previous_id: null });
  expect(bases).toEqual([null, "openapi.yaml", null]);
});

test("a version that cannot be compared again stays published", async () => {
  const process: ProcessDocument = async (task, { onBatch }) =>
    task.isAgain === true
      ? { kind: "failed", reason: "it takes too long", details: "", isOverLimits: false }
      : await processDocument(task, onBatch);
  const running = await startPublisher({ process });
  const [, , third] = await publishAll(running, "shop", history);
  const admin = await running.as("admin");
  await admin.withdraw({ path, body: { scope: "version", number: 2 } });
  await settle(running, third?.id ?? "");
  expect(await admin.getVersion({ path: { version_id: third?.id ?? "" } })).toMatchObject({
    status: 200,
    body: {
      data: {
        number: 3,
        diff_summary: "The document cannot be compared with the previous version.",
      },
    },
  });
  expect((await page(running, "versions/3/")).status).toBe(200);
  expect((await page(running, "versions/3/changes.html")).status).toBe(200);
});

test.each<readonly [rights: "publish" | "admin", body: object, status: number]>([
  ["publish", { scope: "version", number: 1 }, 403],
  ["admin", { scope: "version", number: 9 }, 404],
  ["admin", { scope: "branch", branch: "none" }, 404],
  ["admin", { scope: "version" }, 400],
  ["admin", { scope: "branch" }, 400],
  ["admin", { scope: "interface", number: 1 }, 400],
  ["admin", { scope: "interface", branch: "main" }, 400],
  ["admin", { scope: "version", number: 1, branch: "main" }, 400],
  ["admin", {}, 400],
])(
  "with the right to %s, %j is answered with %i, and takes nothing back",
  async (rights, body, status) => {
    const running = await startPublisher();
    await publishAll(running, "shop", history.slice(0, 1));
    const headers = {
      Authorization: `Token ${await running.secret(rights)}`,
      "Content-Type": "application/json",
    };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${running.url}/interfaces/shop/withdrawals`, sent);
    expect(answer.status).toBe(status);
    expect((await page(running, "versions/1/")).status).toBe(200);
  },
);
