// Webhooks: what subscribers are sent, signed, for versions that are published and withdrawn.

import { webhooks } from "@specwright/publisher-api/webhooks";
import { createWebhookReceiver } from "@specwright/rest/fastify";
import { standardWebhooks } from "@specwright/rest/server";
import { systemClock } from "@specwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { publishAll, type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";
import { signatureOf, startReceiver } from "./webhook-receiver.ts";

const path = { interface: "shop" };
const first = { document: shop("1.0", "orders", "users"), released_at: "2024-05-02" };
const second = { document: shop("1.1", "orders"), release_title: "No users" };

/** Creates an interface with a version and a webhook. */
async function subscribe(running: RunningPublisher, url: string, branch = "main") {
  await publishAll(running, "shop", [first]);
  const admin = await running.as("admin");
  const answer = await admin.createWebhook({ path, body: { url, branch } });
  if (answer.status !== 201) throw new Error(`answered ${answer.status}`);
  const list = async () => {
    const listed = await admin.listWebhooks({ path });
    return listed.status === 200 ? listed.body.data : [];
  };
  return { admin, list, ...answer.body.data };
}

async function publish(running: RunningPublisher, body: object) {
  const headers = {
    Authorization: `Token ${await running.secret("publish")}`,
    "Content-Type": "application/json",
    Prefer: "wait=30",
  };
  const sent = { method: "POST", headers, body: JSON.stringify({ interface: "shop", ...body }) };
  const answer = await fetch(`${running.url}/versions`, sent);
  expect(answer.status).toBe(201);
  return (await answer.json()).data;
}

test("published and withdrawn versions are announced with a signature", async () => {
  const { url, received } = await startReceiver();
  const running = await startPublisher({ webhookTargets: "any" });
  const { admin, secret, list } = await subscribe(running, url);
  const version = await publish(running, second);
  await publish(running, { document: shop("9.9"), branch: "next" });
  await expect.poll(() => received.length).toBe(1);
  await admin.withdraw({ path, body: { scope: "version", number: 2, reason: "A mistake." } });
  await expect.poll(() => received.length).toBe(2);

  const feed = await fetch(`${running.url}/interfaces/shop/changelog.json`);
  const { items } = await feed.json();
  const about = {
    id: items[0].id,
    version_id: version.id,
    ...{ interface: "shop", branch: "main", number: 2, version: "1.1" },
    url: `${running.site}/shop/versions/2/changes.html`,
  };
  const [published, withdrawn] = received.map(({ body }) => JSON.parse(body));
  expect(published).toEqual({
    type: "version.published",
    timestamp: expect.any(String),
    data: {
      ...about,
      doc_url: `${running.site}/shop/versions/2/`,
      release_title: "No users",
      summary: version.diff_summary,
      ...{ bump: "major", breaking: true, change_counts: version.change_counts },
      ...{ released_at: version.released_at, published_at: version.published_at },
    },
  });
  expect(withdrawn).toEqual({
    type: "version.withdrawn",
    timestamp: expect.any(String),
    data: { ...about, reason: "A mistake." },
  });
  for (const message of received) {
    expect(message.headers["webhook-signature"]).toBe(signatureOf(message, secret));
    const age = Date.now() / 1000 - Number(message.headers["webhook-timestamp"]);
    expect(Math.abs(age)).toBeLessThan(60);
  }
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([
    `published_${version.id}`,
    `withdrawn_${version.id}`,
  ]);

  // The secret was shown once.
  const shown = [
    JSON.stringify(await list()),
    running.logs.join("\n"),
    await (await fetch(`${running.site}/shop/changes.html`)).text(),
  ];
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const text of shown) expect(text).not.toContain(secret.slice("whsec_".length));
});

test("a receiver generated from the contract accepts the messages", async () => {
  const running = await startPublisher({ webhookTargets: "any" });
  const heard: object[] = [];
  let known = Buffer.alloc(32).toString("base64");
  const receiver = createWebhookReceiver({
    webhooks,
    verify: (message) => standardWebhooks(known)(message),
    handlers: {
      versionEvent: ({ body }: { readonly body: object }) => {
        heard.push(body);
        return { status: 204 as const };
      },
    },
  });
  onTestFinished(() => receiver.close());
  const at = await receiver.listen({ port: 0, host: "127.0.0.1" });
  const { secret } = await subscribe(running, `${at}/version-event`);
  known = secret;
  await publish(running, second);
  await expect.poll(() => heard).toMatchObject([{ type: "version.published" }]);
});

test.each<{ name: string; status: number; headers?: Record<string, string> }>([
  { name: "a failure", status: 500 },
  { name: "a redirect", status: 307, headers: { Location: "/elsewhere" } },
  { name: "a refusal", status: 401 },
])("after $name the same message is sent again", async ({ status, headers = {} }) => {
  const { url, received } = await startReceiver((response, count) =>
    response.writeHead(count === 0 ? status : 200, headers).end(),
  );
  const running = await startPublisher({ webhookTargets: "any" });
  const { list } = await subscribe(running, url);
  await publish(running, second);
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(list).toMatchObject([{ failing_since: expect.any(String) }]);
  await expect.poll(() => received.length).toBe(2);
  await expect.poll(list).toMatchObject([{ failing_since: null, state: "enabled" }]);
  const [before, after] = received;
  expect(received.map((message) => message.path)).toEqual(["/hook", "/hook"]);
  expect(after?.body).toBe(before?.body);
  expect(after?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
  expect(running.logs.join("\n")).toContain(`returned ${status}`);
});

test("a message to a version that was withdrawn meanwhile is not sent any more", async () => {
  const { url, received } = await startReceiver((response, count) =>
    response.writeHead(count === 0 ? 500 : 204).end(),
  );
  const running = await startPublisher({ webhookTargets: "any" });
  const { admin } = await subscribe(running, url);
  const { id } = await publish(running, second);
  await expect.poll(() => received.length).toBe(1);
  await admin.withdraw({ path, body: { scope: "version", number: 2 } });
  await publish(running, { document: shop("1.2", "pets") });
  await expect.poll(() => received.length).toBe(3);
  const { nextDueAt } = running.publisher.storage.committed.webhooks;
  await expect.poll(nextDueAt).toBe(undefined);
  expect(received.map(({ headers }) => headers["webhook-id"]).slice(0, 2)).toEqual([
    `published_${id}`,
    `withdrawn_${id}`,
  ]);
  expect(received.length).toBe(3);
});

test("a webhook without a success for three days is disabled", async () => {
  const { url, received } = await startReceiver((response) => response.writeHead(500).end());
  let offset = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + offset };
  const running = await startPublisher({ webhookTargets: "any", clock });
  const { list } = await subscribe(running, url);
  await publish(running, second);
  await expect.poll(list).toMatchObject([{ failing_since: expect.any(String) }]);
  offset = 3 * 24 * 3_600_000 + 60_000;
  running.publisher.services.webhooks.wake();
  await expect.poll(list).toMatchObject([{ state: "disabled" }]);
  const count = received.length;
  await publish(running, { document: shop("1.2", "pets") });
  expect(await running.publisher.storage.committed.webhooks.nextDueAt()).toBe(undefined);
  expect(received.length).toBe(count);
});

test("a webhook that answers 410 is disabled at once", async () => {
  const { url, received } = await startReceiver((response) => response.writeHead(410).end());
  const running = await startPublisher({ webhookTargets: "any" });
  const { list } = await subscribe(running, url);
  await publish(running, second);
  await expect.poll(list).toMatchObject([{ state: "disabled" }]);
  expect(received.length).toBe(1);
});

test("a webhook ends with the token that created it", async () => {
  const { url, received } = await startReceiver();
  const running = await startPublisher({ webhookTargets: "any" });
  await subscribe(running, url);
  const { storage } = running.publisher;
  const [{ token } = {}] = await storage.committed.webhooks.list("shop");
  await storage.transaction(({ tokens }) => tokens.revoke(`${token}`, Date.now()));
  await publish(running, second);
  const other = await running.as("admin");
  expect(await other.listWebhooks({ path })).toMatchObject({
    body: { data: [{ state: "disabled" }] },
  });
  expect(await storage.committed.webhooks.nextDueAt()).toBe(undefined);
  expect(received).toEqual([]);
});

test("a webhook that has ended is sent nothing more, and an interface has at most 20", async () => {
  const { url, received } = await startReceiver();
  const running = await startPublisher({ webhookTargets: "any" });
  const { admin, id, list } = await subscribe(running, url);
  const ended = { path: { ...path, webhook_id: id } };
  const elsewhere = { path: { interface: "other", webhook_id: id } };
  expect((await admin.deleteWebhook(elsewhere)).status).toBe(404);
  expect((await admin.deleteWebhook(ended)).status).toBe(204);
  expect((await admin.deleteWebhook(ended)).status).toBe(404);
  await publish(running, second);
  for (let count = 0; count < 20; count++) {
    expect((await admin.createWebhook({ path, body: { url } })).status).toBe(201);
  }
  expect(await admin.createWebhook({ path, body: { url } })).toMatchObject({
    status: 409,
    body: { code: "too_many_webhooks" },
  });
  expect((await list()).length).toBe(20);
  expect(received).toEqual([]);
});

test("webhooks of an interface that was withdrawn end when its name is used again", async () => {
  const { url, received } = await startReceiver();
  const running = await startPublisher({ webhookTargets: "any" });
  const { admin, list } = await subscribe(running, url);
  await admin.withdraw({ path, body: { scope: "interface" } });
  await expect.poll(() => received.length).toBe(1);
  expect((await admin.putInterface({ path, body: { title: "Another" } })).status).toBe(201);
  expect(await list()).toEqual([]);
  await publish(running, second);
  expect(received.length).toBe(1);
});

test("the changelog page leads to the page about webhooks", async () => {
  const running = await startPublisher();
  await publishAll(running, "shop", [first]);
  const changelog = await (await fetch(`${running.site}/shop/changes.html`)).text();
  const start = changelog.indexOf("</h1>");
  const head = changelog.slice(start, changelog.indexOf("<h2", start));
  expect(head).toContain('<a href="../webhooks.html">Webhook</a></p>');
  const about = await fetch(`${running.site}/webhooks.html`);
  expect([about.status, await about.text()]).toEqual([
    200,
    expect.stringContaining(`${running.url}/interfaces/INTERFACE/webhooks`),
  ]);
});

test.each<readonly [rights: "read" | "publish" | "admin", token: string, status: number]>([
  ["read", "shop", 403],
  ["publish", "shop", 403],
  ["admin", "other", 403],
  ["admin", "shop", 201],
])("a token to %s %s is answered with %i", async (rights, token, status) => {
  const running = await startPublisher();
  await publishAll(running, "other", []);
  await publishAll(running, "shop", []);
  const client = await running.as(rights, token);
  const body = { url: "https://example.com/hook" };
  expect((await client.createWebhook({ path, body })).status).toBe(status);
  expect((await client.listWebhooks({ path })).status).toBe(status === 201 ? 200 : status);
  const sent = { method: "POST", headers: { "Content-Type": "application/json" } };
  const answer = await fetch(`${running.url}/interfaces/shop/webhooks`, {
    ...sent,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(401);
});
