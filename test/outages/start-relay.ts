// A relay between a service and its database that cuts a connection when the database sends a given
// text.

import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Relay {
  /** The URL of the database through the relay. */
  readonly url: string;
  /**
   * Cuts the next connection on which the database sends this text, before the service receives it.
   */
  cutAt(said: string): void;
}

/** Starts a relay in front of the database at a URL. */
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
