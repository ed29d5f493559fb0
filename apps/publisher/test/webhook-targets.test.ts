// Webhooks reach public addresses only, one message at a time, including messages that a killed
// process left behind.

import { fork } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { silentLogger, systemClock } from "@specwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { postMessage } from "../src/outgoing/post-message.ts";
import { isPublicAddress, publicLookup } from "../src/outgoing/public-address.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import type { PublisherStorage } from "../src/storage/publisher-storage.ts";
import { startWebhookWorkers } from "../src/webhooks/webhook-worker.ts";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";
import { databaseOf, temporaryFolder } from "./test-services.ts";
import { startReceiver } from "./webhook-receiver.ts";

const path = { interface: "shop" };

test.each([
  ["1.1.1.1", true],
  ["2606:4700:4700::1111", true],
  ["::ffff:1.1.1.1", true],
  ["127.0.0.1", false],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:7f00:1", false],
  ["::127.0.0.1", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["fe80::1", false],
  ["fe80::1%eth0", false],
  ["fd00::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["localhost", false],
])("%s is public: %s", (address, want) => {
  expect(isPublicAddress(address)).toBe(want);
});

test.each([
  ["http://example.com/", "Is not an https URL."],
  ["ftp://example.com/", "Is not an https URL."],
  ["https://ada:secret@example.com/", "Has credentials."],
  ["https://example.com/#top", "Has a fragment."],
  ["https://127.0.0.1/", "Has an address that is not public."],
  ["https://2130706433/", "Has an address that is not public."],
  ["https://0x7f.1/", "Has an address that is not public."],
  ["https://169.254.169.254/latest/meta-data", "Has an address that is not public."],
  ["https://[::1]/", "Has an address that is not public."],
  ["https://[::ffff:10.0.0.1]/", "Has an address that is not public."],
])("%s cannot be a webhook: %s", async (url, message) => {
  const running = await startPublisher();
  await publishAll(running, "shop", []);
  const answer = await (await running.as("admin")).createWebhook({ path, body: { url } });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/url", message }] } });
});

test.each([
  ["1.1.1.1", true, [null, [{ address: "1.1.1.1", family: 4 }]]],
  ["1.1.1.1", false, [null, "1.1.1.1", 4]],
  ["10.0.0.1", true, [expect.any(Error), ""]],
  ["10.0.0.1", false, [expect.any(Error), ""]],
])("the lookup of %s, all: %s, results in %j", async (host, all, want) => {
  const found = await new Promise((resolve) => {
    publicLookup(host, { all }, (...given) => resolve(given));
  });
  expect(found).toEqual(want);
});

test("a name that leads to a private address is not connected to", async () => {
  const { port, connections } = await startReceiver();
  const running = await startPublisher();
  await publishAll(running, "shop", []);
  const admin = await running.as("admin");
  const url = `https://localhost:${port}/hook`;
  expect((await admin.createWebhook({ path, body: { url } })).status).toBe(201);
  await publishAll(running, "shop", [{ document: shop("1.0") }]);
  await expect
    .poll(() => running.logs.join("\n"))
    .toContain("the host has an address that is not public");
  expect(connections()).toBe(0);
});

function breakOff(response: ServerResponse): void {
  response.writeHead(202, { "content-length": 9 }).write("a", () => response.destroy());
}

test.each<readonly [string, number | "fails", (response: ServerResponse) => void]>([
  ["there is no server", "fails", () => {}],
  ["the connection is closed", "fails", (response) => response.destroy()],
  ["its head does not end", "fails", (response) => response.socket?.write("HTTP/1.1 200 OK\r\n")],
  ["its body does not end", 200, (response) => void response.writeHead(200).write("a")],
  ["its body breaks off", 202, breakOff],
  ["its body is long", 503, (response) => response.writeHead(503).end(Buffer.alloc(50_000_000))],
])("of an answer, if %s: %s", async (_, want, answer) => {
  const { url } = await startReceiver(answer);
  const post = { url, headers: {}, body: Buffer.from("{}"), targets: "any" as const };
  // Time for the head of the answer on a machine under load.
  const posted = postMessage({ ...post, timeoutMs: want === "fails" ? 500 : 3_000 });
  if (want === "fails") await expect(posted).rejects.toThrow();
  else expect(await posted).toBe(want);
});

test("a server can finish its answer", async () => {
  let finished = false;
  const { url } = await startReceiver((response) => {
    response.on("finish", () => {
      finished = true;
    });
    response.writeHead(200).write("a");
    void setTimeout(100).then(() => response.end("b"));
  });
  const post = { url, headers: {}, body: Buffer.from("{}"), targets: "any" as const };
  expect(await postMessage({ ...post, timeoutMs: 30_000 })).toBe(200);
  expect(finished).toBe(true);
});

/** Leaves messages about published versions in the outbox, of a service that has ended. */
async function leaveMessages(url: string, count: number): Promise<{ readonly folder: string }> {
  const folder = await temporaryFolder();
  const running = await startPublisher({ folder });
  await publishAll(running, "shop", []);
  const { storage } = running.publisher;
  // Refused until the setting allows it.
  await storage.transaction(({ webhooks }) =>
    webhooks.insert({
      ...{ id: "w", interface: "shop", branch: "main", url, token: null, createdAt: 0 },
      secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
    }),
  );
  const versions = Array.from({ length: count }, (_, at) => ({ document: shop(`1.${at}`) }));
  await publishAll(running, "shop", versions);
  await running.publisher.close();
  return { folder };
}

/** Starts two processes' worth of workers on a storage; resolves when nothing is left to send. */
async function sendAll(storage: PublisherStorage): Promise<void> {
  const options = {
    ...{ storage, clock: systemClock, logger: silentLogger, authority: "example.com,2026" },
    addresses: { pages: () => "https://example.com", prefix: "/v1" },
    ...{ targets: "any" as const, claimMs: 1_000 },
  };
  const both = [startWebhookWorkers(options), startWebhookWorkers(options)];
  await expect.poll(() => storage.committed.webhooks.nextDueAt()).toBe(undefined);
  await Promise.all(both.map((each) => each.close()));
}

test("of several workers, one at a time sends to a webhook, and each message once", async () => {
  let pending = 0;
  let most = 0;
  const { url, received } = await startReceiver(async (response) => {
    pending += 1;
    most = Math.max(most, pending);
    await setTimeout(10);
    pending -= 1;
    response.writeHead(204).end();
  });
  const { folder } = await leaveMessages(url, 10);
  const storage = await openStorage({ database: await databaseOf(folder), clock: systemClock });
  onTestFinished(() => storage.close());
  await sendAll(storage);
  const ids = received.map(({ headers: own }) => own["webhook-id"]);
  expect([ids.length, new Set(ids).size, most]).toEqual([10, 10, 1]);
});

test("messages keep their order over an outage of the receiver", async () => {
  const { url, received } = await startReceiver((response, count) =>
    response.writeHead(count < 2 ? 503 : 204).end(),
  );
  const { folder } = await leaveMessages(url, 3);
  const storage = await openStorage({ database: await databaseOf(folder), clock: systemClock });
  onTestFinished(() => storage.close());
  await sendAll(storage);
  const numbers = received.map(({ body }) => JSON.parse(body).data.number);
  expect(numbers).toEqual([1, 1, 1, 2, 3]);
});

test("a message that alone is refused is overtaken in the end", async () => {
  const { url } = await startReceiver();
  const left = await leaveMessages(url, 2);
  const storage = await openStorage({
    database: await databaseOf(left.folder),
    clock: systemClock,
  });
  onTestFinished(() => storage.close());
  // The service has tried them before.
  const now = Date.now() + 3_600_000;
  const claim = (at: number) => storage.transaction(({ webhooks }) => webhooks.claim(at, at + 1));
  const refuse = async (at: number, delayMs: number) => {
    const message = await claim(at);
    if (message === undefined) return undefined;
    await storage.transaction(({ webhooks }) => webhooks.retryAt(message, at + delayMs, at));
    return message.id;
  };
  const [first, none] = [await refuse(now, 256_000), await claim(now + 255_999)];
  expect([first, none]).toEqual([expect.any(Number), undefined]);
  expect(await refuse(now + 256_000, 512_000)).toBe(first);
  expect(await claim(now + 555_999)).toBe(undefined);
  expect((await claim(now + 556_000))?.id).not.toBe(first);
});

test("a message whose sender was killed is sent again, with the same id", async () => {
  const { url, received } = await startReceiver((response, count) => {
    if (count > 0) response.writeHead(204).end();
  });
  const { folder } = await leaveMessages(url, 1);
  const database = await databaseOf(folder);
  const child = fork(new URL("./sending-process.ts", import.meta.url), [JSON.stringify(database)], {
    execArgv: ["--conditions=@specwright/source", "--no-warnings"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await expect.poll(() => received.length).toBe(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  const storage = await openStorage({ database, clock: systemClock });
  onTestFinished(() => storage.close());
  await sendAll(storage);
  const [before, after, ...more] = received;
  expect(more).toEqual([]);
  expect(after?.headers["webhook-id"]).toMatch(/^published_/);
  expect([after?.headers["webhook-id"], after?.body]).toEqual([
    before?.headers["webhook-id"],
    before?.body,
  ]);
});
