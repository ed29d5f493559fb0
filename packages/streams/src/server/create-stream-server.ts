import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { problem, StreamError, stringifyJson, systemClock } from "@specwright/runtime";
import type { StreamPeer } from "./connection/stream-peer.ts";
import {
  createStreamGateway,
  type StreamGateway,
  type StreamGatewayOptions,
} from "./create-stream-gateway.ts";
import { defaultStreamServerSettings, type StreamServerSettings } from "./settings.ts";
import { acceptUpgrades, type UpgradeAnswer } from "./upgrade/accept-upgrades.ts";
import { serverSocket } from "./upgrade/compressed-socket.ts";
import { defaultPath, readTarget } from "./upgrade/read-target.ts";
import { refuseUnreadable } from "./upgrade/refuse-upgrade.ts";

/** The address to listen on. */
export interface ListenOptions {
  /** The host to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** The port to listen on. 0 selects a free port. Default 0. */
  readonly port?: number;
}

/** Serves channels over WebSocket. */
export interface StreamServer extends Omit<StreamGateway, "admit" | "refused" | "failed"> {
  /** Serves upgrades of an existing HTTP server. */
  attach(server: Server): void;
  /**
   * Listens on its own port. Resolves with the address for clients. Rejects with `StreamError`
   * `address_in_use` if the port is in use.
   */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Answers a request that is not an upgrade: 426 on a channel, otherwise 404. */
  answerRequest(request: IncomingMessage, response: ServerResponse): void;
}

export interface StreamServerOptions<Context = StreamPeer> extends StreamGatewayOptions<Context> {
  /**
   * Whether to compress messages for clients that offer permessage-deflate. Compression needs memory for
   * each connection, and time for each message on each connection. Default false.
   */
  readonly compression?: boolean;
}

/**
 * Creates a stream server.
 *
 * @throws StreamError `missing_handler` if a channel has no source, a request has no handler, or a handler
 * has an unknown name; `missing_authenticator`.
 */
export function createStreamServer<Context = StreamPeer>(
  options: StreamServerOptions<Context>,
): StreamServer {
  const { channels, clock = systemClock } = options;
  const settings: StreamServerSettings = { ...defaultStreamServerSettings, ...options.settings };
  const refusing = { clock, graceMs: settings.closeGraceMs };
  const { admit, refused, failed, ...gateway } = createStreamGateway(options);
  const accepting = {
    ...refusing,
    maxFrameBytes: settings.maxFrameBytes,
    compression: options.compression ?? false,
    async decide(request: IncomingMessage): Promise<UpgradeAnswer> {
      const answer = await admit(request);
      if (answer.kind === "refuse") return answer;
      return { ...answer, run: (socket, transport) => answer.run(serverSocket(socket, transport)) };
    },
    onMalformed: refused,
    onFailed: failed,
  };
  const detach: (() => void)[] = [];
  let own: Server | undefined;

  function attach(server: Server): void {
    const onUpgrade = acceptUpgrades({
      ...accepting,
      // A path that is unknown here may belong to a different listener of the HTTP server.
      answers: ({ url = "" }) =>
        server.listenerCount("upgrade") === 1 ||
        readTarget(url, channels, settings).kind !== "unknown",
    });
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
    // The request handler checks the host itself, so that it can first report other faults of the request.
    const server = createServer({ requireHostHeader: false }, answerRequest);
    own = server;
    server.on("checkExpectation", answerRequest);
    server.on("clientError", (error, transport) => {
      const refusal = refuseUnreadable(error, transport, refusing);
      if (refusal !== undefined) refused(refusal);
    });
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
    // The server listens until all connections are closed, so that it can ask new clients to come back
    // later.
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

/** Adds advice to the error for an address on which the server cannot listen. */
function listenError(cause: Error, host: string, port: number): Error {
  const isTaken = "code" in cause && cause.code === "EADDRINUSE";
  if (!isTaken) return cause;
  const message = `port ${port} of ${host} is in use: stop the other process, or choose another port`;
  return new StreamError("address_in_use", message, { cause });
}
