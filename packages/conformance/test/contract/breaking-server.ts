// A small server with one channel that has every rule, and ways to break one of them.

import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** The contract of the server, from its side. */
export const contract = `
asyncapi: 3.0.0
info: { title: Wire, version: 1.0.0 }
defaultContentType: application/json
servers:
  local: { host: "localhost:8080", protocol: ws }
channels:
  wire:
    address: /wire/{room}
    parameters: { room: { examples: [red] } }
    bindings:
      ws: { query: { type: object, properties: { since: { type: integer, format: int64 }, log: { type: string } } } }
    messages:
      trade: { $ref: "#/components/messages/trade" }
      beat: { $ref: "#/components/messages/beat" }
      end: { $ref: "#/components/messages/end" }
      error: { $ref: "#/components/messages/error" }
      pong: { $ref: "#/components/messages/pong" }
      ask: { $ref: "#/components/messages/ask" }
      answer: { $ref: "#/components/messages/answer" }
      cancel: { $ref: "#/components/messages/cancel" }
      cancelled: { $ref: "#/components/messages/cancelled" }
    x-envelope: { version: 1, error: { message: error, code: /code } }
    x-heartbeat:
      version: 1
      beats:
        - { from: server, message: beat, everyMs: 500 }
        - { from: client, everyMs: 300, payload: { type: ping }, answer: pong }
    x-endings:
      version: 1
      closes: [{ codes: 1001, client: reconnect }]
    x-sequence:
      version: 1
      counters:
        - { messages: [trade], repeats: [beat, end], scope: connection, at: /seq, step: one, gap: reconnect }
      resume:
        parameter: since
        from: next
        endOfBacklog: end
        lastNumber: /last
        watermark: /mark
        identity: { parameter: log, header: Log-Id, at: /log }
        tooOld: { errorCode: too_old, closeCode: 4009 }
operations:
  ask:
    action: receive
    channel: { $ref: "#/channels/wire" }
    messages: [{ $ref: "#/channels/wire/messages/ask" }]
    reply: { channel: { $ref: "#/channels/wire" }, messages: [{ $ref: "#/channels/wire/messages/answer" }] }
  cancel:
    action: receive
    channel: { $ref: "#/channels/wire" }
    messages: [{ $ref: "#/channels/wire/messages/cancel" }]
    reply: { channel: { $ref: "#/channels/wire" }, messages: [{ $ref: "#/channels/wire/messages/cancelled" }] }
  push:
    action: send
    channel: { $ref: "#/channels/wire" }
    messages:
      - { $ref: "#/channels/wire/messages/trade" }
      - { $ref: "#/channels/wire/messages/beat" }
      - { $ref: "#/channels/wire/messages/end" }
      - { $ref: "#/channels/wire/messages/error" }
      - { $ref: "#/channels/wire/messages/pong" }
components:
  correlationIds:
    id: { location: "$message.payload#/id" }
  messages:
    trade:
      payload:
        type: object
        required: [type, price]
        properties: { type: { const: trade }, seq: { type: integer, format: int64 }, price: { type: string } }
    beat:
      payload:
        type: object
        required: [type]
        properties:
          type: { const: beat }
          seq: { type: integer, format: int64 }
          mark: { type: integer, format: int64 }
          log: { type: string }
    end:
      payload:
        type: object
        required: [type]
        properties:
          type: { const: end }
          seq: { type: integer, format: int64 }
          last: { type: integer, format: int64 }
          log: { type: string }
    error:
      payload:
        type: object
        required: [type, code]
        properties: { type: { const: error }, code: { type: string }, seq: { type: integer, format: int64 } }
    pong: { payload: { type: object, required: [type], properties: { type: { const: pong } } } }
    ask:
      correlationId: { $ref: "#/components/correlationIds/id" }
      payload:
        type: object
        required: [type, id, item]
        properties: { type: { const: ask }, id: { type: integer }, item: { type: string } }
    answer:
      correlationId: { $ref: "#/components/correlationIds/id" }
      payload: { type: object, required: [type, id], properties: { type: { const: answer }, id: { type: integer } } }
    cancel:
      correlationId: { $ref: "#/components/correlationIds/id" }
      payload: { type: object, required: [type, id], properties: { type: { const: cancel }, id: { type: integer } } }
    cancelled:
      correlationId: { $ref: "#/components/correlationIds/id" }
      payload: { type: object, required: [type, id], properties: { type: { const: cancelled }, id: { type: integer } } }
`;

interface Frame {
  readonly type: string;
  readonly seq?: number;
  readonly [member: string]: unknown;
}

/** How a connection began: without a number, with one that is kept, or with one that is too old. */
type Beginning = "live" | "replay" | "too old";

/** A way to break a rule. */
export interface Breach {
  /** Returns the frames that are sent instead of a frame. Default: the frame. */
  readonly sends?: (frame: Frame, of: Beginning, at: number) => readonly object[];
  /** The code that a connection is closed with after half a second, or 0 to cut it. */
  readonly closesWith?: number;
  /** The code that refuses a number that is too old. Default 4009. */
  readonly refusesWith?: number;
  /** Whether nothing is sent after half a second. */
  readonly fallsSilent?: true;
}

/** A running server. */
export interface BreakingServer {
  readonly url: string;
  /** The paths of its connections. */
  readonly paths: readonly string[];
  /** The types of the frames that it got. */
  readonly received: readonly string[];
  stop(): Promise<void>;
}

const KEPT = 5;
/** The identity of the log. */
const LOG = "first";
const TRADE_MS = 60;

/** Starts a server that breaks a rule, or none. */
export async function startServer({
  sends = (frame) => [frame],
  closesWith,
  refusesWith = 4009,
  fallsSilent,
}: Breach = {}): Promise<BreakingServer> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const trades: Frame[] = Array.from({ length: 9 }, (_, at) => tradeOf(at + 1));
  const senders = new Set<(frame: Frame) => void>();
  const paths: string[] = [];
  const received: string[] = [];

  function serve(socket: WebSocket, target: string): void {
    const { pathname, searchParams } = new URL(target, "ws://localhost");
    paths.push(pathname);
    const since = Number(searchParams.get("since") ?? 0);
    const last = (): number => trades.length;
    const oldest = since > 1 ? 0 : last() - KEPT;
    const beginning = since === 0 ? "live" : since <= oldest ? "too old" : "replay";
    let isSilent = false;
    let at = 0;
    const send = (frame: Frame): void => {
      if (isSilent) return;
      at += 1;
      for (const one of sends(frame, beginning, at)) socket.send(JSON.stringify(one));
    };
    socket.on("message", (data) => {
      const { type, id } = JSON.parse(String(data)) as { type: string; id: number };
      received.push(type);
      if (type === "ping") send({ type: "pong" });
      if (type === "ask") send({ type: "answer", id });
      if (type === "cancel") send({ type: "cancelled", id });
    });
    if (beginning === "too old") {
      send({ type: "error", code: "too_old" });
      if (refusesWith > 0) socket.close(refusesWith);
    }
    if (beginning === "replay") {
      for (const trade of trades.slice(since - 1)) send(trade);
      send({ type: "end", seq: last(), last: last(), log: LOG });
    }
    senders.add(send);
    socket.on("close", () => senders.delete(send));
    if (fallsSilent) setTimeout(() => (isSilent = true), 500);
    if (closesWith === 0) setTimeout(() => socket.terminate(), 500);
    else if (closesWith !== undefined) setTimeout(() => socket.close(closesWith), 500);
  }

  server.on("headers", (headers) => headers.push(`Log-Id: ${LOG}`));
  server.on("connection", (socket, request) => serve(socket, request.url ?? ""));
  const timer = setInterval(() => {
    const trade = tradeOf(trades.length + 1);
    trades.push(trade);
    for (const send of senders) send(trade);
    const { length } = trades;
    for (const send of senders) send({ type: "beat", seq: length, mark: length, log: LOG });
  }, TRADE_MS);
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    received,
    async stop() {
      clearInterval(timer);
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function tradeOf(seq: number): Frame {
  return { type: "trade", seq, price: `0.${seq}` };
}
