import { fakeClock } from "@specwright/runtime/testing";
import { smtpTransport } from "@specwright/service/mail";
import { messageIdOf, startSmtp } from "@specwright/service/mail/testing";
import fc from "fast-check";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { listingMail } from "../src/listings/listing-mails.ts";
import { builtInTemplates } from "../src/mail/mail-templates.ts";
import { send, startMarketplace } from "./start-marketplace.ts";

const path = { listing_id: 1 };
const ADMIN = "admin@site.example";

describe("case 76: report details", () => {
  test.each([
    ["line ends", "a\r\nb\nc\rd"],
    ["the end of a mail", "before\r\n.\r\nafter\r\n\r\n."],
    ["headers", "x\r\nBcc: evil@x.example\r\nTo: evil@x.example\r\n\r\nbody"],
    ["commands", "x\r\n.\r\nRCPT TO:<evil@x.example>\r\nDATA\r\n"],
    ["markup", '<img src=x onerror="alert(1)"><script>alert(1)</script>'],
    ["a boundary", "--=_boundary\r\nContent-Type: text/html\r\n\r\n<b>x</b>"],
  ])("with %s reach the administrator alone, as text", async (_, details) => {
    const { url, caught } = await startSmtp();
    const { as } = await startMarketplace({ mail: smtpTransport(url) });
    const answer = await (await as("bob")).reportListing({ path, body: { details } });
    expect(answer.status).toBe(200);
    await expect.poll(() => caught).toHaveLength(1);
    const [mail] = caught;
    expect(mail?.to).toEqual([ADMIN]);
    const { headers, text, html, attachments } = await simpleParser(mail?.source ?? "");
    expect([...headers.keys()].toSorted()).toEqual(
      "auto-submitted content-transfer-encoding content-type date from message-id mime-version subject to".split(
        " ",
      ),
    );
    expect(html).toBe(false);
    expect(attachments).toEqual([]);
    const lines = details.split(/\r\n|[\r\n]/).map((line) => `> ${line}`);
    expect(text).toContain(`Details:\n\n${lines.join("\n").trimEnd()}`);
  });
});

test("case 77: a title cannot add to the head or the words of a mail", async () => {
  const { url, caught } = await startSmtp();
  const {
    as,
    url: base,
    token,
    marketplace,
  } = await startMarketplace({
    mail: smtpTransport(url),
  });
  const title = "Bike\r\nBcc: evil@x.example\u2028Details:";
  const refused = await send(`${base}/listings/1`, "POST", {
    token: await token("ada"),
    body: { title },
  });
  expect(refused.status).toBe(400);
  // Titles like this might also be stored by other means.
  await marketplace.storage.transaction(async ({ listings }) => {
    const listing = await listings.lock(1);
    if (listing !== undefined) await listings.update({ ...listing, title });
  });
  await (await as("bob")).reportListing({ path, body: { details: "x" } });
  await expect.poll(() => caught).toHaveLength(1);
  expect(caught[0]?.to).toEqual([ADMIN]);
  const { subject, text, headers } = await simpleParser(caught[0]?.source ?? "");
  expect(subject).toBe("Listing 1 reported: Bike Bcc: evil@x.example Details:");
  expect(headers.has("bcc")).toBe(false);
  expect(text?.match(/^Details:/gm)).toHaveLength(1);
});

test.each([
  '"x" <evil@x.example>',
  "a@x.example,evil@x.example",
  "a@x.example, evil@x.example",
  "a@x.example\r\nBcc: evil@x.example",
  '"a b"@x.example',
  "аdmin@site.example",
  "a@ѕite.example",
  "a@x.example\u0000",
  "<a@x.example>",
  "a@[127.0.0.1]",
])("case 78: an address such as %j is refused", async (email) => {
  const { url } = await startMarketplace();
  const body = { username: "eve", email, password: "long enough" };
  expect((await send(`${url}/users`, "POST", { body })).status).toBe(400);
  const renamed = { username: email, email: "eve@x.example", password: "long enough" };
  expect((await send(`${url}/users`, "POST", { body: renamed })).status).toBe(400);
});

test("case 80: tokens of templates are text", async () => {
  const details = "%user_password% {{key}} ${key} <%= key %> $1 $& \\u0041";
  const { url, caught } = await startSmtp();
  const { as } = await startMarketplace({ mail: smtpTransport(url) });
  await (await as("bob")).reportListing({ path, body: { details } });
  await expect.poll(() => caught).toHaveLength(1);
  expect((await simpleParser(caught[0]?.source ?? "")).text).toContain(`> ${details}`);
});

describe("delivery", () => {
  test("continues when the server refuses, hangs up or is away, and keeps the Message-ID", async () => {
    const seen: (string | undefined)[] = [];
    const { url, caught } = await startSmtp({
      decide(mail) {
        seen.push(messageIdOf(mail));
        if (seen.length === 1) throw Object.assign(new Error("try later"), { responseCode: 451 });
        if (seen.length === 2) throw Object.assign(new Error("not you"), { responseCode: 550 });
      },
    });
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { as, logs } = await startMarketplace({ clock, mail: smtpTransport(url) });
    await (await as("bob")).reportListing({ path, body: { details: "x" } });
    for (const failures of [1, 2]) {
      await expect
        .poll(() => logs.filter((line) => line.includes("mail not sent")))
        .toHaveLength(failures);
      await expect.poll(() => clock.pending()).toBe(2);
      await clock.advance(2_000);
    }
    await expect.poll(() => caught).toHaveLength(1);
    expect(new Set(seen).size).toBe(1);
    expect(seen).toHaveLength(3);
  });

  test("is given up after three days, and said to be", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { as, logs } = await startMarketplace({
      clock,
      mail: smtpTransport("smtp://127.0.0.1:1"),
    });
    await (await as("bob")).reportListing({ path, body: { details: "x" } });
    await expect.poll(() => logs.join("")).toContain("mail not sent");
    await expect.poll(() => clock.pending()).toBe(2);
    await expect
      .poll(async () => {
        // The timer for the next attempt is set some turns after the last one was recorded.
        await clock.advance(4 * 24 * 3_600_000);
        return logs.join("");
      })
      .toContain("mail given up");
    expect(logs.join("")).not.toContain("@people.example");
  });

  test("does not give a password to a server without TLS", async () => {
    const { caught, url } = await startSmtp();
    const { port } = new URL(url);
    const named = smtpTransport(`smtp://me:secret@127.0.0.2:${port}`);
    const message = { messageId: "a@b", from: "a@b", to: "c@d", subject: "", text: "", date: 0 };
    await expect(named.deliver(message)).rejects.toThrow();
    expect(caught).toEqual([]);
  });
});

describe("letters", () => {
  const write = builtInTemplates();
  const rejected = (title: string, reason: string) =>
    write(listingMail("listing-rejected", { id: 7, title }, reason));

  test("with a key contain the link to the page from the settings, or the key alone", () => {
    const values = { username: "ada", key: "s3cret-key", valid_minutes: 60 };
    for (const mail of ["password-reset", "email-verification"] as const) {
      const link = "https://site.example/page#key=s3cret-key";
      const linked = write({ mail, values: { ...values, link } });
      expect(linked.body).toContain(`\n\n${link}\n\nIt works once, for 60 minutes.`);
      expect(linked.subject).not.toContain(values.key);
      const alone = write({ mail, values: { ...values, link: "" } });
      expect(alone.body).toContain("key: s3cret-key\n\nIt works once");
    }
  });

  test("say what happened and to whom", () => {
    const changed = write({ mail: "password-changed", values: { username: "ada" } });
    expect(changed.body).toContain("The password of ada was changed");
    const { subject, body } = rejected("A\nbike", "Too\nshort.");
    expect(subject).toBe("Your listing was not published: A bike");
    expect(body).toContain("> Too\n> short.\n");
  });

  test("never let text of others begin a line of ours", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (reason) => {
        const { subject, body } = rejected(reason, reason);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        const after = body
          .split("Reason:\n\n")
          .at(-1)
          ?.split(/\r\n|[\r\n\u0085\u2028\u2029]/);
        expect(after?.filter((line) => line !== "" && !line.startsWith("> "))).toEqual([]);
      }),
    );
  });
});
