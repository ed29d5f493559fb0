// The servers that run in Node. Each is written as in the documentation of its library.

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { type FanOutKind, type FanOutServer, frameBytes } from "./fan-out.ts";
import { startOurs } from "./our-server.ts";

/**
 * Starts a server. `folder` is the folder in which the peer is installed, or the folder of our log.
 */
export async function startFanOutServer(kind: FanOutKind, folder: string): Promise<FanOutServer> {
  switch (kind) {
    case "ours":
      return startOurs(folder);
    case "ws":
      return startWs(requireFrom(folder, "ws") as WsModule);
    case "socket.io":
      return startSocketIo(requireFrom(folder, "socket.io") as SocketIoModule);
    case "net":
      return startNet();
    default:
      throw new TypeError(`${kind} is a program of its own`);
  }
}

interface WsModule {
  readonly WebSocketServer: new (
    options: object,
  ) => {
    readonly clients: Iterable<{ send(data: Buffer, options: object): void }>;
  };
}

async function startWs({ WebSocketServer }: WsModule): Promise<FanOutServer> {
  const server = createServer();
  const { clients } = new WebSocketServer({ server, perMessageDeflate: false });
  const frame = Buffer.alloc(frameBytes, "x");
  return {
    port: await listenOnFreePort(server),
    publish(count) {
      for (let sent = 0; sent < count; sent += 1) {
        for (const client of clients) client.send(frame, { binary: false });
      }
    },
  };
}

interface SocketIoModule {
  readonly Server: new (
    server: object,
    options: object,
  ) => {
    emit(event: string, data: string): void;
  };
}

async function startSocketIo({ Server }: SocketIoModule): Promise<FanOutServer> {
  const server = createServer();
  const io = new Server(server, {
    transports: ["websocket"],
    perMessageDeflate: false,
    // The clients do not reply to pings of Socket.IO, so the server must not send any.
    pingInterval: 3_600_000,
  });
  // The packet of Socket.IO adds `42["order",""]` to the text.
  const text = "x".repeat(frameBytes - 14);
  return {
    port: await listenOnFreePort(server),
    publish(count) {
      for (let sent = 0; sent < count; sent += 1) io.emit("order", text);
    },
  };
}

async function startNet(): Promise<FanOutServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer({ noDelay: true }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
      sockets.add(socket);
    });
    socket.once("close", () => sockets.delete(socket));
  });
  const head = Buffer.from([0x81, 126, frameBytes >> 8, frameBytes & 255]);
  const frame = Buffer.concat([head, Buffer.alloc(frameBytes, "x")]);
  return {
    port: await listenOnFreePort(server),
    publish(count) {
      const bytes = Buffer.concat(Array.from({ length: count }, () => frame));
      for (const socket of sockets) socket.write(bytes);
    },
  };
}

function listenOnFreePort(server: {
  listen(port: number, host: string, ready: () => void): unknown;
  address(): AddressInfo | string | null;
}): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function requireFrom(folder: string, name: string): unknown {
  return createRequire(join(folder, "package.json"))(name);
}
