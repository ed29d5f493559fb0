import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import { type ListingSearch, NOBODY } from "../src/storage/listing-search.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { startMarketplace, temporaryFolder } from "./start-marketplace.ts";

test("leaves one file, with an empty log next to it", async () => {
  const { marketplace, folder } = await startMarketplace();
  await marketplace.close();
  const wal = await stat(join(folder, "marketplace.db-wal")).catch(() => undefined);
  expect(wal?.size ?? 0).toBe(0);
  expect((await stat(join(folder, "marketplace.db"))).mode & 0o777).toBe(0o600);
});

test("is durable and whole", async () => {
  const { folder } = await startMarketplace();
  const database = new DatabaseSync(join(folder, "marketplace.db"), { readOnly: true });
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
});

test("belongs to one service at a time", async () => {
  const folder = await temporaryFolder();
  const database = { engine: "sqlite", file: join(folder, "marketplace.db") } as const;
  const first = await openStorage({ database, clock: systemClock });
  const second = openStorage({ database, clock: systemClock });
  await expect(second).rejects.toMatchObject({ code: "database_in_use" });
  await first.close();
  await (await openStorage({ database, clock: systemClock })).close();
});

test("is not created from a foreign file", async () => {
  const file = join(await temporaryFolder(), "marketplace.db");
  await writeFile(file, "This is not a database, it is a text of some length.".repeat(100));
  const started = openStorage({ database: { engine: "sqlite", file }, clock: systemClock });
  await expect(started).rejects.toMatchObject({ code: "database_unusable" });
});

test("walks an index for every page, and sorts nothing", async () => {
  const { folder } = await startMarketplace();
  const { searchQuery } = await import("../src/storage/search-query.ts");
  const database = new DatabaseSync(join(folder, "marketplace.db"), { readOnly: true });
  const after = { id: 100, rank: 100 };
  const currency = "EUR";
  const selections: readonly Partial<ListingSearch>[] = [
    { viewerId: 1 },
    { viewerId: 1, after },
    { viewerId: 1, userId: 1 },
    { viewerId: 1, userId: 2 },
    { viewerId: 1, status: "publish" },
    { viewerId: 1, moderates: true, after },
    { viewerId: NOBODY },
    { viewerId: NOBODY, categories: ["clocks"] },
    { viewerId: NOBODY, words: [{ word: "brass", isPrefix: false }], after },
    { viewerId: NOBODY, words: [{ word: "brass", isPrefix: true }], order: "oldest" },
    { viewerId: NOBODY, currency, order: "cheapest", after },
    { viewerId: NOBODY, currency, order: "dearest" },
    { status: "pending" },
    {},
  ];
  for (const selection of selections) {
    const search = { order: "newest", limit: 20, ...selection } as const;
    const { text, values } = searchQuery(search, "sqlite");
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(named);
    const steps = plan.map(({ detail }) => String(detail));
    expect([selection, steps.filter((step) => step.includes("TEMP B-TREE"))]).toEqual([
      selection,
      [],
    ]);
    expect([selection, steps.filter((step) => step.startsWith("SCAN listings"))]).toEqual([
      selection,
      [],
    ]);
  }
  database.close();
});

test("finds committed data, also within the turn of an earlier read", async () => {
  const database = { engine: "sqlite", file: join(await temporaryFolder(), "m.db") } as const;
  const storage = await openStorage({ database, clock: systemClock });
  const address = { email: "a@people.example", emailVerified: false };
  const user = { ...address, passwordHash: "", role: "member" } as const;
  const profile = { firstName: null, lastName: null, description: null, customFields: {} };
  const stamps = { createdAt: 0, updatedAt: 0 };
  // Read right before the commit, so that the snapshot is kept for the rest of the turn.
  const before = Promise.withResolvers<unknown>();
  setImmediate(() => before.resolve(storage.committed.users.byUsername("ada")));
  let isSameTurn = true;
  const written = storage
    .transaction((stored) =>
      stored.users.insert({ username: "ada", ...user, ...profile, ...stamps }),
    )
    .then(() => {
      expect(isSameTurn).toBe(true);
      return storage.committed.users.byUsername("ada");
    });
  setImmediate(() => {
    isSameTurn = false;
  });
  expect(await before.promise).toBeUndefined();
  expect(await written).toMatchObject({ username: "ada" });
  await storage.close();
  await expect(storage.ping()).rejects.toThrow();
});
