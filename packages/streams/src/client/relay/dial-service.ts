import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { Duplex } from "node:stream";
import { acceptUpgrade, closeUpgrade } from "./answer-upgrade.ts";

/** The connection of a browser, and the path to connect to at the service. */
export interface Dial {
  readonly service: URL;
  /** The path and query for the service. */
  readonly target: string;
  /** The headers of the signature of `target`. */
  readonly signature: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The first bytes after the upgrade request. */
  readonly head: Buffer;
}

/** Connects to the service, and copies the bytes of both sides unchanged. */
export function dialService({ service, target, signature, request, socket, head }: Dial): void {
  const send =
    service.protocol === "wss:" || service.protocol === "https:" ? requestTls : requestPlain;
  const upstream = send({
    hostname: service.hostname.replace(/^\[|\]$/g, ""),
    port: service.port,
    path: target,
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      // The browser gets the service's answer to the upgrade unchanged, so the service must answer the
      // browser's key.
      "Sec-WebSocket-Key": request.headers["sec-websocket-key"] ?? "",
      ...signature,
    },
  });
  socket.once("close", () => upstream.destroy());
  upstream.on("error", () => closeUpgrade(request, socket, 1011, "the service is not reachable"));
  upstream.on("response", (response) => {
    const { statusCode: status = 0 } = response;
    response.resume();
    const code = status === 401 ? 4401 : status >= 500 || status === 429 ? 1011 : 1008;
    closeUpgrade(request, socket, code, status === 401 ? "unauthorized" : `HTTP ${status}`);
  });
  upstream.on("upgrade", (response, peer, first) => {
    peer.on("error", () => socket.destroy());
    peer.once("close", () => socket.destroy());
    socket.once("close", () => peer.destroy());
    acceptUpgrade(socket, String(response.headers["sec-websocket-accept"]));
    socket.write(first);
    peer.write(head);
    peer.pipe(socket).pipe(peer);
  });
  upstream.end();
}
