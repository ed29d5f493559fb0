import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A WebSocket server without a contract. */
export interface PlainServer {
  readonly url: string;
  /** The requests that opened a connection. */
  readonly requests: readonly IncomingMessage[];
  /** The frames of all clients, as text. */
  readonly received: readonly string[];
  /** Resolves when that many frames have arrived. */
  frames(count: number): Promise<readonly string[]>;
  /** Sends a text to all clients. */
  send(text: string): void;
  close(): Promise<void>;
}

/** Starts a server that passes each connection to `serve`, on a free port unless one is given. */
export async function plainServer(
  serve: (socket: WebSocket, request: IncomingMessage) => void = () => {},
  wanted = 0,
): Promise<PlainServer> {
  const server = new WebSocketServer({ port: wanted, host: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [requests, received]: [IncomingMessage[], string[]] = [[], []];
  server.on("connection", (socket, request) => {
    requests.push(request);
    socket.on("message", (data, binary) => {
      received.push(binary ? `binary ${String(data)}` : String(data));
      server.emit("frame");
    });
    serve(socket, request);
  });
  return {
    url: `ws://127.0.0.1:${port}`,
    requests,
    received,
    async frames(count) {
      while (received.length < count) await once(server, "frame");
      return received.slice(0, count);
    },
    send(text) {
      for (const socket of server.clients) socket.send(text);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
