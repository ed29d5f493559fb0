// The service as a process, from its sources.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { bearer, restTransport } from "@specwright/rest-client";
import { expect, onTestFinished, test } from "vitest";
import { mailsOf, PASSWORD, PEOPLE, temporaryFolder } from "./start-marketplace.ts";
import { databaseVariables } from "./test-database.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

interface Process {
  readonly child: ChildProcess;
  readonly exit: Promise<number | NodeJS.Signals | null>;
  readonly errors: () => string;
  /** Resolves with the URL, or with nothing when the process ends before. */
  readonly url: Promise<string | undefined>;
}

function start(environment: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, ["--conditions", "@specwright/source", MAIN], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? code));
  });
  const ready = new Promise<string>((resolve) => {
    if (child.stdout === null) return;
    createInterface(child.stdout).once("line", (line) => resolve(JSON.parse(line).url));
  });
  return {
    child,
    exit,
    errors: () => errors,
    url: Promise.race([ready, exit.then(() => undefined)]),
  };
}

async function logIn(url: string | undefined): Promise<MarketplaceClient> {
  const baseUrl = `${url}`;
  const anonymous = createMarketplaceClient(restTransport({ baseUrl }));
  const body = { username_or_email: "bob", password: PASSWORD };
  const answer = await anonymous.loginUser({ body });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  const credentials = { session: bearer(answer.body.data.token) };
  return createMarketplaceClient(restTransport({ baseUrl, credentials }));
}

/** Sends half of a request; `finish` sends the rest and gives the status. */
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
  // Then the other side has it, too.
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

test("serves, is killed, serves what it had, and stops cleanly", async () => {
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

  const first = start(environment);
  const bob = await logIn(await first.url);
  const listings = Array.from({ length: 5 }, (_, index) =>
    bob.createListing({ body: { title: `${index}` } }),
  );
  await Promise.all(listings);
  const path = { listing_id: 1 };
  const report = await bob.reportListing({ path, body: { details: "x" } });
  first.child.kill("SIGKILL");
  expect(report.status).toBe(200);
  expect(await first.exit).toBe("SIGKILL");

  const second = start(environment);
  const again = await logIn(await second.url);
  const page = await again.listListings({ query: { user_id: 2 } });
  expect(page).toMatchObject({ status: 200, body: { data: { length: 5 } } });
  expect((await again.reportListing({ path, body: { details: "x" } })).status).toBe(409);
  await expect.poll(() => mailsOf(folder)).toHaveLength(1);
  const last = await sendSlowly(`${await second.url}/users/login`, {
    username_or_email: "bob",
    password: PASSWORD,
  });
  second.child.kill("SIGTERM");
  await expect.poll(second.errors).toContain('"stopping"');
  expect(await last.finish()).toBe(200);
  expect(await second.exit).toBe(0);
  expect(await mailsOf(folder)).toHaveLength(1);
});

test.each([
  { environment: { MARKETPLACE_PORT: "http" }, want: "MARKETPLACE_PORT is no port" },
  { environment: { DATABASE_URL: "mysql://x" }, want: "DATABASE_URL is no postgres:// URL" },
  { environment: { MARKETPLACE_ADMIN_EMAIL: "a@b, c@d" }, want: "adminEmail is not one mail" },
  { environment: { MARKETPLACE_SETTINGS: "/nonexistent" }, want: "cannot read the settings" },
])("does not start with $environment", async ({ environment, want }) => {
  const folder = await temporaryFolder();
  const { url, exit, errors } = start({ MARKETPLACE_DATA: folder, ...environment });
  expect(await url).toBeUndefined();
  expect(await exit).toBe(1);
  expect(errors()).toContain(want);
  expect(errors().trim().split("\n")).toHaveLength(1);
});

test("says where settings are wrong", async () => {
  const folder = await temporaryFolder();
  const settings = join(folder, "settings.json");
  await writeFile(
    settings,
    JSON.stringify({ registration: "maybe", custom_fields: { users: { a: {} } } }),
  );
  const { exit, errors } = start({ MARKETPLACE_DATA: folder, MARKETPLACE_SETTINGS: settings });
  expect(await exit).toBe(1);
  expect(errors()).toContain("/registration");
  expect(errors()).toContain("/custom_fields/users/a");
});
