import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logInAt, PASSWORD, PEOPLE, readMails, temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";
import { databaseVariables } from "./test-database.ts";

/** Sends half of a request; `finish` sends the rest and returns the status. */
async function sendSlowly(url: string, body: object): Promise<{ finish(): Promise<number> }> {
  const text = JSON.stringify(body);
  const headers = {
    "content-type": "application/json",
    "content-length": text.length,
    expect: "100-continue",
  };
  const sent = request(url, { method: "POST", headers, agent: false });
  const answered = once(sent, "response");
  sent.flushHeaders();
  // Now the other side has received it too.
  await once(sent, "continue");
  sent.write(text.slice(0, 10));
  return {
    async finish() {
      sent.end(text.slice(10));
      const [response] = await answered;
      response.resume();
      return response.statusCode;
    },
  };
}

test("serves, is killed, serves the same data, and stops cleanly", async () => {
  const folder = await temporaryFolder();
  const settings = join(folder, "settings.json");
  await writeFile(
    settings,
    JSON.stringify({
      seed: PEOPLE,
      custom_fields: { listings: { weight_kg: { schema: { type: "number" } } } },
    }),
  );
  const environment = {
    ...(await databaseVariables(folder)),
    MARKETPLACE_MAIL_CLAIM_SECONDS: "2",
    MARKETPLACE_DATA: folder,
    MARKETPLACE_SETTINGS: settings,
    MARKETPLACE_ADMIN_EMAIL: "admin@site.example",
  };

  const first = startProcess(environment);
  const bob = await logInAt(await first.url, "bob");
  const listings = Array.from({ length: 5 }, (_, index) =>
    bob.createListing({ body: { title: `${index}` } }),
  );
  await Promise.all(listings);
  const path = { listing_id: 1 };
  const report = await bob.reportListing({ path, body: { details: "x" } });
  first.child.kill("SIGKILL");
  expect(report.status).toBe(200);
  expect(await first.exit).toBe("SIGKILL");

  const second = startProcess(environment);
  const again = await logInAt(await second.url, "bob");
  const page = await again.listListings({ query: { user_id: 2 } });
  expect(page).toMatchObject({ status: 200, body: { data: { length: 5 } } });
  expect((await again.reportListing({ path, body: { details: "x" } })).status).toBe(409);
  await expect.poll(() => readMails(folder)).toHaveLength(1);
  const last = await sendSlowly(`${await second.url}/users/login`, {
    username_or_email: "bob",
    password: PASSWORD,
  });
  second.child.kill("SIGTERM");
  await expect.poll(second.errors).toContain('"stopping"');
  expect(await last.finish()).toBe(200);
  expect(await second.exit).toBe(0);
  expect(await readMails(folder)).toHaveLength(1);
});

test("says everything that keeps it from starting, in one line, without secrets", async () => {
  const settings = join(await temporaryFolder(), "settings.json");
  const fields = { users: { a: {} } };
  await writeFile(settings, JSON.stringify({ registration: "maybe", custom_fields: fields }));
  const { url, exit, errors } = startProcess({
    MARKETPLACE_SETTINGS: settings,
    MARKETPLACE_PORT: "http",
    DATABASE_URL: "mysql://me:secret@x/y",
    MARKETPLACE_SMTP_URL: "http://me:secret@x",
    MARKETPLACE_ADMIN_EMAIL: "a@b, c@d",
    MARKETPLACE_MAIL_FORM: "a@b",
  });
  expect(await url).toBeUndefined();
  expect(await exit).toBe(1);
  const lines = errors().trim().split("\n");
  expect(lines).toHaveLength(1);
  const { message } = JSON.parse(lines[0] ?? "");
  for (const want of [
    'MARKETPLACE_PORT must be a whole number from 0 to 65535, not "http"',
    "DATABASE_URL must be a postgres:// URL with a host and a database",
    "MARKETPLACE_SMTP_URL must be an smtp:// or smtps:// URL",
    'MARKETPLACE_ADMIN_EMAIL must be one mail address, not "a@b, c@d"',
    "unknown setting MARKETPLACE_MAIL_FORM",
    "/registration",
    "/custom_fields/users/a",
  ]) {
    expect(message).toContain(want);
  }
  expect(message).not.toContain("secret");
});

test.each([
  {
    environment: { MARKETPLACE_SETTINGS: "/nonexistent" },
    want: "MARKETPLACE_SETTINGS: cannot read the settings /nonexistent",
  },
  {
    environment: { MARKETPLACE_MAIL_TEMPLATES: "/nope" },
    want: "MARKETPLACE_MAIL_TEMPLATES: cannot read /nope",
  },
  {
    environment: { MARKETPLACE_DATA: "/dev/null/x" },
    want: "MARKETPLACE_DATA must be a writable folder",
  },
  {
    environment: { MARKETPLACE_DATA: "/proc/x" },
    want: "MARKETPLACE_DATA must be a writable folder",
  },
  {
    environment: { MARKETPLACE_HOST: "192.0.2.1" },
    want: "192.0.2.1 is not an address of this machine: correct MARKETPLACE_HOST",
  },
])("does not start with $environment", async ({ environment, want }) => {
  const { exit, errors } = startProcess(environment);
  expect(await exit).toBe(1);
  expect(errors()).toContain(want);
  expect(errors().trim().split("\n")).toHaveLength(1);
});
