// Lets browsers connect. Since they cannot sign upgrades or set headers, this program does it for
// them.
//
//   browser --ws://relay/v1/orders?since=7&ticket=T--> relay --signed upgrade--> streaming service
//
// It adds no protocol of its own: a ticket admits one connection, and after that the bytes of both
// sides pass unchanged. Browsers cannot read a refused HTTP answer, so they get a close code
// instead: 4401 if they may not connect, 1008 if the request is wrong, 1011 otherwise.

import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { Duplex } from "node:stream";
import { signUpgrade } from "@specwright/signing";
import { findServer } from "./find-server.ts";

const TICKET_MS = 30_000;
const tickets = new Map<string, number>();
const { url, accessKey = "", secretKey = "", brokerId = "" } = findServer();
const service = new URL(url);
const open = new Set<Duplex>();

const server = createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/ticket") {
    response.writeHead(404).end();
    return;
  }
  // This example gives a ticket to anyone. Yours should check who is logged in, and the Origin.
  for (const [old, untilMs] of tickets) if (untilMs < Date.now()) tickets.delete(old);
  const ticket = randomBytes(16).toString("hex");
  tickets.set(ticket, Date.now() + TICKET_MS);
  response.writeHead(200, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  response.end(ticket);
});

server.on("upgrade", (request, socket, head) => {
  open.add(socket);
  socket.once("close", () => open.delete(socket));
  socket.on("error", () => socket.destroy());
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const pairs = query.split("&").filter((pair) => pair !== "");
  const ticket = pairs.find((pair) => pair.startsWith("ticket="))?.slice(7) ?? "";
  const untilMs = tickets.get(ticket) ?? 0;
  tickets.delete(ticket);
  if (untilMs < Date.now()) {
    closeWith(request, socket, 4401, "unauthorized");
    return;
  }
  // The rest of the query keeps its encoding, because it is signed.
  const rest = pairs.filter((pair) => !pair.startsWith("ticket=")).join("&");
  dial(rest === "" ? path : `${path}?${rest}`, request, socket, head);
});

function dial(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const signed = signUpgrade({ accessKey, secretKey, brokerId, path, timestamp: Date.now() });
  const send = service.protocol === "wss:" ? requestTls : requestPlain;
  const upstream = send({
    hostname: service.hostname,
    port: service.port,
    path,
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      // The server's answer to it is passed back unchanged.
      "Sec-WebSocket-Key": request.headers["sec-websocket-key"] ?? "",
      ...signed,
    },
  });
  socket.once("close", () => upstream.destroy());
  upstream.on("error", () => closeWith(request, socket, 1011, "the service is not reachable"));
  upstream.on("response", (response) => {
    const { statusCode: status = 0 } = response;
    response.resume();
    const code = status === 401 ? 4401 : status >= 500 || status === 429 ? 1011 : 1008;
    closeWith(request, socket, code, status === 401 ? "unauthorized" : `HTTP ${status}`);
  });
  upstream.on("upgrade", (response, service, first) => {
    service.on("error", () => socket.destroy());
    service.once("close", () => socket.destroy());
    socket.once("close", () => service.destroy());
    accept(socket, String(response.headers["sec-websocket-accept"]));
    socket.write(first);
    service.write(head);
    service.pipe(socket).pipe(service);
  });
  upstream.end();
}

function accept(socket: Duplex, answer: string): void {
  const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${answer}`];
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
}

/** Accepts a connection only to close it, because a refused one gives a browser no reason. */
function closeWith(request: IncomingMessage, socket: Duplex, code: number, reason: string): void {
  if (!socket.writable) return;
  const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  accept(socket, createHash("sha1").update(key).digest("base64"));
  const payload = Buffer.from(`  ${reason}`);
  payload.writeUInt16BE(code);
  socket.end(Buffer.concat([Buffer.from([0x88, payload.length]), payload]));
}

function stop(): void {
  server.close();
  for (const socket of open) socket.destroy();
}
process.once("SIGINT", stop);
process.once("SIGTERM", stop);

server.listen(Number(process.argv[2] ?? 4030), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  console.log(
    `browsers: ws://127.0.0.1:${port}${service.pathname}, tickets: POST http://127.0.0.1:${port}/ticket`,
  );
});
