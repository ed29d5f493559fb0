// Documents that are published in spite of their faults: `accept_faults` of an upload.

import { zipSync } from "fflate";
import { expect, test } from "vitest";
import type { ProcessDocument } from "../src/processing/protocol.ts";
import { processDocument } from "../src/worker/process-document.ts";
import { shop, startPublisher } from "./start-publisher.ts";
import { execute } from "./test-services.ts";

const headers = { Prefer: "wait=30" };

/** A document with a repairable fault, faults beyond repair, and valid operations. */
const faulty = `${shop("1.0", "orders", "users")}  /pets:
    get:
      operationId: list-pets
      parameters: [{ name: a, in: nowhere, schema: { type: string } }]
      responses:
        "200":
          description: All of them.
          content: { application/json: { schema: { $ref: "#/components/schemas/<b>None" } } }
components:
  schemas:
    Loop: { $ref: "#/components/schemas/Loop" }
    Thing: { type: object, required: true }
`;

async function world(options: Parameters<typeof startPublisher>[0] = {}) {
  const running = await startPublisher(options);
  const client = await running.as("admin");
  await client.putInterface({ path: { interface: "shop" }, body: { title: "Shop" } });
  const publish = (document: string, more: object = {}) =>
    client.publishVersion({
      ...{ headers, contentType: "application/json" },
      body: { interface: "shop", document, ...more },
    });
  const read = async (path: string) => {
    const answer = await fetch(`${running.site}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { running, client, publish, read };
}

test("a document with faults is published if its sender wants that, with all of them listed", async () => {
  const { client, publish, read } = await world();
  for (const more of [{}, { lenient: true }, { accept_faults: false }]) {
    expect(await publish(faulty, more)).toMatchObject({ status: 422 });
  }
  const answer = await publish(faulty, { accept_faults: true });
  expect(answer).toMatchObject({ status: 201, body: { data: { number: 1 } } });
  const { data } = answer.status === 201 ? answer.body : { data: undefined };
  expect(data?.faults).toMatchObject([
    { code: "FIELD_SHAPE", severity: "error", file: "openapi.yaml", line: 19 },
    { code: "FIELD_VALUE", severity: "error" },
    { code: "REF_NOT_FOUND", severity: "error", fix: expect.any(String), line: 23 },
    { code: "REF_CYCLE", severity: "error" },
  ]);
  const versionPath = { version_id: data?.id ?? "" };
  expect(await client.getVersion({ path: versionPath })).toMatchObject({
    body: { data: { faults: data?.faults } },
  });
  for (const path of ["/shop/", "/shop/versions/1/index.html", "/shop/versions/1/index.md"]) {
    const { status, text } = await read(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).toContain("The document was published despite these faults.");
    expect(text).toMatch(/openapi\.yaml:19:\d+/);
    expect(text).toContain("These faults of the document were repaired.");
    if (!path.endsWith(".md")) expect(text).not.toContain("<b>None");
  }
  for (const path of ["list-orders", "list-users", "list-pets"]) {
    expect([path, (await read(`/shop/operations/${path}.html`)).status]).toEqual([path, 200]);
  }
  // The document itself is stored as sent.
  expect((await read("/shop/versions/1/document/openapi.yaml")).text).toBe(faulty);
});

test("a version with faults is compared with later ones, with and without faults", async () => {
  const { client, publish, read } = await world();
  await publish(faulty, { accept_faults: true });
  const sound = await publish(shop("2.0", "orders"));
  expect(sound).toMatchObject({
    status: 201,
    body: { data: { number: 2, diff_breaking: true, faults: [] } },
  });
  expect(sound.status === 201 && sound.body.data.diff_markdown).toContain("GET /users");
  expect((await read("/shop/versions/2/index.html")).text).not.toContain("has faults");
  const again = await publish(faulty, { accept_faults: true });
  expect(again).toMatchObject({ status: 201, body: { data: { number: 3 } } });
  const body = { interface: "shop", document: shop("4.0", "orders", "users", "pets") };
  expect(await client.createDiff({ headers, body })).toMatchObject({ status: 201 });
  for (const [accept_faults, status] of [
    [false, 422],
    [true, 201],
  ] as const) {
    const dry = { interface: "shop", document: `${faulty}# again\n`, accept_faults };
    expect((await client.createDiff({ headers, body: dry })).status).toBe(status);
  }
});

test("accepts an archive with faults, too", async () => {
  const { client } = await world();
  const archive = zipSync({ "openapi.yaml": new TextEncoder().encode(faulty) });
  for (const [query, status] of [
    [{}, 422],
    [{ lenient: true }, 422],
    [{ accept_faults: true }, 201],
  ] as const) {
    const answer = await client.publishVersion({
      ...{ headers, query: { interface: "shop", ...query } },
      ...{ contentType: "application/zip", body: archive },
    });
    expect([query, answer.status]).toEqual([query, status]);
  }
});

test.each([
  ["no YAML", "openapi: 3.1.1\n  a: [", 422],
  ["no document", "- a\n", 422],
  ["of no known version", "openapi: 9.0.0\ninfo: { title: A, version: '1' }\npaths: {}\n", 422],
  ["without its parts", "openapi: 3.1.1\n", 201],
  ["with parts of other forms", "openapi: 3.1.1\ninfo: x\npaths: [{ a: 1 }]\n", 201],
  [
    "AsyncAPI",
    "asyncapi: 3.0.0\ninfo: { title: A, version: '1' }\nchannels: { a: { $ref: '#/x' } }\n",
    201,
  ],
])("a document that is %s", async (_, document, status) => {
  const { publish, read } = await world();
  const answer = await publish(document, { accept_faults: true });
  expect(answer.status).toBe(status);
  for (const path of ["/shop/", "/shop/versions.html", "/shop/changes.rss"]) {
    expect([path, (await read(path)).status]).toEqual([path, 200]);
  }
});

test("a document whose faults leave nothing to show is refused with them, and leaves nothing", async () => {
  const process: ProcessDocument = (task, { onBatch }) =>
    processDocument(task, async (batch) => {
      await onBatch(batch);
      // As the program would fail that writes the pages.
      if (batch.pages !== undefined) throw new TypeError("cannot read properties of undefined");
    });
  const { running, publish } = await world({ process });
  const answer = await publish(faulty, { accept_faults: true });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: "invalid_document", diagnostics: expect.any(Array) },
  });
  const { versions } = running.publisher.storage.committed;
  expect(await versions.list({ limit: 10 })).toEqual([]);
  const { folder } = running;
  expect(await execute(folder, "SELECT path FROM pages")).toEqual([]);
  expect(await execute(folder, "SELECT digest FROM fragments")).toEqual([]);
});
