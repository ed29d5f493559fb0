// Turns the sockets of HTTP upgrades into WebSockets, for channels and feeds.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Problem, problem } from "@specwright/runtime";
import { WebSocketServer } from "ws";
import { AnnouncingWebSocket } from "../connection/server-socket.ts";
import { RefusalPace } from "./refusal-pace.ts";
import { type RefuseUpgradeOptions, refuseUpgrade } from "./refuse-upgrade.ts";

export type UpgradeAnswer<Run = (socket: AnnouncingWebSocket, transport: Duplex) => void> =
  /** Answer with the problem. */
  | {
      readonly kind: "refuse";
      readonly problem: Problem;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Complete the upgrade, and pass on the socket in the same turn of the event loop. */
  | {
      readonly kind: "accept";
      /** Additional headers of the answer. */
      readonly headers?: Readonly<Record<string, string>>;
      /** The subprotocol to select; none if absent. */
      readonly subprotocol?: string;
      readonly run: Run;
    };

/** The options and listeners of `acceptUpgrades`. */
export interface AcceptUpgradesOptions extends RefuseUpgradeOptions {
  readonly maxFrameBytes: number;
  readonly compression: boolean;
  /**
   * Reports whether to answer a request; other listeners have to answer the rest. Default: all
   * requests.
   */
  readonly answers?: (request: IncomingMessage) => boolean;
  decide(request: IncomingMessage): Promise<UpgradeAnswer>;
  /** Called for a request that is not a valid upgrade, before it is refused. */
  readonly onMalformed?: (refusal: Problem, request: IncomingMessage) => void;
  /** Called for an error of `decide`, before the upgrade is refused with 500. */
  readonly onFailed: (error: unknown) => void;
}

/** Listens to the event `upgrade` of a server. */
export type UpgradeListener = (request: IncomingMessage, transport: Duplex, head: Buffer) => void;

/** Each connection keeps a compressor. A small window and small buffers halve the memory that it needs. */
const COMPRESSION = {
  /** In bytes. Shorter messages would hardly become smaller. */
  threshold: 256,
  serverMaxWindowBits: 12,
  zlibDeflateOptions: { memLevel: 5, level: 3, chunkSize: 4096 },
  zlibInflateOptions: { chunkSize: 4096 },
};

/** Creates the listener. */
export function acceptUpgrades(options: AcceptUpgradesOptions): UpgradeListener {
  const { compression, onMalformed = ignoreError } = options;
  const pace = new RefusalPace(options.clock);
  const accepted = new WeakMap<IncomingMessage, UpgradeAnswer & { readonly kind: "accept" }>();
  const webSockets = new WebSocketServer({
    noServer: true,
    WebSocket: AnnouncingWebSocket,
    clientTracking: false,
    // The sockets answer pings themselves, and not while they are paused.
    autoPong: false,
    // Without this, the first subprotocol that a client offers would be selected.
    handleProtocols: (_, request) => accepted.get(request)?.subprotocol ?? false,
    perMessageDeflate: compression && COMPRESSION,
    maxPayload: options.maxFrameBytes,
  });
  webSockets.on("wsClientError", ({ message }, transport, request) => {
    if (request.method === "GET") {
      refuseMalformed(request, transport, problem(400, "malformed_upgrade", { detail: message }), {
        "Sec-WebSocket-Version": "13",
      });
    } else {
      refuseMalformed(request, transport, problem(405, "method_not_allowed"), { Allow: "GET" });
    }
  });
  webSockets.on("headers", (lines, request) => {
    for (const [name, value] of Object.entries(accepted.get(request)?.headers ?? {})) {
      lines.push(`${name}: ${value}`);
    }
  });

  function refuseMalformed(
    request: IncomingMessage,
    transport: Duplex,
    refusal: Problem,
    headers?: Readonly<Record<string, string>>,
  ): void {
    onMalformed(refusal, request);
    refuseUpgrade(transport, refusal, { ...options, headers });
  }

  async function handleUpgrade(
    request: IncomingMessage,
    transport: Duplex,
    head: Buffer,
  ): Promise<void> {
    if (request.httpVersionMajor === 1 && request.httpVersionMinor < 1) {
      const detail = "WebSocket needs HTTP/1.1";
      refuseMalformed(request, transport, problem(400, "malformed_request", { detail }));
      return;
    }
    const verdict = await options.decide(request);
    if (verdict.kind === "refuse") {
      // A refusal with a status from 500 on is the server's fault, so the client need not wait.
      if (verdict.problem.status < 500) await pace.wait(request.socket.remoteAddress);
      refuseUpgrade(transport, verdict.problem, { ...options, headers: verdict.headers });
      return;
    }
    accepted.set(request, verdict);
    webSockets.handleUpgrade(request, transport, head, (socket) => {
      transport.off("error", ignoreError);
      verdict.run(socket, transport);
    });
  }

  return (request, transport, head) => {
    if (options.answers?.(request) === false) return;
    // Until ws takes over, an error event of the socket would end the process.
    transport.on("error", ignoreError);
    handleUpgrade(request, transport, head).catch((error: unknown) => {
      options.onFailed(error);
      if (transport.writable) refuseUpgrade(transport, problem(500, "internal_error"), options);
      else transport.destroy();
    });
  };
}

function ignoreError(): void {}
