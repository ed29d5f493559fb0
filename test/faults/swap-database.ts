// The marketplace is started with an empty database and a file store full of images: it refuses to start,
// and removes no file. Then it starts with its own database again, and serves all images.

import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, utimes } from "node:fs/promises";
import { join } from "node:path";
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { bearer, restTransport } from "@specwright/rest/client";
import { Client } from "pg";
import { createFile, drawImage } from "../../apps/marketplace/test/images.ts";
import { openS3 } from "../../apps/marketplace/test/s3-server.ts";
import type { PostgresPrograms } from "../postgres/find-postgres.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { startMarketplaceProcess } from "./marketplace-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface SwapDatabaseReport {
  /** The number of starts on an empty database, by engine and store; each was refused. */
  readonly refused: Readonly<Record<string, number>>;
  /** The number of images in each store; all are served at the end. */
  readonly images: number;
}

/** A file store with images. */
interface FullStore {
  /** The environment variables for a process that uses it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Moves it to the data folder of a process. */
  moveTo(folder: string): Promise<void>;
  /** Returns the contents by name. */
  contents(): Promise<ReadonlyMap<string, string>>;
  /** Makes all files look too old to belong to an upload. */
  age(): Promise<void>;
}

type Undo = (end: () => unknown) => void;

const PASSWORD = "correct horse battery";
const LONG_AGO = new Date(Date.now() - 30 * 24 * 3_600_000);

const stores: Readonly<Record<string, (home: string, undo: Undo) => Promise<FullStore>>> = {
  async folder(home) {
    let at = join(home, "files");
    await mkdir(at, { recursive: true });
    return {
      variables: {},
      async moveTo(folder) {
        await rename(at, join(folder, "files"));
        at = join(folder, "files");
      },
      contents: async () =>
        new Map(
          await Promise.all(
            (await readdir(at)).map(
              async (name) => [name, await readFile(join(at, name), "latin1")] as const,
            ),
          ),
        ),
      async age() {
        for (const name of await readdir(at)) await utimes(join(at, name), LONG_AGO, LONG_AGO);
      },
    };
  },
  async s3(_home, undo) {
    const { url, objects, close } = await openS3();
    undo(close);
    return {
      variables: { MARKETPLACE_FILES_URL: url },
      async moveTo() {},
      contents: async () =>
        new Map([...objects].map(([key, { bytes }]) => [key, bytes.toString("latin1")])),
      async age() {
        for (const [key, object] of objects) objects.set(key, { ...object, storedAt: LONG_AGO });
      },
    };
  },
};

/**
 * Starts the service with an empty database so many times, in turn with each engine and store.
 * @throws Error if it started, or if a file was changed
 */
export function swapDatabase(
  programs: PostgresPrograms | undefined,
  times: number,
  images: number,
): Promise<SwapDatabaseReport> {
  return withFolder(async (folder, undo) => {
    const server = programs && (await startPostgres(programs));
    if (server !== undefined) undo(() => server.stop());
    const engines = server === undefined ? ["sqlite"] : ["sqlite", "postgres"];
    const kinds = engines.flatMap((engine) =>
      Object.keys(stores).map((store) => [engine, store] as const),
    );
    const newDatabase = async (engine: string): Promise<Record<string, string>> =>
      engine === "sqlite" || server === undefined
        ? {}
        : { DATABASE_URL: await createDatabase(server.url) };
    const refused: Record<string, number> = {};
    for (const [index, [engine, store]] of kinds.entries()) {
      const rounds = Math.ceil((times - index) / kinds.length);
      if (rounds < 1) continue;
      const home = join(folder, `${engine}-${store}`);
      await mkdir(home);
      const full = await stores[store]?.(home, undo);
      if (full === undefined) throw new Error(`there is no store ${store}`);
      await swap({ home, full, rounds, images, newDatabase: () => newDatabase(engine) });
      refused[`${engine} ${store}`] = rounds;
    }
    return { refused, images };
  });
}

interface Swapping {
  readonly home: string;
  readonly full: FullStore;
  readonly rounds: number;
  readonly images: number;
  newDatabase(): Promise<Readonly<Record<string, string>>>;
}

async function swap({ home, full, rounds, images, newDatabase }: Swapping): Promise<void> {
  const own = await newDatabase();
  const env = { ...own, ...full.variables };
  const urls = await fill(home, env, images);
  await full.age();
  const before = await full.contents();
  for (let round = 1; round <= rounds; round += 1) {
    const folder = join(home, `${round}`);
    await mkdir(folder);
    await full.moveTo(folder);
    const variables = { ...full.variables, ...(await newDatabase()) };
    const started = await start(folder, variables).catch((error: unknown) => String(error));
    if (typeof started !== "string") await started.end("SIGTERM");
    requireSame(before, await full.contents());
    if (typeof started !== "string") throw new Error("it started on a strange database");
    if (!started.includes("foreign_files")) throw new Error(`it did not say why: ${started}`);
  }
  await full.moveTo(home);
  const service = await start(home, env);
  try {
    for (const url of urls) {
      const { status } = await fetch(
        new URL(new URL(url).pathname + new URL(url).search, service.url),
      );
      if (status !== 200) throw new Error(`an image is answered with ${status}`);
    }
  } finally {
    await service.end("SIGTERM");
  }
}

function start(folder: string, env: Readonly<Record<string, string>>) {
  const user = { username: "ada", email: "ada@people.example", password: PASSWORD };
  // A listing has at most ten images.
  const listings = Array.from({ length: 10 }, () => ({ owner: "ada", title: "x" }));
  const settings = { rate_limits: "off", seed: { users: [user], listings } };
  return startMarketplaceProcess({ folder, settings, env });
}

/** Adds images with the right database, and returns their links. */
async function fill(
  folder: string,
  env: Readonly<Record<string, string>>,
  images: number,
): Promise<readonly string[]> {
  const service = await start(folder, env);
  try {
    const baseUrl = service.url;
    const body = { username_or_email: "ada", password: PASSWORD };
    const answer = await createMarketplaceClient(restTransport({ baseUrl })).loginUser({ body });
    if (answer.status !== 200) throw new Error(`nobody can log in: ${answer.status}`);
    const credentials = { session: bearer(answer.body.data.token) };
    const client = createMarketplaceClient(restTransport({ baseUrl, credentials }));
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    const urls: string[] = [];
    for (let index = 0; index < images; index += 1) {
      const listing_id = 1 + Math.floor(index / 10);
      const made = await client.createAttachment({ body: { listing_id, file } });
      if (made.status !== 201) throw new Error(`an upload is answered with ${made.status}`);
      urls.push(made.body.data.url);
    }
    return urls;
  } finally {
    await service.end("SIGTERM");
  }
}

function requireSame(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  const changed = [...before].filter(([name, text]) => after.get(name) !== text);
  if (changed.length > 0) {
    throw new Error(`${changed.length} of ${before.size} files were changed or removed`);
  }
  if (after.size !== before.size) throw new Error(`${after.size - before.size} files were added`);
}

async function createDatabase(server: string): Promise<string> {
  const name = `swap_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}
