import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@specwright/runtime";
import { describe, expect, test } from "vitest";
import { migrationsFolder, readMigrations } from "../src/database/migration.ts";
import { openSqliteStorage } from "../src/database/open-sqlite-storage.ts";
import { at, startMarketplace, temporaryFolder } from "./start-marketplace.ts";

async function copyMigrations(folder: string): Promise<string> {
  const copy = join(folder, "migrations");
  await mkdir(copy);
  for (const { number, name } of readMigrations()) {
    const file = `${String(number).padStart(3, "0")}_${name}.sql`;
    await copyFile(join(migrationsFolder, file), join(copy, file));
  }
  return copy;
}

describe("a restart", () => {
  test("keeps users, sessions, listings and reports", async () => {
    const first = await startMarketplace();
    const [ada, bob] = [await first.token("ada"), await first.token("bob")];
    await first.clientOf(ada).updateUser({ path: { user_id: 1 }, body: { first_name: "Ada" } });
    await first.clientOf(ada).createListing({ body: { title: "kept" } });
    await first.clientOf(bob).reportListing({ path: { listing_id: 1 }, body: { details: "x" } });
    await first.clientOf(bob).logoutUser({});
    await first.marketplace.close();

    const second = await startMarketplace({ folder: first.folder });
    expect(second.seeded.users.size).toBe(0);
    expect(second.seeded.listings).toEqual([]);
    const me = await second.clientOf(ada).getCurrentUser({});
    expect(at(me.body, "data", "first_name")).toBe("Ada");
    const kept = await second.clientOf(ada).getListing({ path: { listing_id: 6 } });
    expect(at(kept.body, "data", "title")).toBe("kept");
    expect((await second.clientOf(bob).getCurrentUser({})).status).toBe(401);
    const again = await second.as("bob");
    const path = { listing_id: 1 };
    expect((await again.reportListing({ path, body: { details: "x" } })).status).toBe(409);
  });

  test("leaves one file, with nothing in a log beside it", async () => {
    const { marketplace, folder } = await startMarketplace();
    await marketplace.close();
    const wal = await stat(join(folder, "marketplace.db-wal")).catch(() => undefined);
    expect(wal?.size ?? 0).toBe(0);
    expect((await stat(join(folder, "marketplace.db"))).mode & 0o777).toBe(0o600);
  });
});

describe("the database", () => {
  test("is durable and checks its references", async () => {
    const { folder, marketplace } = await startMarketplace();
    const broken = marketplace.storage.transaction(({ listings }) =>
      listings.insert({
        userId: 99,
        status: "draft",
        title: "x",
        description: null,
        customFields: {},
        createdAt: 0,
        updatedAt: 0,
      }),
    );
    await expect(broken).rejects.toThrow("FOREIGN KEY");
    const database = new DatabaseSync(join(folder, "marketplace.db"), { readOnly: true });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    database.close();
  });

  test("undoes a transaction that fails, and goes on", async () => {
    const { marketplace } = await startMarketplace();
    const { storage } = marketplace;
    const failed = storage.transaction(async ({ sessions, users }) => {
      const user = await users.lock(1);
      if (user !== undefined) await users.update({ ...user, firstName: "changed" });
      await sessions.deleteOfUser(1);
      throw new Error("on purpose");
    });
    const refused = expect(failed).rejects.toThrow("on purpose");
    const next = storage.transaction(({ users }) => users.lock(1));
    await refused;
    expect((await next)?.firstName).toBeNull();
    expect((await storage.committed.users.byId(1))?.firstName).toBeNull();
  });

  test("walks an index for every page, and sorts no more than pages", async () => {
    const { folder } = await startMarketplace();
    const { pageQuery } = await import("../src/listings/page-query.ts");
    const database = new DatabaseSync(join(folder, "marketplace.db"), { readOnly: true });
    for (const selection of [
      { viewerId: 1, limit: 20 },
      { viewerId: 1, limit: 20, beforeId: 100 },
      { viewerId: 1, limit: 20, userId: 1 },
      { viewerId: 1, limit: 20, userId: 2 },
      { viewerId: 1, limit: 20, status: "publish" as const },
      { limit: 20, status: "pending" as const },
      { limit: 20 },
    ]) {
      const { text, values } = pageQuery(selection);
      const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(named);
      const steps = plan.map(({ detail }) => String(detail));
      // What is sorted is two pages, never the table.
      const sorts = steps.flatMap((step, index) =>
        step.includes("USE TEMP B-TREE") ? [steps[index - 1]?.replace(/\d$/, "")] : [],
      );
      expect(sorts.filter((before) => before !== "SCAN part")).toEqual([]);
      const scans = steps.filter((step) => step.startsWith("SCAN listings"));
      // Only who sees everything reads everything, by number.
      expect(scans.length).toBe("viewerId" in selection || "status" in selection ? 0 : 1);
    }
    database.close();
  });
});

describe("migrations", () => {
  test("refuse a database that took another text", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "marketplace.db");
    const migrations = await copyMigrations(folder);
    await (await openSqliteStorage({ file, clock: systemClock, migrations })).close();

    const second = join(migrations, "002_listings.sql");
    await writeFile(second, (await readFile(second, "utf8")).replaceAll("\n", "\r\n"));
    await (await openSqliteStorage({ file, clock: systemClock, migrations })).close();

    await writeFile(second, `${await readFile(second, "utf8")}-- changed\n`);
    const started = openSqliteStorage({ file, clock: systemClock, migrations });
    await expect(started).rejects.toMatchObject({
      code: "migration_changed",
      message: expect.stringContaining("migration 2 (listings)"),
    });
  });

  test("refuse a database of a newer program", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "marketplace.db");
    const migrations = await copyMigrations(folder);
    await writeFile(join(migrations, "004_more.sql"), "CREATE TABLE more (id {{identity}});");
    await (await openSqliteStorage({ file, clock: systemClock, migrations })).close();
    const started = openSqliteStorage({ file, clock: systemClock });
    await expect(started).rejects.toMatchObject({ code: "migration_unknown" });
  });

  test("are applied all or none", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "marketplace.db");
    const migrations = await copyMigrations(folder);
    const fourth = join(migrations, "004_more.sql");
    await writeFile(fourth, "CREATE TABLE more (id {{identity}}); CREATE TABLE users (id BIGINT);");
    const started = openSqliteStorage({ file, clock: systemClock, migrations });
    await expect(started).rejects.toMatchObject({ code: "migration_failed" });
    const database = new DatabaseSync(file);
    const query = "SELECT count(*) AS count FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'";
    expect(database.prepare(query).get()).toEqual({ count: 0 });
    database.close();
    await writeFile(fourth, "CREATE TABLE more (id {{identity}});");
    await (await openSqliteStorage({ file, clock: systemClock, migrations })).close();
  });

  test("refuse a gap in their numbers", async () => {
    const folder = await temporaryFolder();
    const migrations = await copyMigrations(folder);
    await writeFile(join(migrations, "005_more.sql"), "SELECT 1;");
    expect(() => readMigrations(migrations)).toThrow("005_more.sql is not migration 4");
  });

  test("refuse a file that is no database", async () => {
    const file = join(await temporaryFolder(), "marketplace.db");
    await writeFile(file, "This is not a database, it is a text of some length.".repeat(100));
    const started = openSqliteStorage({ file, clock: systemClock });
    await expect(started).rejects.toMatchObject({ code: "database_unusable" });
  });
});
