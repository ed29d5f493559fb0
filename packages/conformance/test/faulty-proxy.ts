// A proxy between the kit and a correct server that breaks one thing on purpose.

import { createServer, type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { stringifyJson } from "@specwright/runtime";
import { signUpgrade } from "@specwright/streams/signing";
import { WebSocket, WebSocketServer } from "ws";
import type { Account, ChannelName, JsonObject } from "../src/index.ts";
import { type Frame, readFrame } from "../src/streams/line/frame.ts";

/** An upgrade on its way through the proxy. */
export interface ProxiedUpgrade {
  readonly channel: ChannelName;
  /** The request target. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** A connection through the proxy; faults store what they need in `notes`. */
export interface ProxiedLine {
  readonly channel: ChannelName;
  readonly query: URLSearchParams;
  readonly notes: Map<string, unknown>;
  /** The number of frames received from the server. */
  frames: number;
  /** Sends the client an additional frame. */
  toClient(frame: Frame | JsonObject): void;
  /** Closes the connection to the client. */
  end(code: number): void;
}

/** The changes of a fault. Every hook is optional; without hooks the proxy changes nothing. */
export interface ProxyHooks {
  /** Changes the target, which is signed again; undefined leaves it unchanged. */
  readonly target?: (upgrade: ProxiedUpgrade) => string | undefined;
  /**
   * Returns the account whose key replaces the caller's; undefined leaves the headers unchanged.
   */
  readonly signAs?: (upgrade: ProxiedUpgrade) => Account | undefined;
  /** Sends the old signature with a changed target. */
  readonly keepSignature?: true;
  /** Drops the connection without an answer when a client closes it. */
  readonly cutOnClose?: true;
  /** Keeps the connection to the server open when the client closes its own. */
  readonly keepOpen?: true;
  /** Changes how the server refused. */
  readonly refusal?: (refusal: ProxiedRefusal, upgrade: ProxiedUpgrade) => ProxiedRefusal;
  /** Changes the identity of the log in the answer to an upgrade. */
  readonly logId?: (logId: string) => string;
  /** Called when a connection is open, before any frame passes. */
  readonly opened?: (line: ProxiedLine) => void;
  /** Returns the frames that the client gets instead of one; an unchanged frame keeps its text. */
  readonly frame?: (frame: Frame, line: ProxiedLine) => readonly (Frame | JsonObject)[];
  /** Returns the texts that the server gets instead of a client's frame. */
  readonly control?: (text: string, line: ProxiedLine) => readonly string[];
  /** Changes how the server closed; undefined means that the client is not informed. */
  readonly closing?: (
    closing: { readonly code: number; readonly reason: string },
    line: ProxiedLine,
  ) => { readonly code: number; readonly reason: string } | undefined;
}

/** A refused upgrade. */
export interface ProxiedRefusal {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A running proxy in front of a server. */
export interface FaultyProxy {
  readonly url: string;
  stop(): Promise<void>;
}

const HEADERS = ["PRE-ACCESS-KEY", "PRE-ACCESS-TIMESTAMP", "PRE-ACCESS-SIGNATURE"];

/** Starts a proxy. `lookup` returns the secrets to sign again with. */
export async function startProxy(
  upstream: string,
  hooks: ProxyHooks,
  lookup: (accessKey: string) => Account | undefined,
): Promise<FaultyProxy> {
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer((_request, response) => response.writeHead(426).end());
  const transports = new Set<Duplex>();
  const logIds = new WeakMap<IncomingMessage, string>();
  webSockets.on("headers", (headers, request) => {
    const logId = logIds.get(request);
    if (logId !== undefined) headers.push(`Log-Id: ${logId}`);
  });

  server.on("upgrade", (request, transport: Duplex, head) => {
    transports.add(transport);
    transport.on("error", () => {});
    transport.once("close", () => transports.delete(transport));
    const given = request.url ?? "/";
    const { pathname, searchParams: query } = new URL(given, "http://proxy");
    const channel = pathname.slice(pathname.lastIndexOf("/") + 1) as ChannelName;
    const headers = Object.fromEntries(
      HEADERS.flatMap((name) => {
        const values = request.headersDistinct[name.toLowerCase()];
        return values === undefined
          ? []
          : [[name, values.length === 1 ? (values[0] ?? "") : values]];
      }),
    );
    const passing: ProxiedUpgrade = { channel, target: given, query, headers };
    const target = hooks.target?.(passing) ?? given;
    const resign = target !== given && hooks.keepSignature !== true;
    const resigned = resign ? lookup(String(headers["PRE-ACCESS-KEY"])) : undefined;
    const signer = hooks.signAs?.(passing) ?? resigned;
    const sent =
      signer === undefined
        ? headers
        : { ...signUpgrade({ ...signer, path: target, timestamp: Date.now() }) };
    const socket = new WebSocket(new URL(target, upstream), {
      headers: sent as Record<string, string>,
      perMessageDeflate: false,
    });
    socket.on("error", () => {});
    socket.once("unexpected-response", (_request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const refusal: ProxiedRefusal = {
          status: response.statusCode ?? 500,
          contentType: response.headers["content-type"] ?? "",
          body: Buffer.concat(chunks).toString(),
        };
        refuse(transport, hooks.refusal?.(refusal, passing) ?? refusal);
      });
    });
    socket.once("upgrade", (response) => {
      const logId = response.headersDistinct["log-id"]?.[0];
      if (logId !== undefined) logIds.set(request, hooks.logId?.(logId) ?? logId);
    });
    const early: Buffer[] = [];
    socket.on("message", (data: Buffer) => early.push(data));
    socket.once("open", () => {
      webSockets.handleUpgrade(request, transport, head, (client) => {
        client.on("error", () => {});
        socket.removeAllListeners("message");
        join(client, socket, { channel, query }, hooks, early);
      });
    });
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `ws://127.0.0.1:${port}${new URL(upstream).pathname}`,
    async stop() {
      for (const transport of transports) transport.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function join(
  client: WebSocket,
  socket: WebSocket,
  where: Pick<ProxiedLine, "channel" | "query">,
  hooks: ProxyHooks,
  early: readonly Buffer[],
): void {
  const line: ProxiedLine = {
    ...where,
    notes: new Map(),
    frames: 0,
    toClient: (frame) => client.send(isFrame(frame) ? frame.text : stringifyJson(frame)),
    end: (code) => close(code, ""),
  };
  const answer = client.close.bind(client);
  const close: typeof answer = (code, reason) => answer(code, reason);
  if (hooks.cutOnClose) client.close = () => client.terminate();
  const pass = (data: Buffer): void => {
    line.frames += 1;
    const text = data.toString();
    if (hooks.frame === undefined) client.send(text);
    else for (const frame of hooks.frame(readFrame(text, 0), line)) line.toClient(frame);
  };
  hooks.opened?.(line);
  for (const data of early) pass(data);
  socket.on("message", pass);
  client.on("message", (data: Buffer, binary) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (hooks.control === undefined || binary) socket.send(data, { binary });
    else for (const text of hooks.control(data.toString(), line)) socket.send(text);
  });
  const end = (code: number, reason: Buffer): void => {
    const closing = { code, reason: reason.toString() };
    const changed = hooks.closing === undefined ? closing : hooks.closing(closing, line);
    if (changed === undefined) return;
    // These two codes mean that there was no close frame, so there is nothing to forward.
    if (changed.code === 1005) close();
    else if (changed.code === 1006) client.terminate();
    else close(changed.code, changed.reason);
  };
  if (socket.readyState === WebSocket.CLOSED) client.terminate();
  socket.once("close", end);
  client.once("close", (code, reason) => {
    if (hooks.keepOpen) return;
    if (code === 1005) socket.close();
    else if (code === 1006) socket.terminate();
    else socket.close(code, reason);
  });
}

function isFrame(frame: Frame | JsonObject): frame is Frame {
  return typeof frame["text"] === "string" && typeof frame["atMs"] === "number";
}

function refuse(transport: Duplex, { status, contentType, body }: ProxiedRefusal): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  transport.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
