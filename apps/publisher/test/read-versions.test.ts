// The operations that read versions and compare them.

import type { PublisherClient } from "@specwright/publisher-api/client";
import type { VersionDetails } from "@specwright/publisher-api/types";
import { expect, test } from "vitest";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";

const UNKNOWN = "c0a8f2b6-51d4-4e7e-9a3f-7d1b2c3e4f50";

async function startWithVersions() {
  const running = await startPublisher();
  const versions = await publishAll(running, "shop", [
    { document: shop("1.0", "orders", "users", "pets"), commit: "aaaaaaa" },
    { document: shop("1.1", "orders"), commit: "bbbbbbb" },
    { document: shop("2.0", "orders"), branch: "next", commit: "aaaaaaa" },
  ]);
  const [first, second, third] = versions;
  if (first === undefined || second === undefined || third === undefined) throw new Error("few");
  return { ...running, first, second, third, client: await running.as("read") };
}

test("versions are read, listed, selected and continued", async () => {
  const { client, first, second, third, as, site, secret } = await startWithVersions();
  const ids = async (query: object, by: PublisherClient = client) => {
    const answer = await by.listVersions({ query });
    if (answer.status !== 200) return answer.status;
    return answer.body.data.map(({ id }) => id);
  };
  expect(await ids({})).toEqual([third.id, second.id, first.id]);
  expect(await ids({ branch: "main" })).toEqual([second.id, first.id]);
  expect(await ids({ commit: "aaaaaaa" })).toEqual([third.id, first.id]);
  expect(await ids({ interface: "other" })).toEqual([]);
  expect(await ids({}, await as("read", "shop"))).toHaveLength(3);
  const page = await client.listVersions({ query: { limit: 2 } });
  const cursor = page.status === 200 ? page.body.next_cursor : null;
  expect(await ids({ limit: 2, cursor })).toEqual([first.id]);
  expect(await ids({ branch: "main", cursor })).toBe(400);
  expect(await ids({ cursor: "bm9uZQ" })).toBe(400);

  const read = await client.getVersion({ path: { version_id: first.id } });
  expect(read).toMatchObject({ status: 200, body: { data: first } });
  const etag = read.status === 200 ? `${read.headers?.ETag}` : "";
  const headers = { "If-None-Match": etag };
  expect(await client.getVersion({ path: { version_id: first.id }, headers })).toMatchObject({
    status: 304,
    headers: { ETag: etag },
  });
  const latest = await client.getLatestVersion({ path: { interface: "shop" } });
  expect(latest).toMatchObject({ status: 200, body: { data: { id: second.id } } });
  const next = { path: { interface: "shop" }, query: { branch: "next" } };
  expect(await client.getLatestVersion(next)).toMatchObject({ body: { data: { id: third.id } } });
  const none = { path: { interface: "shop" }, query: { branch: "none" } };
  expect((await client.getLatestVersion(none)).status).toBe(404);

  const download = await fetch(`${site}/v1/versions/${first.id}/document`, {
    headers: { Authorization: `Token ${await secret("read")}` },
  });
  expect(await download.text()).toBe(shop("1.0", "orders", "users", "pets"));
  expect(download.headers.get("content-type")).toContain("application/yaml");
  expect(download.headers.get("content-disposition")).toBe('attachment; filename="openapi.yaml"');
  const missing = { path: { version_id: first.id }, query: { file: "other.yaml" } };
  expect((await client.getDocument(missing)).status).toBe(404);
});

test("versions outside the scope of a token do not exist", async () => {
  const { first, second, publisher, as } = await startWithVersions();
  const admin = await as("admin");
  await admin.putInterface({ path: { interface: "other" }, body: { title: "Other" } });
  const other = await as("admin", "other");
  const path = { version_id: first.id };
  const statuses = await Promise.all([
    other.getVersion({ path }),
    other.getDocument({ path }),
    other.diffVersions({ path: { version_id: second.id } }),
    other.getLatestVersion({ path: { interface: "shop" } }),
    other.getVersion({ path: { version_id: UNKNOWN } }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await other.listVersions()).toMatchObject({ body: { data: [] } });
  const document = { interface: "shop", document: shop("3.0") };
  expect((await other.createDiff({ body: document })).status).toBe(403);
  const own = { interface: "other", document: shop("3.0"), base_id: first.id };
  expect((await other.createDiff({ body: own })).status).toBe(404);
  expect(publisher.storage).toBeDefined();
});

test("changes are returned in pages and in four formats", async () => {
  const { client, first, second, third, site, secret } = await startWithVersions();
  const path = { version_id: second.id };
  const page = await client.diffVersions({ path, query: { limit: 1 } });
  expect(page).toMatchObject({
    status: 200,
    headers: { Vary: "Accept" },
    body: {
      data: {
        ...{ id: null, base_id: first.id, head_id: second.id, breaking: true, bump: "major" },
        changes: [{ class: "breaking", rule: "operation-removed", surface: "wire", head: null }],
      },
    },
  });
  if (page.status !== 200 || page.contentType !== "application/json") throw new Error("no page");
  const { next_cursor: cursor, change_counts } = page.body.data;
  const rest = await client.diffVersions({ path, query: { cursor: `${cursor}` } });
  if (rest.status !== 200 || rest.contentType !== "application/json") throw new Error("no rest");
  const count = Object.values(change_counts).reduce((sum, each) => sum + each, 0);
  expect(rest.body.data.changes).toHaveLength(count - 1);
  expect(rest.body.data.next_cursor).toBeNull();

  // Versions that do not follow each other are compared on request.
  const between = { path, query: { base: third.id } };
  await expect
    .poll(() => client.diffVersions(between))
    .toMatchObject({
      status: 200,
      body: { data: { base_id: third.id, head_id: second.id } },
    });

  const authorization = { Authorization: `Token ${await secret("read")}` };
  const ask = (accept: string) =>
    fetch(`${site}/v1/versions/${second.id}/diff`, { headers: { ...authorization, accept } });
  for (const type of ["text/markdown", "text/html", "text/plain"]) {
    const answer = await ask(type);
    expect(answer.headers.get("content-type")).toContain(type);
    expect(answer.headers.get("vary")).toContain("Accept");
    const text = await answer.text();
    for (const part of ["was removed", "GET /pets", "GET /users"]) expect(text).toContain(part);
  }
  expect((await ask("text/html")).headers.get("content-security-policy")).toMatch(/'sha256-/);
  expect((await ask("image/png")).status).toBe(406);
  expect((await ask("text/*;q=0.5, application/json;q=0.4")).headers.get("content-type")).toContain(
    "text/markdown",
  );
});

test("a document is compared without being published", async () => {
  const { client, first, second } = await startWithVersions();
  const body = { interface: "shop", document: shop("1.2", "orders", "users") };
  const accepted = await client.createDiff({ body });
  expect(accepted).toMatchObject({ status: 202, headers: { "Retry-After": 1 } });
  const waited = await client.createDiff({ body, headers: { Prefer: "wait=30" } });
  expect(waited).toMatchObject({
    status: 201,
    body: { data: { base_id: second.id, head_id: null, breaking: false, bump: "minor" } },
  });
  if (waited.status !== 201) return;
  const { id } = waited.body.data;
  expect(waited.headers?.Location).toBe(`/v1/diffs/${id}`);
  const read = await client.getDiff({ path: { diff_id: `${id}` } });
  expect(read).toMatchObject({ status: 200, body: { data: { id, head_id: null } } });
  const older = { ...body, base_id: first.id };
  expect(await client.createDiff({ body: older, headers: { Prefer: "wait=30" } })).toMatchObject({
    status: 201,
    body: { data: { base_id: first.id, bump: "major" } },
  });
  const wrong = { ...body, document: "openapi: 3.1.1\n" };
  expect(await client.createDiff({ body: wrong, headers: { Prefer: "wait=30" } })).toMatchObject({
    status: 422,
    body: { code: "invalid_document" },
  });
  expect((await client.getDiff({ path: { diff_id: UNKNOWN } })).status).toBe(404);
  expect((await client.createDiff({ body: { ...body, interface: "none" } })).status).toBe(404);
  // Nothing of this is published.
  const latest = await client.getLatestVersion({ path: { interface: "shop" } });
  const data: Partial<VersionDetails> = { id: second.id };
  expect(latest).toMatchObject({ body: { data } });
});
