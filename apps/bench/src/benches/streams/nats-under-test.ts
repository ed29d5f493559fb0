// Measures NATS, used as in its documentation: clients connect over WebSocket, and publishers over
// TCP.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { serverCore, startProgram, stopProcess } from "../../pinned-process.ts";
import { frameBytes } from "./fan-out.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

/** Starts `nats-server`. Resolves with undefined if it is not installed. */
export async function startNats(): Promise<ServerUnderTest | undefined> {
  const program = findNatsServer();
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-nats-"));
  const [tcp, web] = [await freePort(), await freePort()];
  const config = join(folder, "nats.conf");
  await writeFile(
    config,
    `listen: "127.0.0.1:${tcp}"
ping_interval: "1h"
websocket { listen: "127.0.0.1:${web}", no_tls: true }
`,
  );
  const child = startProgram(program, serverCore, ["-c", config]);
  const publisher = await connectTo(tcp);
  publisher.resume();
  publisher.write('CONNECT {"verbose":false,"pedantic":false}\r\n');
  // The client also receives the prefix `MSG f 1 356`. Together with it, a message has as many
  // bytes as a frame.
  const payload = "x".repeat(frameBytes - 15);
  const message = `PUB f ${payload.length}\r\n${payload}\r\n`;
  return {
    port: web,
    process: child,
    turns: false,
    publish: ({ burst }) => publisher.write(message.repeat(burst)),
    async stop() {
      publisher.destroy();
      await stopProcess(child);
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Connects to the server as soon as the server listens. */
async function connectTo(port: number): Promise<Socket> {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function findNatsServer(): string | undefined {
  const { NATS_SERVER, PATH = "" } = process.env;
  if (NATS_SERVER !== undefined) return NATS_SERVER;
  // Debian installs the server in a folder that is not in the PATH of normal users.
  return [...PATH.split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, "nats-server"))
    .find((path) => existsSync(path));
}
