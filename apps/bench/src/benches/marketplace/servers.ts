// Starts the servers. Each runs in its own process, on its own copy of the same database.

import type { ChildProcess, StdioOptions } from "node:child_process";
import { cp, mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firstLine } from "../../first-line.ts";
import {
  awaitAnswer,
  serverCore,
  startModule,
  startProgram,
  stopProcess,
} from "../../pinned-process.ts";
import { type BenchDatabase, copyDatabase } from "./copy-database.ts";
import type { ServerFixture } from "./fixture.ts";
import { PUBLIC_URL } from "./peer-images.ts";
import type { ServerKind } from "./route-load.ts";

/** A running server. */
export interface Server {
  readonly kind: ServerKind;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Options for `startServer`. */
export interface ServerOptions {
  /** The folder for the data of the server. */
  readonly folder: string;
  readonly fixture: ServerFixture;
  /** The root of the repository. */
  readonly root: string;
  /** The folders in which the frameworks of peers are installed. */
  readonly frameworks: ReadonlyMap<ServerKind, string>;
  /**
   * The folder into which our server writes a CPU profile when it exits. If undefined, it writes
   * none.
   */
  readonly profileFolder?: string;
}

export async function startServer(kind: ServerKind, options: ServerOptions): Promise<Server> {
  const { folder, fixture, root, frameworks } = options;
  await mkdir(folder, { recursive: true });
  const database = await copyDatabase(fixture.database, folder, kind);
  if (kind === "ours") return await startOurs(options, database);
  const log = await open(join(folder, "log"), "w");
  const at = database.engine === "sqlite" ? database.file : database.url;
  const args = [kind, at, root, frameworks.get(kind) ?? ""];
  const stdio: StdioOptions = ["ignore", log.fd, "inherit", "ipc"];
  const child = startModule(import.meta.url, "serve", serverCore, args, { stdio });
  await log.close();
  const { port } = (await awaitAnswer(child)) as { readonly port: number };
  return { kind, port, process: child, stop: () => stopProcess(child) };
}

/** The rate limits of our server count all requests, but are too high to be reached. */
const rate_limits = { address: 1e9, "login-address": 1e9, login: 1e9, create: 1e9 };

/**
 * Starts our service as in production: it runs its own program, writes its log to a file, and
 * serves metrics.
 */
async function startOurs(
  { folder, fixture, root, profileFolder }: ServerOptions,
  database: BenchDatabase,
): Promise<Server> {
  const settingsFile = join(folder, "settings.json");
  await writeFile(settingsFile, JSON.stringify({ ...fixture.settings, rate_limits }));
  await cp(fixture.files, join(folder, "files"), { recursive: true });
  const log = await open(join(folder, "log"), "w");
  const main = join(root, "apps/marketplace/dist/main.js");
  const profiling =
    profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const child = startProgram(process.execPath, serverCore, [...profiling, main], {
    stdio: ["ignore", "pipe", log.fd],
    env: {
      ...process.env,
      MARKETPLACE_DATA: folder,
      ...(database.engine === "postgres" && { DATABASE_URL: database.url }),
      MARKETPLACE_SETTINGS: settingsFile,
      MARKETPLACE_PUBLIC_URL: PUBLIC_URL,
      MARKETPLACE_OPERATIONS_PORT: "0",
    },
  });
  await log.close();
  const ready = await firstLine(child);
  const { url } = JSON.parse(ready) as { readonly url: string };
  return {
    kind: "ours",
    port: Number(new URL(url).port),
    process: child,
    stop: () => stopProcess(child),
  };
}
