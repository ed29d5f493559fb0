import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageIdOf, startSmtp } from "@specwright/service/mail/testing";
import { expect, test } from "vitest";
import { logInAt, PEOPLE, temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";
import { databaseVariables } from "./test-database.ts";

const path = { listing_id: 1 };

async function variables(smtpUrl: string): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  const settings = join(folder, "settings.json");
  await writeFile(settings, JSON.stringify({ seed: PEOPLE }));
  return {
    ...(await databaseVariables(folder)),
    MARKETPLACE_DATA: folder,
    MARKETPLACE_SETTINGS: settings,
    MARKETPLACE_SMTP_URL: smtpUrl,
    MARKETPLACE_MAIL_CLAIM_SECONDS: "2",
  };
}

test("case 92: a crash between the commit and the mail sends it once", async () => {
  const asked = Promise.withResolvers<void>();
  let starts = 0;
  const { url, caught } = await startSmtp({
    async decide() {
      if (starts > 1) return;
      asked.resolve();
      // The requesting process ends before it gets an answer; the mail was not accepted.
      await crashed.promise;
      throw new Error("not taken");
    },
  });
  const crashed = Promise.withResolvers<void>();
  const environment = await variables(url);
  starts += 1;
  const first = startProcess(environment);
  const bob = await logInAt(await first.url, "bob");
  expect((await bob.reportListing({ path, body: { details: "x" } })).status).toBe(200);
  await asked.promise;
  first.child.kill("SIGKILL");
  await first.exit;
  starts += 1;
  crashed.resolve();

  const second = startProcess(environment);
  await second.url;
  await expect.poll(() => caught).toHaveLength(1);
  const again = await logInAt(await second.url, "root");
  expect((await again.reportListing({ path, body: { details: "y" } })).status).toBe(200);
  await expect.poll(() => caught).toHaveLength(2);
  second.child.kill("SIGTERM");
  expect(await second.exit).toBe(0);
  expect(new Set(caught.map(messageIdOf)).size).toBe(2);
});

test("case 92: a crash between the server's yes and the note of it repeats the Message-ID", async () => {
  const taken = Promise.withResolvers<void>();
  const { url, caught } = await startSmtp({
    async decide() {
      if (caught.length > 0) return;
      taken.resolve();
      await crashed.promise;
    },
  });
  const crashed = Promise.withResolvers<void>();
  const environment = await variables(url);
  const first = startProcess(environment);
  const bob = await logInAt(await first.url, "bob");
  await bob.reportListing({ path, body: { details: "x" } });
  await taken.promise;
  first.child.kill("SIGKILL");
  await first.exit;
  crashed.resolve();
  await expect.poll(() => caught).toHaveLength(1);

  const second = startProcess(environment);
  await expect.poll(() => caught).toHaveLength(2);
  second.child.kill("SIGTERM");
  expect(await second.exit).toBe(0);
  expect(caught).toHaveLength(2);
  expect(new Set(caught.map(messageIdOf)).size).toBe(1);
});
