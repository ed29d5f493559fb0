// A proxy for TCP that can be cut like a network: bytes stop without a notice.

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A running proxy. */
export interface CutProxy {
  /** The address that it accepts connections on. */
  readonly port: number;
  /** Holds back all bytes and new connections, until `heal`. */
  cut(): void;
  heal(): void;
  close(): Promise<void>;
}

interface Line {
  readonly near: Socket;
  far?: Socket;
}

/** Starts a proxy for a port of 127.0.0.1. */
export async function startCutProxy(target: number): Promise<CutProxy> {
  const lines = new Set<Line>();
  let isCut = false;

  const server = createServer((near) => {
    const line: Line = { near: quiet(near) };
    lines.add(line);
    near.once("close", () => {
      lines.delete(line);
      line.far?.destroy();
    });
    if (!isCut) join(line);
  });

  function join(line: Line): void {
    const { near } = line;
    const far = line.far ?? quiet(connect(target, "127.0.0.1"));
    if (line.far === undefined) far.once("close", () => near.destroy());
    line.far = far;
    near.pipe(far);
    far.pipe(near);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    cut() {
      isCut = true;
      for (const { near, far } of lines) {
        if (far === undefined) continue;
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    heal() {
      isCut = false;
      for (const line of lines) join(line);
    },
    async close() {
      for (const { near } of lines) near.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function quiet(socket: Socket): Socket {
  return socket.setNoDelay(true).on("error", () => {});
}
