import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type PostgresPrograms, type ServerUser, serverUser } from "./find-postgres.ts";
import { childrenOf, isThere, servesUser, signalTo } from "./server-processes.ts";

/** A separate PostgreSQL server on the loopback address. */
export interface PostgresServer {
  /** The URL of its database `postgres` for its only user, a superuser. */
  readonly url: string;
  /** Stops it and keeps its data; resolves when all of its processes have ended. */
  halt(how: PostgresHalt): Promise<void>;
  /** Restarts it in the same place. */
  start(): Promise<void>;
  /** Suspends all of its processes. */
  freeze(): void;
  /** Resumes them. */
  thaw(): void;
  /** Kills the processes that serve clients; the server treats this as a crash and recovers. */
  killBackends(): void;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** The ways to stop a server. */
export type PostgresHalt = keyof typeof HALTS;

/** A fast stop rolls back transactions; an immediate stop leaves that to the next start. */
const HALTS = { fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const;
const USER = "tester";

/** These tests do not cover power failures. */
const SETTINGS = ["fsync=off", "max_connections=200", "shared_buffers=32MB", "max_wal_size=256MB"];
const MAX_TRIES = 5;

/** Creates a cluster in a temporary folder and starts a server on a free port. */
export async function startPostgres(programs: PostgresPrograms): Promise<PostgresServer> {
  const user = serverUser();
  const password = randomBytes(16).toString("hex");
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, "data");
  try {
    await initialise(programs, folder, data, password, user);
    for (let tries = 1; ; tries += 1) {
      const port = await freePort();
      const server = await launch(programs, data, port, user);
      if (server !== undefined) {
        const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
        const start = () => launchAgain(programs, data, port, user);
        return { url, ...controls(server, start, folder) };
      }
      if (tries === MAX_TRIES) throw new Error("PostgreSQL does not start on any port");
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function controls(
  first: ChildProcess,
  launchNext: () => Promise<ChildProcess>,
  folder: string,
): Omit<PostgresServer, "url"> {
  let server = first;
  function signalAll(signal: NodeJS.Signals): void {
    const { pid } = server;
    if (pid === undefined) return;
    // The postmaster first, because it starts no processes while suspended.
    for (const one of [pid, ...childrenOf(pid)]) signalTo(one, signal);
  }
  async function halt(how: PostgresHalt): Promise<void> {
    const { pid } = server;
    const children = pid === undefined ? [] : childrenOf(pid);
    const gone = server.exitCode === null && server.signalCode === null && once(server, "exit");
    server.kill(HALTS[how]);
    await gone;
    while (children.some(isThere)) await setTimeout(20);
  }
  return {
    halt,
    async start() {
      server = await launchNext();
    },
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    killBackends() {
      const children = server.pid === undefined ? [] : childrenOf(server.pid);
      for (const pid of children.filter((one) => servesUser(one, USER))) signalTo(pid, "SIGKILL");
    },
    async stop() {
      // Does not wait for clients that are still connected.
      signalAll("SIGCONT");
      await halt("fast");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Restarts a server; files of a killed one may block the start for a moment. */
async function launchAgain(...where: Parameters<typeof launch>): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    const server = await launch(...where).catch((error: unknown) => {
      if (tries === MAX_TRIES) throw error;
    });
    if (server !== undefined) return server;
    if (tries === MAX_TRIES) throw new Error("PostgreSQL does not start again: its port is taken");
    await setTimeout(200);
  }
}

async function initialise(
  { initdb }: PostgresPrograms,
  folder: string,
  data: string,
  password: string,
  user: ServerUser | undefined,
): Promise<void> {
  const secret = join(folder, "password");
  await writeFile(secret, password);
  if (user !== undefined) await chown(secret, user.uid, user.gid);
  const options = [`--username=${USER}`, "--auth=scram-sha-256", `--pwfile=${secret}`];
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const child = spawn(initdb, ["-D", data, ...options, ...locale], { cwd: folder, ...user });
  const said = collect(child);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`initdb failed:\n${said()}`);
}

/** Starts a server; resolves with undefined if another program took the port. */
async function launch(
  { postgres }: PostgresPrograms,
  data: string,
  port: number,
  user: ServerUser | undefined,
): Promise<ChildProcess | undefined> {
  const network = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const settings = [...network, ...SETTINGS].flatMap((setting) => ["-c", setting]);
  const child = spawn(postgres, ["-D", data, ...settings], { cwd: data, ...user });
  const said = collect(child);
  const exited = once(child, "exit").then(() => false);
  const ready = new Promise<boolean>((resolve) => {
    child.stderr?.on("data", () => {
      if (said().includes("ready to accept connections")) resolve(true);
    });
  });
  if (await Promise.race([ready, exited])) return child;
  if (said().includes("Address already in use")) return undefined;
  throw new Error(`PostgreSQL does not start:\n${said()}`);
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      // The beginning is enough; the rest is read so that the pipe does not fill.
      if (text.length < 65_536) text += chunk;
    });
  }
  return () => text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
