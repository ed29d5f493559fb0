import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@specwright/runtime";
import { readMigrations } from "@specwright/service/database";
import { describe, expect, test } from "vitest";
import { migrationsFolder } from "../src/storage/migrations-folder.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { at, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, execute, isPostgres } from "./test-database.ts";

const NEXT = `00${readMigrations(migrationsFolder).length + 1}`.slice(-3);

async function copyMigrations(folder: string): Promise<string> {
  const copy = join(folder, "migrations");
  await mkdir(copy);
  for (const { number, name } of readMigrations(migrationsFolder)) {
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
});

describe("the database", () => {
  test("checks its references", async () => {
    const { marketplace } = await startMarketplace();
    const broken = marketplace.storage.transaction(({ listings }) =>
      listings.insert({
        userId: 99,
        status: "draft",
        title: "x",
        description: null,
        category: null,
        price: null,
        location: null,
        customFields: {},
        createdAt: 0,
        updatedAt: 0,
      }),
    );
    await expect(broken).rejects.toMatchObject({ name: "SqlError", code: "foreign_key" });
  });

  test("names rejections the same on every engine", async () => {
    const { marketplace } = await startMarketplace();
    const { storage } = marketplace;
    const refused = storage.transaction(async ({ users }) => {
      const [ada, bob] = [await users.lock(1), await users.lock(2)];
      if (ada === undefined || bob === undefined) throw new Error("nobody is there");
      return await users.update({ ...bob, email: ada.email });
    });
    await expect(refused).rejects.toMatchObject({ name: "SqlError", code: "unique" });
    const listing = await storage.committed.listings.byId(1);
    const odd = storage.transaction(async ({ listings }) => {
      if (listing === undefined) throw new Error("nothing is there");
      return await listings.update({ ...listing, ...JSON.parse('{"status":"odd"}') });
    });
    await expect(odd).rejects.toMatchObject({ name: "SqlError", code: "check" });
    const empty = storage.transaction(async ({ listings }) => {
      if (listing === undefined) throw new Error("nothing is there");
      return await listings.update({ ...listing, ...JSON.parse('{"title":null}') });
    });
    await expect(empty).rejects.toMatchObject({ name: "SqlError", code: "not_null" });
  });

  test("undoes a transaction that fails, and continues", async () => {
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

  test("returns integers as numbers, and rejects the ones beyond a safe integer", async () => {
    const { marketplace, folder } = await startMarketplace();
    const { storage } = marketplace;
    const biggest = Number.MAX_SAFE_INTEGER;
    await execute(folder, `UPDATE listings SET created_at = ${biggest} WHERE id = 1 RETURNING id`);
    expect((await storage.committed.listings.byId(1))?.createdAt).toBe(biggest);
    await execute(folder, "UPDATE listings SET created_at = 9007199254740993 RETURNING id");
    await expect(storage.committed.listings.byId(1)).rejects.toThrow();
  });

  test("lets many increment one row without a loss", async () => {
    const { marketplace } = await startMarketplace();
    const { storage } = marketplace;
    const step = () =>
      storage.transaction(async ({ users }) => {
        const user = await users.lock(1);
        if (user === undefined) throw new Error("nobody is there");
        await users.update({ ...user, firstName: `${Number(user.firstName ?? 0) + 1}` });
      });
    await Promise.all(Array.from({ length: 40 }, step));
    expect((await storage.committed.users.byId(1))?.firstName).toBe("40");
  });
});

describe("migrations", () => {
  test("refuse a database that took another text", async () => {
    const folder = await temporaryFolder();
    const database = await databaseOf(folder);
    const migrations = await copyMigrations(folder);
    await (await openStorage({ database, clock: systemClock, migrations })).close();

    const second = join(migrations, "002_listings.sql");
    await writeFile(second, (await readFile(second, "utf8")).replaceAll("\n", "\r\n"));
    await (await openStorage({ database, clock: systemClock, migrations })).close();

    await writeFile(second, `${await readFile(second, "utf8")}-- changed\n`);
    const started = openStorage({ database, clock: systemClock, migrations });
    await expect(started).rejects.toMatchObject({
      code: "migration_changed",
      message: expect.stringContaining("migration 2 (listings)"),
    });
  });

  test("refuse a database of a newer program", async () => {
    const folder = await temporaryFolder();
    const database = await databaseOf(folder);
    const migrations = await copyMigrations(folder);
    await writeFile(join(migrations, `${NEXT}_more.sql`), "CREATE TABLE more (id {{identity}});");
    await (await openStorage({ database, clock: systemClock, migrations })).close();
    const started = openStorage({ database, clock: systemClock });
    await expect(started).rejects.toMatchObject({ code: "migration_unknown" });
  });

  test("are applied all or none", async () => {
    const folder = await temporaryFolder();
    const database = await databaseOf(folder);
    const migrations = await copyMigrations(folder);
    const last = join(migrations, `${NEXT}_more.sql`);
    await writeFile(last, "CREATE TABLE more (id {{identity}}); CREATE TABLE users (id BIGINT);");
    const started = openStorage({ database, clock: systemClock, migrations });
    await expect(started).rejects.toMatchObject({ code: "migration_failed" });
    const tables = isPostgres
      ? "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
      : "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'";
    expect(await execute(folder, tables)).toEqual([]);
    await writeFile(last, "CREATE TABLE more (id {{identity}});");
    await (await openStorage({ database, clock: systemClock, migrations })).close();
  });

  test("refuse a gap in their numbers", async () => {
    const folder = await temporaryFolder();
    const migrations = await copyMigrations(folder);
    await writeFile(join(migrations, "100_more.sql"), "SELECT 1;");
    expect(() => readMigrations(migrations)).toThrow(`100_more.sql is not migration ${+NEXT}`);
  });
});
