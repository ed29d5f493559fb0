// Stands between a service and its database, and cuts a connection when the database says something.

import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Relay {
  /** The URL of the database, by way of the relay. */
  readonly url: string;
  /** Cuts the next connection on which the database says this, before the service hears of it. */
  cutAt(said: string): void;
}

/** Starts a relay before the database of a URL. */
export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let fatal: string | undefined;
  const server = createServer((near) => {
    const far = dial(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on("data", (bytes: Buffer) => {
      if (fatal !== undefined && bytes.includes(fatal)) {
        fatal = undefined;
        near.destroy();
      } else {
        near.write(bytes);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = `${typeof address === "object" ? address?.port : ""}`;
  return {
    url: url.href,
    cutAt(said) {
      fatal = said;
    },
  };
}
