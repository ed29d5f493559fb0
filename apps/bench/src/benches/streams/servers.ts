// The servers, each as its own documentation would write it.

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { createMemoryLog } from "@specwright/sequenced-log";
import { createPublisher, createStreamServer } from "@specwright/stream-server";
import { orders } from "@specwright/streams-api/server";
import { credentials } from "./credentials.ts";
import { type FanOutKind, type FanOutServer, frameBytes } from "./fan-out.ts";

/** Starts a server. `folders` are where the peers are installed. */
export async function startFanOutServer(
  kind: FanOutKind,
  folders: Readonly<Record<string, string>>,
): Promise<FanOutServer> {
  switch (kind) {
    case "ours":
      return startOurs();
    case "ws":
      return startWs(requireFrom(folders["ws"], "ws") as WsModule);
    case "socket.io":
      return startSocketIo(requireFrom(folders["socket.io"], "socket.io") as SocketIoModule);
    case "net":
      return startNet();
    default:
      return kind satisfies never;
  }
}

async function startOurs(): Promise<FanOutServer> {
  const log = createMemoryLog({ maxFrames: 10_000 });
  const server = createStreamServer({
    channels: [orders],
    log,
    lookupKey: () => credentials,
    settings: { maxConnectionsPerKey: 100_000 },
  });
  const publisher = createPublisher({ log });
  const { port } = await server.listen();
  const payload = {
    command_type: "AMEND",
    order_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4e",
    client_order_id: "client-order-000123",
    reason: "the order is already filled; ".padEnd(110, "."),
    correlation_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f",
  } as const;
  const message = { type: "order_reject", payload } as const;
  return {
    port,
    publish(count) {
      for (let sent = 0; sent < count; sent += 1) {
        void publisher.publish(orders, { brokerId: credentials.brokerId, message });
      }
    },
  };
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
    port: await listen(server),
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
  const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
  // Its packet adds `42["order",""]`.
  const text = "x".repeat(frameBytes - 14);
  return {
    port: await listen(server),
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
    port: await listen(server),
    publish(count) {
      const bytes = Buffer.concat(Array.from({ length: count }, () => frame));
      for (const socket of sockets) socket.write(bytes);
    },
  };
}

function listen(server: {
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

function requireFrom(folder: string | undefined, name: string): unknown {
  return createRequire(join(folder ?? "", "package.json"))(name);
}
