import { join } from "node:path";
import { mailFolder } from "@specwright/marketplace";
import { fakeClock } from "@specwright/runtime/testing";
import type { MailMessage } from "@specwright/service/mail";
import { describe, expect, test } from "vitest";
import { PEOPLE, readMails, startMarketplace, temporaryFolder } from "./start-marketplace.ts";

const path = { listing_id: 1 };

function headersOf(mail: string): readonly string[] {
  const [head = ""] = mail.split("\r\n\r\n");
  return head.replaceAll("\r\n ", " ").split("\r\n");
}

describe("reportListing", () => {
  test("stores the report and mails one person", async () => {
    const { as, mails } = await startMarketplace();
    const details = 'Sold\r\n.\r\nBcc: evil@x.example\r\n\r\n<script>alert("x")</script> ünï 🚲';
    const answer = await (await as("bob")).reportListing({ path, body: { details } });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: 1, listing_id: 1, details } },
    });
    await expect.poll(mails).toHaveLength(1);
    const [mail = ""] = await mails();
    const headers = headersOf(mail);
    expect(headers.filter((line) => /^(to|cc|bcc):/i.test(line))).toEqual([
      "To: <admin@site.example>",
    ]);
    expect(headers).toContain("Subject: Listing 1 reported: published");
    expect(mail.split("\r\n")).toContain("> Bcc: evil@x.example");
    expect(mail).not.toMatch(/^\.$/m);
    expect(mail).toContain("Reported by: bob (user 2)");
  });

  test("takes one report of a user, even of many at once", async () => {
    const { as, mails } = await startMarketplace();
    const bob = await as("bob");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bob.reportListing({ path, body: { details: "x" } })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "already_reported",
    });
    expect((await (await as("root")).reportListing({ path, body: { details: "x" } })).status).toBe(
      200,
    );
    await expect.poll(mails).toHaveLength(2);
  });

  test("does not fail with its mail, which is tried again", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const attempts: number[] = [];
    const { as, logs } = await startMarketplace({
      clock,
      mail: {
        async deliver() {
          attempts.push((clock.now() - Date.UTC(2026, 0, 1)) / 1000);
          if (attempts.length < 4) throw new Error("the server is away");
        },
      },
    });
    const answer = await (await as("bob")).reportListing({ path, body: { details: "x" } });
    expect(answer.status).toBe(200);
    await expect.poll(() => attempts).toEqual([0]);
    for (const want of [
      [0, 1],
      [0, 1, 3],
      [0, 1, 3, 7],
    ]) {
      const tried = attempts.length;
      const notSent = () => logs.filter((line) => line.includes("mail not sent"));
      await expect.poll(notSent).toHaveLength(tried);
      // After an attempt, a timer waits for the next one, in addition to the sweeper's timer.
      await expect.poll(() => clock.pending()).toBe(2);
      const waitMs = ((want.at(-1) ?? 0) - (attempts.at(-1) ?? 0)) * 1000;
      await clock.advance(waitMs - 1);
      expect(attempts).toHaveLength(tried);
      await clock.advance(1);
      await expect.poll(() => attempts).toEqual(want);
    }
    await expect.poll(() => logs.join("")).toContain("mail sent");
    await clock.advance(3_600_000);
    expect(attempts).toEqual([0, 1, 3, 7]);
  });
});

describe("mail that a stop left behind", () => {
  const details = "left behind";

  test("leaves once at the next start, and never again", async () => {
    const folder = await temporaryFolder();
    const delivered: MailMessage[] = [];
    const mail = { deliver: async (message: MailMessage) => void delivered.push(message) };
    const first = await startMarketplace({ folder, mail: { deliver: failing } });
    await (await first.as("bob")).reportListing({ path, body: { details } });
    await first.marketplace.close();
    expect(await readMails(folder)).toEqual([]);

    const clock = fakeClock(Date.now() + 60_000);
    for (const _start of [1, 2]) {
      const next = await startMarketplace({ folder, mail, clock });
      await expect.poll(() => delivered).toHaveLength(1);
      await next.marketplace.close();
    }
    expect(delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({ to: "admin@site.example", from: "marketplace@localhost" });
  });

  test("leaves while the service stops, when it can", async () => {
    const folder = await temporaryFolder();
    const running = await startMarketplace({ folder });
    await (await running.as("bob")).reportListing({ path, body: { details } });
    await running.marketplace.close();
    expect(await readMails(folder)).toHaveLength(1);
  });

  test("is one file, though it was delivered before the crash", async () => {
    const folder = await temporaryFolder();
    const { deliver } = mailFolder(join(folder, "mail"));
    const running = await startMarketplace({
      folder,
      mail: {
        async deliver(message) {
          await deliver(message);
          throw new Error("gone before it knew");
        },
      },
    });
    await (await running.as("bob")).reportListing({ path, body: { details } });
    await expect.poll(running.mails).toHaveLength(1);
    await running.marketplace.close();
    const again = await startMarketplace({ folder, seed: PEOPLE });
    await again.marketplace.close();
    expect(await readMails(folder)).toHaveLength(1);
  });
});

async function failing(): Promise<void> {
  throw new Error("the server is away");
}
