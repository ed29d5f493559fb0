// Connections over real sockets: upgrades of an HTTP server.

import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { FeedConnection, FeedSocket } from "./connection/feed-socket.ts";
import type { FeedServerListener } from "./feed-server-event.ts";
import { FeedRefusal } from "./refuse.ts";

/** What is known of a client before it is connected. */
export interface FeedUpgrade {
  /** The path and query. */
  readonly target: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What upgrades need. */
export interface AttachOptions {
  readonly paths: readonly string[];
  readonly maxFrameBytes: number;
  readonly admit: (upgrade: FeedUpgrade) => unknown;
  readonly connect: (socket: FeedSocket, account: unknown) => FeedConnection;
  readonly onEvent: FeedServerListener;
}

const UNSUPPORTED_DATA = 1003;

/** Takes the upgrades of a server at some paths. Returns a function that stops it. */
export function attachSockets(server: Server, options: AttachOptions): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: options.maxFrameBytes });
  const upgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const [path = ""] = (incoming.url ?? "").split("?");
    if (!options.paths.includes(path)) {
      // Another listener may know the path.
      if (server.listenerCount("upgrade") === 1) refuseUpgrade(socket, 404, "");
      return;
    }
    socket.on("error", ignore);
    Promise.resolve(toUpgrade(incoming))
      .then(options.admit)
      .then((account) => {
        if (account instanceof FeedRefusal) {
          refuseUpgrade(socket, 401, account.text);
          return;
        }
        sockets.handleUpgrade(incoming, socket, head, (opened) => {
          listen(opened, options.connect(socketOf(opened), account));
        });
      })
      .catch((error: unknown) => {
        options.onEvent({ type: "failed", error });
        refuseUpgrade(socket, 500, "");
      });
  };
  server.on("upgrade", upgrade);
  return () => {
    server.off("upgrade", upgrade);
  };
}

function socketOf(socket: WebSocket): FeedSocket {
  return {
    get pendingBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text, ignore),
    ping: () => socket.ping(undefined, undefined, ignore),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}

function listen(socket: WebSocket, connection: FeedConnection): void {
  socket.on("message", (data, isBinary) => {
    if (isBinary) socket.close(UNSUPPORTED_DATA, "Frames are texts.");
    else connection.receive(data.toString());
  });
  socket.on("pong", () => connection.heard());
  socket.on("ping", () => connection.heard());
  socket.on("close", () => connection.closed());
  // An error of a socket is followed by its close.
  socket.on("error", ignore);
}

function toUpgrade({ url = "/", headers }: IncomingMessage): FeedUpgrade {
  return {
    target: url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
    ),
  };
}

function refuseUpgrade(socket: Duplex, status: number, text: string): void {
  const body = JSON.stringify({ error: text === "" ? STATUS_CODES[status] : text });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function ignore(): void {}
