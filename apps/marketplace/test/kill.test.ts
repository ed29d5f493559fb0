// The service as a process that is repeatedly killed during random writes, on one database.
// KILL_ROUNDS is the number of kills; KILL_SEED repeats a run.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seededRandom } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { logInAt, PASSWORD, readMails, temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";
import { databaseVariables, execute } from "./test-database.ts";

const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 2);
const SEED = Number(process.env["KILL_SEED"] ?? 20261121);
const WRITES = 200;
const WRITERS = 8;
const PUBLISHED = 60;

/** The clients' knowledge of a listing: the last acknowledged state and the pending one. */
interface Expected {
  acknowledged: string | undefined;
  attempted: string | undefined;
}

const settings = {
  rate_limits: "off",
  seed: {
    users: Array.from({ length: WRITERS + 1 }, (_, index) => ({
      username: index === WRITERS ? "owner" : `writer${index}`,
      email: `user${index}@people.example`,
      password: PASSWORD,
    })),
    listings: Array.from({ length: PUBLISHED }, (_, index) => ({
      owner: "owner",
      title: `published ${index}`,
    })),
  },
};

test(`nothing acknowledged is lost, and no mail doubled, over ${ROUNDS} kills`, async () => {
  const { below: random } = seededRandom(SEED);
  const folder = await temporaryFolder();
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings));
  const environment = {
    ...(await databaseVariables(folder)),
    MARKETPLACE_DATA: folder,
    MARKETPLACE_SETTINGS: join(folder, "settings.json"),
    MARKETPLACE_MAIL_CLAIM_SECONDS: "2",
  };
  const listings = new Map<number, Expected>();
  const attemptedTitles = new Set<string>();
  const reported = new Set<string>();
  /** Requests with a key that got no answer: all that a client can do is to repeat them. */
  const unanswered = new Map<string, string>();
  const attemptedReports = new Set<string>();

  for (let round = 0; round < ROUNDS; round += 1) {
    const process = startProcess(environment);
    const url = await process.url;
    const killAt = 20 + random(WRITES - 40);
    let acknowledged = 0;
    let isKilled = false;
    /** Counts an answer, unless the round has ended. */
    const note = (keep: () => void): void => {
      keep();
      acknowledged += 1;
      if (acknowledged === killAt) {
        isKilled = true;
        process.child.kill("SIGKILL");
      }
    };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const client = await logInAt(url, `writer${writer}`);
      const own: number[] = [];
      for (let step = 0; step < WRITES / WRITERS && !isKilled; step += 1) {
        const title = `${round}.${writer}.${step}`;
        const kind = random(3);
        const listing_id = own[random(own.length)];
        if (kind === 0 || listing_id === undefined) {
          attemptedTitles.add(title);
          unanswered.set(title, `writer${writer}`);
          const made = await client.createListing({ headers: keyOf(title), body: { title } });
          unanswered.delete(title);
          if (made.status !== 201) throw new Error(`createListing: ${made.status}`);
          const { id } = made.body.data;
          own.push(id);
          note(() => listings.set(id, { acknowledged: title, attempted: undefined }));
        } else if (kind === 1) {
          const expected = listings.get(listing_id);
          if (expected === undefined) throw new Error("an unknown listing");
          expected.attempted = title;
          const path = { listing_id };
          const updated = await client.updateListing({ path, body: { title } });
          if (updated.status !== 200) throw new Error(`updateListing: ${updated.status}`);
          note(() => Object.assign(expected, { acknowledged: title, attempted: undefined }));
        } else {
          const target = 1 + random(PUBLISHED);
          const key = `${target} ${writer + 1}`;
          attemptedReports.add(key);
          const path = { listing_id: target };
          const { status } = await client.reportListing({ path, body: { details: title } });
          if (status !== 200 && status !== 409) throw new Error(`reportListing: ${status}`);
          note(() => reported.add(key));
        }
      }
    });
    const results = await Promise.allSettled(writers);
    if (!isKilled) process.child.kill("SIGKILL");
    expect(await process.exit).toBe("SIGKILL");
    // A request that was refused, rather than cut off, got an answer.
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "network" });
    }
  }

  const last = startProcess(environment);
  const lastUrl = await last.url;
  // As if a minute had passed.
  await execute(folder, "UPDATE replies SET expires_at = 0 WHERE reply IS NULL");
  for (const [title, writer] of unanswered) {
    const client = await logInAt(lastUrl, writer);
    const made = await client.createListing({ headers: keyOf(title), body: { title } });
    expect(made.status).toBe(201);
  }
  const waiting = () => execute(folder, "SELECT id FROM outbox");
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
  last.child.kill("SIGTERM");
  expect(await last.exit).toBe(0);

  const lost: string[] = [];
  const rows = await execute(folder, "SELECT id, title FROM listings");
  const titles = new Map(rows.map((row) => [Number(at(row, "id")), `${at(row, "title")}`]));
  for (const [id, { acknowledged, attempted }] of listings) {
    const title = titles.get(id);
    if (title === undefined || (title !== acknowledged && title !== attempted)) {
      lost.push(`listing ${id} is ${title}, not ${acknowledged}`);
    }
  }
  for (const title of titles.values()) {
    const isKnown = title.startsWith("published") || attemptedTitles.has(title);
    const isUpdate = [...listings.values()].some(
      ({ acknowledged, attempted }) => title === acknowledged || title === attempted,
    );
    if (!isKnown && !isUpdate) lost.push(`nobody wrote ${title}`);
  }
  // Whether repeated or not, each was created once.
  for (const title of unanswered.keys()) {
    const made = rows.filter((row) => at(row, "title") === title);
    if (made.length !== 1) lost.push(`${title} was made ${made.length} times`);
  }
  const reports = await execute(folder, "SELECT id, listing_id, user_id FROM reports");
  const stored = new Set(reports.map((row) => `${at(row, "listing_id")} ${at(row, "user_id")}`));
  for (const key of reported) if (!stored.has(key)) lost.push(`report ${key}`);
  for (const key of stored) if (!attemptedReports.has(key)) lost.push(`nobody reported ${key}`);
  expect(lost).toEqual([]);

  // One mail for each report, and none otherwise.
  const mailed = (await readMails(folder)).map((mail) =>
    Number(/^Report: (\d+)\r$/m.exec(mail)?.[1]),
  );
  const wanted = reports.map((row) => Number(at(row, "id")));
  expect(mailed.toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b));
  expect(reports.length).toBeGreaterThan(0);
});

function keyOf(title: string): { readonly "Idempotency-Key": string } {
  return { "Idempotency-Key": `the-listing-called-${title}` };
}

function at(row: object, column: string): unknown {
  return Reflect.get(row, column);
}
