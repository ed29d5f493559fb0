// How mails to subscribers are sent: their order, retries, refusals, and texts that others wrote.

import { messageIdOf } from "@specwright/service/mail/testing";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { first, freePort, linkIn, startMailing } from "./start-mailing.ts";
import { publishAll, shop } from "./start-publisher.ts";

const HOUR = 3_600_000;
const ada = "ada@people.example";
const second = { document: shop("1.1", "orders", "pets"), release_title: "No users" };

describe("delivery", () => {
  test("keeps the order and the Message-ID of each subscriber while a server refuses", async () => {
    const seen: (string | undefined)[] = [];
    const mailing = await startMailing(
      {},
      {
        decide(mail) {
          if (!mail.source.includes("List-Id")) return;
          seen.push(messageIdOf(mail));
          if (seen.length <= 2) throw Object.assign(new Error("later"), { responseCode: 451 });
        },
      },
    );
    const { subscribe, publish, caught } = mailing;
    await subscribe(ada);
    await publish(second);
    await publish({ document: shop("1.2", "orders") });
    await expect.poll(() => caught.length).toBe(3);
    const subjects = await Promise.all(
      caught.slice(1).map(async ({ source }) => (await simpleParser(source)).subject),
    );
    expect(subjects).toEqual(["Shop 1.1: No users", "Shop 1.2: 1 breaking change"]);
    expect(new Set(seen).size).toBe(2);
    expect(seen.slice(0, 3)).toEqual([seen[0], seen[0], seen[0]]);
    expect(mailing.logs.join("\n")).toContain("returned 451");
  });

  test.each([
    ["550 5.1.1 <ada@people.example> no such user", true],
    ["550 no such user", true],
    ["554 5.7.1 relay access denied", false],
    ["550 5.7.1 blocked", false],
    ["450 4.2.1 try again", false],
  ])("to an address that is refused with %s ends the subscription: %j", async (answer, isEnded) => {
    let isRefused = false;
    const { subscribe, publish, publisher, pass, logs } = await startMailing(
      {},
      { refusal: () => (isRefused ? answer : undefined) },
    );
    await subscribe(ada);
    isRefused = true;
    const { subscribers } = publisher.storage.committed;
    await publish(second);
    const said = isEnded ? "rejected the address of a subscriber" : "mail not sent";
    const count = () => logs.filter((line) => line.includes(said)).length;
    for (let times = 1; times <= 3; times++) {
      await expect.poll(count).toBeGreaterThanOrEqual(times);
      expect((await subscribers.list()).length).toBe(1);
      pass(6 * HOUR + 1);
      publisher.services.mail?.wake();
    }
    if (isEnded) await expect.poll(() => subscribers.list()).toEqual([]);
    else expect((await subscribers.list()).length).toBe(1);
    expect(logs.join("\n")).not.toContain("people.example");
  });

  test("to an address that is refused before it is confirmed leaves only a log line", async () => {
    const { request, publisher, logs } = await startMailing(
      {},
      { refusal: () => "550 5.1.1 <ada@people.example> no such user" },
    );
    await request(ada);
    await expect
      .poll(() => logs.join("\n"))
      .toContain("the mail server rejected the address of a new subscriber");
    expect(await publisher.storage.committed.subscribers.list()).toEqual([]);
    expect(logs.join("\n")).not.toContain("people.example");
  });

  test("to an unreachable server is logged with the server and the cause", async () => {
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    const { request, logs } = await startMailing({ mail: { smtpUrl } });
    await request(ada);
    const cause = `connect ECONNREFUSED ${smtpUrl.slice("smtp://".length)}`;
    await expect.poll(() => logs.join("\n")).toContain(cause);
    expect(logs.join("\n")).not.toContain("stack");
  });

  test("is not affected by text of others", async () => {
    const { publisher, request, caught, subscribe, publish } = await startMailing();
    const evil = "Shop\r\nBcc: eve@people.example\r\n\r\n<script>{{link}}";
    await publisher.storage.transaction(async ({ interfaces }) => {
      const owner = await interfaces.lock("shop");
      if (owner !== undefined) await interfaces.update({ ...owner, title: evil });
    });
    await subscribe(ada);
    await publish({ document: shop("1.1", "orders"), release_title: evil, release_notes: evil });
    await expect.poll(() => caught.length).toBe(2);
    for (const { source, to } of caught) {
      const { headers, html } = await simpleParser(source);
      expect(to).toEqual([ada]);
      expect(headers.has("bcc")).toBe(false);
      expect(`${html}`).not.toContain("<script>");
    }
    expect((await request("grace@people.example")).text).not.toContain("<script>{{");
  });
});

test("the first version of an interface and one without changes can be mailed", async () => {
  const mailing = await startMailing();
  const { request, caught, publish, post } = mailing;
  await publishAll(mailing, "empty", []);
  await request(ada, "empty");
  await expect.poll(() => caught.length).toBe(1);
  await post(linkIn(`${caught[0]?.source}`, "confirm"));
  await publish({ ...first, interface: "empty" });
  await expect.poll(() => caught.length).toBe(2);
  await publish({ document: shop("1.0.1", "orders", "users"), interface: "empty" });
  await expect.poll(() => caught.length).toBe(3);
  const { text } = await simpleParser(`${caught[2]?.source}`);
  expect(text).toContain("No changes of the contract are recorded.");
});
