import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { problem, StreamError, stringifyJson, systemClock } from "@specwright/runtime";
import { WebSocketServer } from "ws";
import { AnnouncingWebSocket, WebSocketServerSocket } from "./connection/server-socket.ts";
import type { StreamPeer } from "./connection/stream-peer.ts";
import {
  createStreamGateway,
  type StreamGateway,
  type StreamGatewayOptions,
} from "./create-stream-gateway.ts";
import { defaultStreamServerSettings, type StreamServerSettings } from "./settings.ts";
import { streamLogger } from "./stream-logger.ts";
import { defaultPath, readTarget } from "./upgrade/read-target.ts";
import { refuseUnreadable, refuseUpgrade } from "./upgrade/refuse-upgrade.ts";

/** Where to listen. */
export interface ListenOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free one. Default 0. */
  readonly port?: number;
}

/** Serves channels over WebSocket. */
export interface StreamServer extends Omit<StreamGateway, "admit"> {
  /** Serves upgrades of an HTTP server that somebody else runs. */
  attach(server: Server): void;
  /**
   * Listens on a separate port; resolves with the address for clients. Rejects with `StreamError`
   * `address_in_use` if another process listens there.
   */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Answers a request that is not an upgrade: 426 on a channel, otherwise 404. */
  answerRequest(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Creates a stream server.
 *
 * @throws StreamError `missing_handler` if a channel has no source or a request no handler, or if
 * handlers have other names; `missing_authenticator`.
 */
export function createStreamServer<Context = StreamPeer>(
  options: StreamGatewayOptions<Context>,
): StreamServer {
  const { channels, clock = systemClock } = options;
  const logger = streamLogger(options.logger);
  const settings: StreamServerSettings = { ...defaultStreamServerSettings, ...options.settings };
  const refusing = { clock, graceMs: settings.closeGraceMs };
  const { admit, ...gateway } = createStreamGateway(options);
  const subprotocolOf = new WeakMap<IncomingMessage, string>();
  const webSockets = new WebSocketServer({
    noServer: true,
    WebSocket: AnnouncingWebSocket,
    clientTracking: false,
    // Without this, the first subprotocol that a client offers would be selected.
    handleProtocols: (_, request) => subprotocolOf.get(request) ?? false,
    perMessageDeflate: false,
    maxPayload: settings.maxFrameBytes,
  });
  webSockets.on("wsClientError", ({ message }, transport, { method }) => {
    const [refusal, headers] =
      method === "GET"
        ? [
            problem(400, "malformed_upgrade", { detail: message }),
            { "Sec-WebSocket-Version": "13" },
          ]
        : [problem(405, "method_not_allowed"), { Allow: "GET" }];
    const { status, code } = refusal;
    logger({ level: "info", event: "upgrade_refused", status, code });
    refuseUpgrade(transport, refusal, { ...refusing, headers });
  });
  /** The additional headers of answers to upgrades. */
  const headersOf = new WeakMap<IncomingMessage, Readonly<Record<string, string>>>();
  webSockets.on("headers", (lines, request) => {
    for (const [name, value] of Object.entries(headersOf.get(request) ?? {})) {
      lines.push(`${name}: ${value}`);
    }
  });
  const detach: (() => void)[] = [];
  let own: Server | undefined;

  async function upgrade(request: IncomingMessage, transport: Duplex, head: Buffer): Promise<void> {
    if (request.httpVersionMajor === 1 && request.httpVersionMinor < 1) {
      const detail = "WebSocket needs HTTP/1.1";
      const refusal = problem(400, "malformed_request", { detail });
      logger({ level: "info", event: "upgrade_refused", status: 400, code: refusal.code });
      refuseUpgrade(transport, refusal, refusing);
      return;
    }
    const answer = await admit(request);
    if (answer.kind === "refuse") {
      refuseUpgrade(transport, answer.problem, { ...refusing, headers: answer.headers });
      return;
    }
    if (answer.subprotocol !== undefined) subprotocolOf.set(request, answer.subprotocol);
    if (answer.headers !== undefined) headersOf.set(request, answer.headers);
    webSockets.handleUpgrade(request, transport, head, (socket) => {
      answer.run(new WebSocketServerSocket(socket, transport));
    });
  }

  function onUpgrade(request: IncomingMessage, transport: Duplex, head: Buffer): void {
    // Until ws takes over, nobody else listens to the socket, and an error event would end the
    // process.
    const ignore = (): void => {};
    transport.on("error", ignore);
    upgrade(request, transport, head).catch((error: unknown) => {
      logger({ level: "error", event: "upgrade_failed", error });
      if (transport.writable) refuseUpgrade(transport, problem(500, "internal_error"), refusing);
      else transport.destroy();
    });
  }

  function attach(server: Server): void {
    server.on("upgrade", onUpgrade);
    detach.push(() => server.off("upgrade", onUpgrade));
  }

  function answerRequest(request: IncomingMessage, response: ServerResponse): void {
    const found = readTarget(request.url ?? "", channels, settings).kind !== "unknown";
    const answer = found
      ? problem(426, "upgrade_required", { title: "Upgrade Required" })
      : problem(404, "not_found");
    const body = Buffer.from(stringifyJson(answer));
    response.writeHead(answer.status, {
      "Content-Type": "application/problem+json",
      "Content-Length": body.length,
      ...(found && { Upgrade: "websocket" }),
    });
    response.end(body);
  }

  async function listen({ host = "127.0.0.1", port = 0 }: ListenOptions = {}): Promise<{
    readonly url: string;
    readonly port: number;
  }> {
    // A request with another mistake and no host is answered for the other mistake.
    const server = createServer({ requireHostHeader: false }, answerRequest);
    own = server;
    server.on("checkExpectation", answerRequest);
    server.on("clientError", (error, transport) => refuseUnreadable(error, transport, refusing));
    attach(server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => reject(listenError(error, host, port)));
      server.listen(port, host, resolve);
    });
    const address = server.address();
    const bound = typeof address === "object" && address !== null ? address.port : port;
    const name = host.includes(":") ? `[${host}]` : host;
    const path = settings.basePath + defaultPath(channels, settings);
    return { url: `ws://${name}:${bound}${path}`, port: bound };
  }

  async function close(): Promise<void> {
    // Until all are closed, new clients are asked to return later.
    await gateway.close();
    for (const end of detach) end();
    const stopped = new Promise<void>((resolve) => {
      if (own === undefined) resolve();
      else own.close(() => resolve());
    });
    own?.closeAllConnections();
    await stopped;
  }

  return { ...gateway, attach, listen, answerRequest, close };
}

/** Says what to do about an address that cannot be listened on. */
function listenError(cause: Error, host: string, port: number): Error {
  const isTaken = "code" in cause && cause.code === "EADDRINUSE";
  if (!isTaken) return cause;
  const message = `port ${port} of ${host} is in use: end the process that listens there, or take another port`;
  return new StreamError("address_in_use", message, { cause });
}
