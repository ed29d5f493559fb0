// A file store belongs to one database, and a sweep removes only files that the database knows.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createMarketplace, fileFolder } from "@specwright/marketplace";
import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import { systemClock } from "@specwright/runtime";
import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { sweepFiles } from "../src/attachments/sweep-files.ts";
import { runCli } from "../src/cli/run-cli.ts";
import type { FileStore } from "../src/files/file-store.ts";
import { s3Files } from "../src/files/s3-files.ts";
import { readS3Url } from "../src/files/s3-location.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { migrationsUpTo } from "./former-version.ts";
import { createFile, drawImage } from "./images.ts";
import { at, type Running, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { startS3 } from "./start-s3.ts";
import { databaseOf, databaseVariables, execute } from "./test-database.ts";

const HOUR_MS = 3_600_000;
const STRANGER = `${"0".repeat(32)}.png`;
const BYTES = new Uint8Array([1, 2, 3]);

interface Store {
  readonly files: FileStore;
  /** The variables with which a process uses the store. */
  readonly variables: Readonly<Record<string, string>>;
  /** Returns the contents by name, with the identity. */
  contents(): Promise<ReadonlyMap<string, string>>;
  /** Removes a file behind the back of the service. */
  remove(name: string): Promise<void>;
}

const stores: readonly [name: string, start: () => Promise<Store>][] = [
  [
    "a folder",
    async () => {
      const data = await temporaryFolder();
      const folder = join(data, "files");
      return {
        files: fileFolder(folder),
        variables: { MARKETPLACE_DATA: data },
        async contents() {
          const names = await readdir(folder).catch(() => []);
          const texts = names.map(async (name) => {
            return [name, await readFile(join(folder, name), "latin1")] as const;
          });
          return new Map(await Promise.all(texts));
        },
        remove: (name) => rm(join(folder, name)),
      };
    },
  ],
  [
    "S3",
    async () => {
      const { url, objects } = await startS3();
      const location = readS3Url(url);
      if (location === undefined) throw new Error("no URL of a store");
      const prefix = "images/market/";
      return {
        files: s3Files(location),
        variables: { MARKETPLACE_FILES_URL: url, MARKETPLACE_DATA: await temporaryFolder() },
        contents: async () =>
          new Map(
            [...objects].map(([key, { bytes }]) => [
              key.slice(prefix.length),
              bytes.toString("latin1"),
            ]),
          ),
        remove: async (name) => void objects.delete(`${prefix}${name}`),
      };
    },
  ],
];

/** Adds an image and returns its id. */
async function add(client: MarketplaceClient, listing_id = 1, size = {}): Promise<number> {
  const file = createFile(await drawImage("png", size), "a.png", "image/png");
  const answer = await client.createAttachment({ body: { listing_id, file } });
  if (answer.status !== 201) throw new Error(`status ${answer.status}`);
  return answer.body.data.id;
}

/** Tries to start a service on a database with a file store; returns the error. */
async function refusalOf(folder: string, files: FileStore): Promise<unknown> {
  const started = createMarketplace({
    database: await databaseOf(folder),
    files,
    adminEmail: "admin@site.example",
  });
  return await started.then((service) => service.close()).catch((error: unknown) => error);
}

/** Stops a service and returns its store as it then is. */
async function stopped({ marketplace }: Running, { contents }: Store) {
  await marketplace.close();
  return await contents();
}

describe.each(stores)("a file store in %s", (_, start) => {
  test("belongs to the database with which it was started first", async () => {
    const store = await start();
    const first = await startMarketplace({ files: store.files });
    const [row] = await execute(
      first.folder,
      "SELECT value FROM service_keys WHERE name = 'file_store'",
    );
    const identity = `${at(row, "value")}`;
    expect(identity).toMatch(/^[0-9a-f]{32}$/);
    expect([...(await stopped(first, store))]).toEqual([["database.id", `${identity}\n`]]);
    const again = await startMarketplace({ folder: first.folder, files: store.files });
    await add(await again.as("ada"));
    expect((await stopped(again, store)).size).toBe(2);
    await startMarketplace({ folder: first.folder, files: store.files });
  });

  test.each<{
    given: string;
    prepare: (store: Store, other: Running) => Promise<string>;
    want: string;
  }>([
    {
      given: "the store of another database, and an empty database",
      async prepare(_store, other) {
        await add(await other.as("ada"));
        return await temporaryFolder();
      },
      want: "belongs to another database",
    },
    {
      given: "the empty store of another database, and an empty database",
      prepare: temporaryFolder,
      want: "belongs to another database",
    },
    {
      given: "the store of another database, and a database with images",
      async prepare(_store, other) {
        await add(await other.as("ada"));
        const own = await startMarketplace();
        await add(await own.as("ada"));
        await own.marketplace.close();
        return own.folder;
      },
      want: "belongs to another database",
    },
    {
      given: "a store without an identity, with files of another database",
      async prepare(store, other) {
        await add(await other.as("ada"));
        await store.remove("database.id");
        return await temporaryFolder();
      },
      want: "has files, but no images of this database",
    },
    {
      given: "an empty store, and a database with images",
      async prepare(store, other) {
        await store.remove("database.id");
        const own = await startMarketplace();
        await add(await own.as("ada"));
        await other.marketplace.close();
        await own.marketplace.close();
        return own.folder;
      },
      want: "is empty, but the database has images",
    },
  ])("is rejected and not changed: $given", async ({ prepare, want }) => {
    const store = await start();
    const other = await startMarketplace({ files: store.files });
    const folder = await prepare(store, other);
    const before = await stopped(other, store);
    const refusal = await refusalOf(folder, store.files);
    expect(refusal).toMatchObject({ name: "MarketplaceError", code: "foreign_files" });
    expect(refusal).toMatchObject({ message: expect.stringContaining(want) });
    expect(refusal).toMatchObject({ message: expect.stringContaining(store.files.location) });
    expect(refusal).toMatchObject({ message: expect.stringContaining("files adopt") });
    expect(await store.contents()).toEqual(before);
  });

  test("gets its identity from a database that has one of its images", async () => {
    const store = await start();
    const running = await startMarketplace({ files: store.files });
    await add(await running.as("ada"));
    const before = await stopped(running, store);
    await store.remove("database.id");
    await store.files.put(STRANGER, BYTES, "image/png");
    const again = await startMarketplace({ folder: running.folder, files: store.files });
    const after = await stopped(again, store);
    expect(after.get("database.id")).toBe(before.get("database.id"));
    expect(after.size).toBe(before.size + 1);
  });

  test("is adopted by a command, and nothing in it is removed", async () => {
    const store = await start();
    const other = await startMarketplace({ files: store.files });
    await add(await other.as("ada"));
    const before = await stopped(other, store);
    const folder = await temporaryFolder();
    const variables = { ...store.variables, ...(await databaseVariables(folder)) };
    const said: string[] = [];
    const environment = {
      env: variables,
      version: () => "1.2.3",
      out: async (text: string) => void said.push(text),
      err: (text: string) => void said.push(text),
    };
    expect(await runCli(["files", "adopt"], environment)).toBe(0);
    expect(said.join("")).toContain("The database uses 0 of its 1 files");
    const adopted = await store.contents();
    expect(adopted.get("database.id")).not.toBe(before.get("database.id"));
    expect([...adopted.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    // The former database is the one that is refused now.
    expect(await refusalOf(other.folder, store.files)).toMatchObject({ code: "foreign_files" });
    expect(await runCli(["files"], environment)).toBe(2);
  });

  test("case 70: a sweep marks files without an image, and a later sweep removes them", async () => {
    const store = await start();
    const { files } = store;
    const running = await startMarketplace({ files });
    const { marketplace, folder } = running;
    const { storage } = marketplace;
    const ada = await running.as("ada");
    // With two smaller copies each.
    await add(ada, 1, { width: 1000 });
    await add(ada, 2, { width: 1000 });
    const [[kept = "", lost = ""], clock] = [await namesOf(folder), fakeClock(Date.now())];
    // A deleted row of a listing, a crash before the row was written, and a foreign file.
    await execute(folder, "DELETE FROM listings WHERE id = 2");
    const crashed = `${"1".repeat(32)}.png`;
    await storage.transaction(({ storedFiles }) => storedFiles.insert(crashed, clock.now()));
    await files.put(crashed, BYTES, "image/png");
    await files.put(STRANGER, BYTES, "image/png");
    const [keptFiles, lostFiles] = [kept, lost].map((name) =>
      ["", "-320", "-960"].map((size) => name.replace(".", `${size}.`)),
    );
    const left = ["database.id", ...(keptFiles ?? []), STRANGER].toSorted();
    const all = [...left, ...(lostFiles ?? []), crashed].toSorted();
    const sweep = () => sweepFiles({ files, storage, clock, unusedFilesMs: 24 * HOUR_MS });
    const steps: readonly [hours: number, removed: number, names: typeof all][] = [
      // Too young to be marked; marked; kept for a day; removed; nothing else is left to remove.
      [0, 0, all],
      [2, 0, all],
      [23, 0, all],
      [1, 4, left],
      [1000, 0, left],
    ];
    for (const [hours, removed, names] of steps) {
      await clock.advance(hours * HOUR_MS);
      expect(await sweep()).toBe(removed);
      expect([...(await store.contents()).keys()].toSorted()).toEqual(names);
    }
    expect(await execute(folder, "SELECT file_name FROM stored_files")).toHaveLength(3);
  });

  test("a sweep without a delay removes nothing that it has only now marked", async () => {
    const store = await start();
    const { files } = store;
    const running = await startMarketplace({ files });
    const { storage } = running.marketplace;
    await add(await running.as("ada"));
    await execute(running.folder, "DELETE FROM listings WHERE id = 1");
    const clock = fakeClock(Date.now() + 2 * HOUR_MS);
    const sweep = () => sweepFiles({ files, storage, clock, unusedFilesMs: 0 });
    expect([await sweep(), await sweep(), await sweep()]).toEqual([0, 1, 0]);
  });
});

async function namesOf(folder: string): Promise<readonly string[]> {
  const rows = await execute(folder, "SELECT file_name FROM attachments ORDER BY id");
  return rows.map((row) => `${at(row, "file_name")}`);
}

test("files of other programs, and half of a file that a crash left, are not in a listing", async () => {
  const folder = await temporaryFolder();
  const files = fileFolder(folder);
  await files.put(STRANGER, BYTES, "image/png");
  await writeFile(join(folder, "notes.txt"), "somebody's");
  await writeFile(join(folder, `${STRANGER}.part`), "half");
  const listed: string[] = [];
  for await (const name of files.list()) listed.push(name);
  expect(listed).toEqual([STRANGER]);
  await files.delete(STRANGER);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("a database of a former version knows its images, and adopts their store", async () => {
  const folder = await temporaryFolder();
  const database = await databaseOf(folder);
  const migrations = await migrationsUpTo(8, folder);
  const former = await openStorage({ database, clock: systemClock, migrations });
  await former.close();
  await execute(
    folder,
    `INSERT INTO users (username, username_key, email_verified, password_hash, role, custom_fields,
       version, created_at, updated_at)
     VALUES ('eve', 'eve', 1, '', 'member', '{}', 1, 0, 0)`,
  );
  await execute(
    folder,
    `INSERT INTO listings (user_id, status, title, custom_fields, version, created_at, updated_at)
     VALUES (1, 'publish', 'x', '{}', 1, 0, 0)`,
  );
  await execute(
    folder,
    `INSERT INTO attachments (listing_id, file_name, sort_order, media_type, byte_size, sha256,
       width, height, version, created_at)
     VALUES (1, '${STRANGER}', 0, 'image/png', 3, '', 1, 1, 1, 5)`,
  );
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", STRANGER), BYTES);
  await startMarketplace({ folder, seed: {} });
  const rows = await execute(folder, "SELECT file_name, stored_at, unused_since FROM stored_files");
  expect(rows).toMatchObject([{ file_name: STRANGER, unused_since: null }]);
  expect((await readdir(join(folder, "files"))).toSorted()).toEqual([STRANGER, "database.id"]);
});
