// Subscriptions by mail: from the form of the changelog to the mails about versions, and their end.

import { systemClock } from "@specwright/runtime";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { linkIn, startMailing } from "./start-mailing.ts";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";
import { execute, temporaryFolder } from "./test-services.ts";

const HOUR = 3_600_000;
const ada = "ada@people.example";
const second = { document: shop("1.1", "orders", "pets"), release_title: "No users" };
const path = { interface: "shop" };

test("a form of another site is refused, and orders no mail", async () => {
  const { site, publisher } = await startMailing();
  const answer = await fetch(`${site}/shop/subscribe.html`, {
    method: "POST",
    body: new URLSearchParams({ address: ada }),
    headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  });
  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining("The form was sent from another site"),
  ]);
  expect(await publisher.storage.committed.subscribers.waiting()).toBe(0);
});

test("an address is subscribed by a form and a button, and ends by a click of a mail program", async () => {
  const mailing = await startMailing();
  const { site, caught, request, get, post, publish } = mailing;
  const page = await get(`${site}/shop/changes.html`);
  expect(page.text.slice(0, page.text.indexOf("<h2"))).toContain(
    '<form class="subscribe" method="post" action="subscribe.html">',
  );
  const answer = await request(ada);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  await expect.poll(() => caught.length).toBe(1);
  const [asked] = caught;
  expect([asked?.from, asked?.to]).toEqual(["contracts@site.example", [ada]]);
  expect((await simpleParser(`${asked?.source}`)).subject).toBe(
    "Confirm your subscription to Shop",
  );

  // A scanner of mail opens links.
  const link = linkIn(`${asked?.source}`, "confirm");
  for (let count = 0; count < 2; count++) {
    const opened = await get(link);
    expect([opened.status, opened.text]).toEqual([
      200,
      expect.stringContaining(">Confirm</button>"),
    ]);
  }
  await publish({ document: shop("1.0.1", "orders", "users") });
  expect(await mailing.publisher.storage.committed.subscribers.waiting()).toBe(0);
  const confirmed = await post(`${site}/confirm.html`, `token=${link.split("token=")[1]}`);
  expect([confirmed.status, confirmed.text]).toEqual([
    200,
    expect.stringContaining("You are subscribed"),
  ]);
  expect((await get(link)).text).toContain("You are subscribed");

  await publish(second);
  await expect.poll(() => caught.length).toBe(2);
  const mail = await simpleParser(`${caught[1]?.source}`);
  const unsubscribe = linkIn(`${caught[1]?.source}`, "unsubscribe");
  expect(mail.subject).toBe("Shop 1.1: No users");
  expect(caught[1]?.source).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(caught[1]?.source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(caught[1]?.source).toContain("List-Id: <shop.127.0.0.1>\r\n");
  expect(caught[1]?.source).toContain("Auto-Submitted: auto-generated\r\n");
  for (const part of [mail.text ?? "", `${mail.html}`.replaceAll("&#x3D;", "=")]) {
    expect(part).toContain(`${site}/shop/versions/3/changes.html`);
    expect(part).toContain(unsubscribe);
    expect(part.indexOf("Breaking (1)")).toBeGreaterThan(0);
    expect(part.indexOf("Not breaking (1)")).toBeGreaterThan(part.indexOf("Breaking (1)"));
  }

  expect((await get(unsubscribe)).text).toContain(">Unsubscribe</button>");
  expect((await post(unsubscribe, "List-Unsubscribe=One-Click")).status).toBe(200);
  // The programs of mail may do so again, and links of old mails stay harmless.
  expect((await post(unsubscribe, "List-Unsubscribe=One-Click")).status).toBe(200);
  expect((await post(link)).status).toBe(404);
  await publish({ document: shop("1.2", "orders") });
  expect(await mailing.publisher.storage.committed.subscribers.list()).toEqual([]);
  expect(await mailing.publisher.storage.committed.subscribers.waiting()).toBe(0);
  expect(caught.length).toBe(2);
});

test("one click takes both encodings of RFC 8058", async () => {
  const { site, get, subscribe, publish, caught, publisher } = await startMailing();
  await subscribe(ada);
  await publish(second);
  await expect.poll(() => caught.length).toBe(2);
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const link = linkIn(`${caught[1]?.source}`, "unsubscribe");
  expect((await fetch(link, { method: "POST", body })).status).toBe(200);
  expect(await publisher.storage.committed.subscribers.list()).toEqual([]);
  expect((await get(`${site}/unsubscribe.html`)).status).toBe(200);
});

describe("callers cannot find out whether an address is subscribed, or fill a mailbox", () => {
  test("the answer is the same, and a subscriber gets no mail", async () => {
    const { caught, request, subscribe, pass, publisher } = await startMailing();
    await subscribe(ada);
    pass(HOUR);
    const [known, unknown] = [await request(ada), await request("grace@people.example")];
    expect(known.text).toBe(unknown.text);
    expect(known.status).toBe(unknown.status);
    await expect.poll(() => publisher.storage.committed.subscribers.waiting()).toBe(0);
    expect(caught.map(({ to }) => to)).toEqual([[ada], ["grace@people.example"]]);
  });

  test("an address is mailed once an hour, however it is written, and five times a day", async () => {
    const { caught, request, pass, publisher } = await startMailing({ rateLimits: {} });
    for (const address of [ada, "Ada@People.example", "a.da+1@people.example", ada]) {
      expect((await request(address)).status).toBe(200);
    }
    const { subscribers } = publisher.storage.committed;
    for (let count = 0; count < 7; count++) {
      await expect.poll(() => subscribers.waiting()).toBe(0);
      pass(HOUR);
      expect((await request(ada)).status).toBe(200);
    }
    await expect.poll(() => subscribers.waiting()).toBe(0);
    expect(caught.length).toBe(5);
    pass(24 * HOUR);
    await request(ada);
    await expect.poll(() => caught.length).toBe(6);
  });

  test("a caller has 20 requests an hour, unless rate limits are off", async () => {
    const { request, pass } = await startMailing({ rateLimits: {} });
    const send = (count: number) => request(`somebody-${count}@people.example`);
    for (let count = 0; count < 20; count++) expect((await send(count)).status).toBe(200);
    const refused = await send(20);
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining("Try again")]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    pass(HOUR);
    expect((await send(21)).status).toBe(200);
    const unlimited = await startMailing();
    for (let count = 0; count < 21; count++) {
      expect((await unlimited.request(`n${count}@people.example`)).status).toBe(200);
    }
  });

  test.each([
    "",
    "ada",
    "ada@people.example, eve@people.example",
    "ada@people.example\r\nBcc: eve@people.example",
    "<ada@people.example>",
    `${"x".repeat(64)}@${"y".repeat(200)}.example`,
  ])("%j is not an address", async (address) => {
    const { request, publisher } = await startMailing();
    const { status, text } = await request(address);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining("This is not a valid mail address."),
    ]);
    expect(await publisher.storage.committed.subscribers.waiting()).toBe(0);
  });
});

test("tokens are stored as digests, and neither tokens nor addresses are in the log", async () => {
  const { subscribe, publish, caught, folder, logs, get } = await startMailing();
  const link = await subscribe(ada);
  await publish(second);
  await expect.poll(() => caught.length).toBe(2);
  const links = [link, linkIn(`${caught[1]?.source}`, "unsubscribe")];
  await get(links[1] ?? "");
  const tokens = links.map((each) => each.split("token=")[1] ?? "");
  expect(new Set(tokens).size).toBe(2);
  const rows = await execute(folder, "SELECT * FROM subscriber_tokens");
  expect(rows.length).toBe(2);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(logs.join("\n")).not.toContain(token);
  }
  expect(logs.join("\n")).not.toContain("people.example");
});

test("an unconfirmed subscriber is deleted after three days, and the link expires before", async () => {
  const folder = await temporaryFolder();
  const { caught, request, pass, post, publisher } = await startMailing({ folder });
  await request(ada);
  await expect.poll(() => caught.length).toBe(1);
  const link = linkIn(`${caught[0]?.source}`, "confirm");
  pass(3 * 24 * HOUR);
  expect((await post(link)).status).toBe(404);
  expect((await publisher.storage.committed.subscribers.list()).length).toBe(1);
  await publisher.close();
  const clock = { ...systemClock, now: () => systemClock.now() + 3 * 24 * HOUR };
  const later = await startPublisher({ folder, clock });
  await expect.poll(() => later.publisher.storage.committed.subscribers.list()).toEqual([]);
  expect(await execute(folder, "SELECT * FROM subscriber_tokens")).toEqual([]);
});

test("mails that stay unsent for four days are deleted", async () => {
  const folder = await temporaryFolder();
  const mailing = await startMailing({ folder });
  await mailing.subscribe(ada);
  await mailing.publisher.close();
  const silent = await startPublisher({ folder });
  await publishAll(silent, "shop", [second]);
  await silent.publisher.close();
  for (const [days, left] of [
    [3, 1],
    [4, 0],
  ] as const) {
    const clock = { ...systemClock, now: () => systemClock.now() + days * 24 * HOUR };
    const { publisher, logs } = await startPublisher({ folder, clock });
    const { subscribers } = publisher.storage.committed;
    if (left === 0) await expect.poll(() => logs.join()).toContain("subscribers expired");
    expect(await subscribers.waiting()).toBe(left);
    expect((await subscribers.list()).length).toBe(1);
    await publisher.close();
  }
});

describe("a withdrawal", () => {
  test("as a version is mailed once, with the reason", async () => {
    const { subscribe, as, caught, publish, site } = await startMailing();
    await subscribe(ada);
    await publish(second);
    const admin = await as("admin");
    await admin.withdraw({ path, body: { scope: "version", number: 2, reason: "A\nmistake." } });
    await expect.poll(() => caught.length).toBe(3);
    const { subject, text } = await simpleParser(`${caught[2]?.source}`);
    expect(subject).toBe("Shop 1.1 was withdrawn");
    expect(text).toContain("> A\n> mistake.");
    expect(text).toContain(`${site}/shop/changes.html`);
  });

  test("as a branch is one mail, about the newest version", async () => {
    const { subscribe, as, caught, publish } = await startMailing();
    await subscribe(ada);
    await publish(second);
    await expect.poll(() => caught.length).toBe(2);
    const admin = await as("admin");
    await admin.withdraw({ path, body: { scope: "branch", branch: "main" } });
    await expect.poll(() => caught.length).toBe(3);
    const { text } = await simpleParser(`${caught[2]?.source}`);
    expect(text).toContain("Earlier versions that were withdrawn with it: 1.");
  });

  test("as an interface ends its subscriptions", async () => {
    const { subscribe, as, publisher, get, request } = await startMailing();
    const link = await subscribe(ada);
    const admin = await as("admin");
    await admin.withdraw({ path, body: { scope: "interface" } });
    expect(await publisher.storage.committed.subscribers.list()).toEqual([]);
    expect(await publisher.storage.committed.subscribers.waiting()).toBe(0);
    expect((await get(link)).status).toBe(404);
    expect((await request(ada)).status).toBe(404);
  });
});

describe("a private interface", () => {
  test("offers no mail, and other branches send none", async () => {
    const { as, site, request, publish, subscribe, caught, secret, publisher } =
      await startMailing();
    await subscribe(ada);
    await publish({ document: shop("9.0"), branch: "next" });
    expect(await publisher.storage.committed.subscribers.waiting()).toBe(0);
    const admin = await as("admin");
    await admin.putInterface({ path, body: { title: "Secret", visibility: "private" } });
    expect((await request("grace@people.example")).status).toBe(404);
    await publish(second);
    await expect.poll(() => publisher.storage.committed.subscribers.waiting()).toBe(0);
    expect(caught.length).toBe(1);
    const headers = { Authorization: `Token ${await secret("read")}` };
    const page = await (await fetch(`${site}/shop/changes.html`, { headers })).text();
    expect(page).toContain("Webhook");
    expect(page).not.toContain("subscribe.html");
    expect((await fetch(`${site}/shop/subscribe.html`, { headers })).status).toBe(404);
  });

  test("is not named on the pages of links that were mailed before", async () => {
    const { as, subscribe, publish, caught, get, post, publisher } = await startMailing();
    await subscribe(ada);
    await publish(second);
    await expect.poll(() => caught.length).toBe(2);
    const link = linkIn(`${caught[1]?.source}`, "unsubscribe");
    const admin = await as("admin");
    await admin.putInterface({ path, body: { title: "Secret plan", visibility: "private" } });
    expect((await get(link)).text).not.toContain("Secret plan");
    expect((await post(link)).text).not.toContain("Secret plan");
    expect(await publisher.storage.committed.subscribers.list()).toEqual([]);
  });
});

test("without a server for mail, nothing is offered, but a link still unsubscribes", async () => {
  const folder = await temporaryFolder();
  const before = await startMailing({ folder });
  await before.subscribe(ada);
  await before.publish(second);
  await expect.poll(() => before.caught.length).toBe(2);
  const { pathname, search } = new URL(linkIn(`${before.caught[1]?.source}`, "unsubscribe"));
  await before.publisher.close();
  const { site, publisher } = await startPublisher({ folder });
  const page = await (await fetch(`${site}/shop/changes.html`)).text();
  expect(page).not.toContain("subscribe.html");
  const refused = await fetch(`${site}/shop/subscribe.html`, {
    method: "POST",
    body: "address=a@b",
  });
  expect([refused.status, await refused.text()]).toEqual([
    404,
    expect.stringContaining("This service does not send mail."),
  ]);
  expect((await fetch(`${site}/shop/subscribe.html`)).status).toBe(404);
  expect((await fetch(`${site}${pathname}${search}`, { method: "POST" })).status).toBe(200);
  expect(await publisher.storage.committed.subscribers.list()).toEqual([]);
});
