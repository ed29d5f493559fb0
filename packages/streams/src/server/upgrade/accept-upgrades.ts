// Completes HTTP upgrades to WebSockets, for channels with and without topics.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Problem, problem } from "@specwright/runtime";
import { WebSocketServer } from "ws";
import { AnnouncingWebSocket } from "../connection/server-socket.ts";
import { RefusalPace } from "./refusal-pace.ts";
import { type RefuseUpgradeOptions, refuseUpgrade } from "./refuse-upgrade.ts";

export type UpgradeAnswer<Run = (socket: AnnouncingWebSocket, transport: Duplex) => void> =
  /** Refuse the upgrade with a problem. */
  | {
      readonly kind: "refuse";
      readonly problem: Problem;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Complete the upgrade. `run` gets the socket in the same turn of the event loop. */
  | {
      readonly kind: "accept";
      /** Headers to add to the answer. */
      readonly headers?: Readonly<Record<string, string>>;
      /** The subprotocol to select. If absent, none is selected. */
      readonly subprotocol?: string;
      readonly run: Run;
    };

/** The options and listeners of `acceptUpgrades`. */
export interface AcceptUpgradesOptions extends RefuseUpgradeOptions {
  readonly maxFrameBytes: number;
  readonly compression: boolean;
  /**
   * Reports whether to answer a request. Other listeners of the server must answer the remaining requests.
   * Default: answer all requests.
   */
  readonly answers?: (request: IncomingMessage) => boolean;
  decide(request: IncomingMessage): Promise<UpgradeAnswer>;
  /** Called for a request that is not a valid upgrade. It is then refused. */
  readonly onMalformed?: (refusal: Problem, request: IncomingMessage) => void;
  /** Called if `decide` threw an error. The upgrade is then refused with 500. */
  readonly onFailed: (error: unknown) => void;
}

/** A listener for the event `upgrade` of an HTTP server. */
export type UpgradeListener = (request: IncomingMessage, transport: Duplex, head: Buffer) => void;

/** Each connection has its own compressor. Small windows and buffers halve the memory for it. */
const COMPRESSION = {
  /** Messages with fewer bytes are not compressed, because they would hardly become smaller. */
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
    // `AnnouncingWebSocket` answers pings itself, but not while it is paused.
    autoPong: false,
    // By default, `ws` selects the first subprotocol that a client offers.
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
      // A status of 500 or above is the fault of the server, so the answer is not delayed.
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
    // Without a listener, an error before `ws` uses the socket would end the process.
    transport.on("error", ignoreError);
    handleUpgrade(request, transport, head).catch((error: unknown) => {
      options.onFailed(error);
      if (transport.writable) refuseUpgrade(transport, problem(500, "internal_error"), options);
      else transport.destroy();
    });
  };
}

function ignoreError(): void {}
