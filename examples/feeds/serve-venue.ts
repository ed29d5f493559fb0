// Serves a simulated venue over real sockets.

import { once } from "node:events";
import { createServer, type IncomingMessage, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type Clock, systemClock } from "@specwright/runtime";
import { type WebSocket, WebSocketServer } from "ws";
import type {
  SimulatedAnswer,
  SimulatedClient,
  SimulatedConnection,
  SimulatedRequest,
  SimulatedVenue,
} from "./simulator.ts";

/** Options of a served venue. */
export interface ServeOptions {
  /** The port on loopback; 0, the default, takes a free one. */
  readonly port?: number;
  /** How often the market moves; 0 leaves all steps to the caller. 100 by default. */
  readonly stepMs?: number;
  /** Times the steps; by default, the clock of the machine. */
  readonly clock?: Clock;
}

/** A venue that is being served. */
export interface ServedSimulator {
  /** Where it is, as `ws://127.0.0.1:PORT`; the same with http is the place of requests. */
  readonly url: string;
  /** Ends all connections and timers. */
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Serves the venue on loopback until it is stopped. */
export async function serveSimulator(
  venue: SimulatedVenue,
  options: ServeOptions = {},
): Promise<ServedSimulator> {
  const { port = 0, stepMs = 100, clock = systemClock } = options;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((incoming, response) => {
    readBody(incoming).then(
      (body) => {
        const answer = venue.request(toRequest(incoming, body));
        response.writeHead(answer.status, answer.headers).end(answer.body);
      },
      () => response.destroy(),
    );
  });
  server.on("upgrade", (incoming, socket, head) => {
    upgrade({ venue, sockets, incoming, socket, head });
  });
  server.listen(port, HOST);
  await once(server, "listening");

  let cancel = (): void => {};
  function schedule(): void {
    cancel = clock.setTimer(stepMs, () => {
      venue.step();
      schedule();
    });
  }
  if (stepMs > 0) schedule();

  return {
    url: `ws://${HOST}:${(server.address() as AddressInfo).port}`,
    async stop() {
      cancel();
      venue.stop();
      for (const socket of sockets.clients) socket.terminate();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Opens a connection to the venue, and the socket only if the venue accepts it. */
function upgrade(options: {
  readonly venue: SimulatedVenue;
  readonly sockets: WebSocketServer;
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}): void {
  const { venue, sockets, incoming, socket, head } = options;
  // Messages of the venue before the end of the handshake wait for it.
  const waiting: ((opened: WebSocket) => void)[] = [];
  let opened: WebSocket | undefined;
  const tell = (say: (opened: WebSocket) => void): void => {
    if (opened === undefined) waiting.push(say);
    else if (opened.readyState === opened.OPEN) say(opened);
  };
  const client: SimulatedClient = {
    frame: (text) => tell((to) => to.send(text)),
    ping: (payload) => tell((to) => to.ping(payload)),
    closed: (code, reason) =>
      tell((to) => (code === 1006 ? to.terminate() : to.close(code, reason))),
  };
  const connection = venue.connect(toRequest(incoming, ""), client);
  if ("status" in connection) {
    refuse(socket, connection);
    return;
  }
  sockets.handleUpgrade(incoming, socket, head, (websocket) => {
    listen(websocket, connection);
    opened = websocket;
    for (const say of waiting.splice(0)) tell(say);
  });
}

function listen(websocket: WebSocket, connection: SimulatedConnection): void {
  websocket.on("message", (data) => connection.receive(data.toString()));
  websocket.on("pong", (data) => connection.pong(data.toString()));
  websocket.on("close", () => connection.closed());
  // An error of a socket is followed by its close.
  websocket.on("error", () => {});
}

function refuse(socket: Duplex, answer: SimulatedAnswer): void {
  const headers = {
    ...answer.headers,
    connection: "close",
    "content-length": String(Buffer.byteLength(answer.body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}\r\n`;
  socket.on("error", () => {});
  socket.end(`${status}${lines.join("")}\r\n${answer.body}`);
}

function toRequest(incoming: IncomingMessage, body: string): SimulatedRequest {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      [value ?? ""].flat().join(", "),
    ]),
  );
  return { method: incoming.method ?? "GET", target: incoming.url ?? "/", headers, body };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
