// The engines that the suite runs on. To add one, add a row.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { createJetStreamLog } from "@specwright/streams/log/jetstream";
import { createLmdbLog } from "@specwright/streams/log/lmdb";

export interface LogEngine {
  readonly name: string;
  /** Why it cannot run here, if it cannot. */
  readonly missing?: string;
  /** Opens an empty log. `remove` frees its resources once the log is closed. */
  open(): Promise<{ readonly log: SequencedLog; readonly remove: () => Promise<void> }>;
}

export const memoryEngine: LogEngine = {
  name: "memory",
  open: async () => ({ log: createMemoryLog(), remove: async () => {} }),
};

const lmdbEngine: LogEngine = {
  name: "LMDB",
  async open() {
    const { folder, remove } = await temporaryFolder();
    return { log: await createLmdbLog({ folder }), remove };
  },
};

const natsServer = [
  process.env["NATS_SERVER"],
  ...(process.env["PATH"] ?? "").split(":"),
  "/usr/sbin",
]
  .flatMap((path, index) =>
    path === undefined ? [] : index === 0 ? [path] : [join(path, "nats-server")],
  )
  .find((path) => existsSync(path));

const jetStreamEngine: LogEngine = {
  name: "JetStream",
  ...(natsServer === undefined && { missing: "nats-server is not installed" }),
  async open() {
    const { folder, remove } = await temporaryFolder();
    const port = await freePort();
    const args = ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder];
    const child = spawn(natsServer ?? "", args, { stdio: "ignore" });
    const ended = once(child, "exit");
    while (!(await answers(port)) && child.exitCode === null) await pause(25);
    const servers = `nats://127.0.0.1:${port}`;
    return {
      log: await createJetStreamLog({ servers, replicas: 1, notify() {} }),
      async remove() {
        child.kill("SIGTERM");
        await ended;
        await remove();
      },
    };
  },
};

export const logEngines: readonly LogEngine[] = [memoryEngine, lmdbEngine, jetStreamEngine];

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "specwright-conformance-log-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Reports whether a server answers on a port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const finish = (value: boolean): void => {
      socket.destroy();
      resolve(value);
    };
    socket.once("data", () => finish(true));
    socket.once("error", () => finish(false));
  });
}
