// POST /versions: every answer that it has.

import type { PublisherOptions } from "@specwright/publisher";
import type { PublisherClient } from "@specwright/publisher-api/client";
import type { PublishVersionBody } from "@specwright/publisher-api/types";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { processDocument } from "../src/worker/process-document.ts";
import { type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";

const WAIT = { Prefer: "wait=30" };
const UNKNOWN = "c0a8f2b6-51d4-4e7e-9a3f-7d1b2c3e4f50";

async function startWithShop(
  options: Partial<PublisherOptions> = {},
): Promise<RunningPublisher & { readonly client: PublisherClient }> {
  const running = await startPublisher(options);
  const admin = await running.as("admin");
  await admin.putInterface({ path: { interface: "shop" }, body: { title: "Shop" } });
  return { ...running, client: await running.as() };
}

function publish(client: PublisherClient, body: Partial<PublishVersionBody>, headers = {}) {
  const whole = { interface: "shop", document: shop("1.0"), ...body };
  return client.publishVersion({ headers, contentType: "application/json", body: whole });
}

test("a document is accepted at once, and published a little later", async () => {
  const gate = Promise.withResolvers<void>();
  const { client, publisher } = await startWithShop({
    async process(task, { onBatch }) {
      await gate.promise;
      return await processDocument(task, onBatch);
    },
  });
  const accepted = await publish(client, {});
  expect(accepted).toMatchObject({
    status: 202,
    headers: { "Retry-After": 1 },
    body: { data: { interface: "shop", branch: "main", state: "processing" } },
  });
  if (accepted.status !== 202) return;
  const { id } = accepted.body.data;
  expect(accepted.headers?.Location).toBe(`/v1/versions/${id}`);
  const again = await publish(client, {});
  expect(again).toMatchObject({ status: 202, body: { data: { id } } });
  expect(await client.getVersion({ path: { version_id: id } })).toMatchObject({
    status: 202,
    headers: { "Retry-After": 1 },
    body: { data: { id, state: "processing" } },
  });
  gate.resolve();
  await publisher.services.runner.settled(id, 60_000);
  expect(await client.getVersion({ path: { version_id: id } })).toMatchObject({
    status: 200,
    body: {
      data: {
        id,
        number: 1,
        title: "Shop",
        diff_summary: "This is the first version: there is nothing to compare it with.",
      },
    },
  });
});

test("a request that waits gets the result, and the same document changes nothing", async () => {
  const { client, site } = await startWithShop();
  const commit = "3107522f9f0c4e2b8f6c1d6a5b7e90c2d4a1b3e8";
  const first = await publish(
    client,
    { document: shop("1.0", "orders", "users"), commit, released_at: "2022-05-02" },
    WAIT,
  );
  expect(first).toMatchObject({
    status: 201,
    headers: { "Preference-Applied": "wait=30" },
    body: {
      data: {
        ...{ number: 1, commit, previous_id: null, bump: "none", released_at: "2022-05-02" },
        ...{ format: "openapi", format_version: "3.1.1", version: "1.0", path: "openapi.yaml" },
        ...{ doc_public_url: `${site}/shop/versions/1/` },
        ...{ diff_public_url: `${site}/shop/versions/1/changes.html`, diff_breaking: false },
      },
    },
  });
  if (first.status !== 201) return;
  const { id } = first.body.data;
  const same = await publish(client, { document: shop("1.0", "orders", "users") }, WAIT);
  expect(same).toMatchObject({ status: 204, headers: { Location: `/v1/versions/${id}` } });
  const second = await publish(client, { document: shop("1.0", "users"), released_at: null }, WAIT);
  expect(second).toMatchObject({
    status: 201,
    body: {
      data: {
        ...{ number: 2, previous_id: id, bump: "major", diff_breaking: true, released_at: null },
        change_counts: { breaking: 1 },
        diff_details: [{ name: "GET /orders", status: "removed", breaking: true }],
        diff_markdown: expect.stringContaining("GET /orders was removed"),
      },
    },
  });
});

test("an older job does not publish behind a newer one", async () => {
  const { client } = await startWithShop();
  const none = await publish(client, { previous_id: UNKNOWN });
  expect(none).toMatchObject({ status: 409, body: { code: "previous_mismatch" } });
  const first = await publish(client, { previous_id: null }, WAIT);
  expect(first.status).toBe(201);
  const late = await publish(client, { document: shop("1.1"), previous_id: null });
  expect(late).toMatchObject({ status: 409, body: { code: "previous_mismatch" } });
  // A repetition is harmless, whatever it expects.
  expect((await publish(client, { previous_id: null })).status).toBe(204);
});

test("a document with faults is refused with their places", async () => {
  const { client } = await startWithShop();
  const document = shop("1.0").replace("paths: {}", "paths: { /a: { $ref: '#/nothing' } }");
  const waited = await publish(client, { document }, WAIT);
  expect(waited).toMatchObject({
    status: 422,
    body: {
      code: "invalid_document",
      diagnostics: [{ code: "REF_NOT_FOUND", severity: "error", file: "openapi.yaml", line: 3 }],
    },
  });
  const accepted = await publish(client, { document: `${document}\n` });
  if (accepted.status !== 202) throw new Error(`answered ${accepted.status}`);
  const path = { version_id: accepted.body.data.id };
  await expect.poll(() => client.getVersion({ path })).toMatchObject({ status: 422 });
});

test("an archive is published as its files are", async () => {
  const { client } = await startWithShop();
  const text = (content: string) => new TextEncoder().encode(content);
  const body = zipSync({
    "openapi.yaml": text(
      `${shop("1.0")}components: { schemas: { Pet: { $ref: "pets/pet.yaml#/Pet" } } }\n`,
    ),
    "pets/pet.yaml": text("Pet: { type: object }\n"),
  });
  const sent = { contentType: "application/zip", body, headers: WAIT } as const;
  const query = { interface: "shop", branch: "next", previous_id: "none" } as const;
  expect(await client.publishVersion({ ...sent, query })).toMatchObject({
    status: 201,
    body: { data: { branch: "next", path: "openapi.yaml", files: [{ path: "pets/pet.yaml" }] } },
  });
  expect((await client.publishVersion({ ...sent, query: { interface: "shop" } })).status).toBe(201);
  const wrong = { interface: "shop", sha256: "0".repeat(64) };
  expect(await client.publishVersion({ ...sent, query: wrong })).toMatchObject({
    status: 400,
    body: { code: "digest_mismatch" },
  });
  expect(await client.publishVersion({ ...sent, query: {} })).toMatchObject({ status: 400 });
});

test("an unpublishable document is rejected", async () => {
  const { url, secret } = await startWithShop();
  const all = await secret();
  const file = { path: "a.yaml", text: "" };
  const refused: readonly (readonly [
    given: object,
    token: string,
    want: string,
    query?: string,
  ])[] = [
    [{}, "none", "401 unauthorized"],
    [{}, await secret("read"), "403 forbidden"],
    [{ interface: "other" }, await secret("publish", "shop"), "403 forbidden"],
    [{ interface: "other" }, all, "404 not_found"],
    [{ sha256: "0".repeat(64) }, all, "400 digest_mismatch"],
    [{ released_at: "2026-02-30" }, all, "400 validation_failed"],
    [{ path: "a.yaml", files: [file] }, all, "400 validation_failed"],
    [{ files: [file, file] }, all, "400 validation_failed"],
    [{ files: [{ path: "../a.yaml", text: "" }] }, all, "400 validation_failed"],
    [{ more: 1 }, all, "400 validation_failed"],
    [{}, all, "400 validation_failed", "?branch=main"],
  ];
  for (const [given, token, want, query = ""] of refused) {
    const answer = await fetch(`${url}/versions${query}`, {
      method: "POST",
      headers: { Authorization: `Token ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ interface: "shop", document: shop("1.0"), ...given }),
    });
    const { code } = await answer.json();
    expect([given, `${answer.status} ${code}`]).toEqual([given, want]);
  }
  const headers = { Authorization: `Token ${all}`, "Content-Type": "text/plain" };
  const text = await fetch(`${url}/versions`, { method: "POST", headers, body: "openapi" });
  expect(text.status).toBe(415);
});

test.each([
  [23, 202],
  [25, 422],
])("a release %s hours ahead is answered with %s", async (hours, status) => {
  const { client } = await startWithShop();
  const released_at = new Date(Date.now() + hours * 3_600_000).toISOString();
  const answer = await publish(client, { released_at });
  expect(answer.status).toBe(status);
  if (answer.status !== 422) return;
  expect(answer.body).toMatchObject({
    code: "released_in_future",
    errors: [{ pointer: "/released_at", message: expect.stringContaining("omit it") }],
    diagnostics: [],
  });
  expect((await publish(client, { released_at: "2999-01-01" })).status).toBe(422);
});
