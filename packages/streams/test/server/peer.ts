// A plain WebSocket client: it signs and collects frames, and applies no rules.

import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { parseJson } from "@specwright/runtime";
import { createAccessKey, signUpgrade } from "@specwright/streams/signing";
import { WebSocket } from "ws";

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly brokerId: string;
}

export const alice: Credentials = { ...createAccessKey(), brokerId: "b1" };

export function lookupKey(accessKey: string): Credentials | undefined {
  return accessKey === alice.accessKey ? alice : undefined;
}

export type Frame = Record<string, unknown>;

export interface Peer {
  readonly socket: WebSocket;
  /** The headers of the answer to the upgrade. */
  readonly headers: IncomingHttpHeaders;
  /** Resolves with the next frame, or rejects if the socket closes first. */
  next(): Promise<Frame>;
  take(count: number): Promise<readonly Frame[]>;
  send(message: unknown): void;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface PeerOptions {
  readonly credentials?: Partial<Credentials>;
  readonly timeMs?: number;
  readonly headers?: Record<string, string>;
}

function dial(url: string, options: PeerOptions): WebSocket {
  const { pathname, search } = new URL(url);
  const headers =
    options.headers ??
    signUpgrade({
      ...alice,
      ...options.credentials,
      path: pathname + search,
      timestamp: options.timeMs ?? Date.now(),
    });
  return new WebSocket(url, { headers: { ...headers } });
}

export async function connect(url: string, options: PeerOptions = {}): Promise<Peer> {
  const socket = dial(url, options);
  const frames: Frame[] = [];
  let wake = (): void => {};
  let ended = false;
  socket.on("message", (data) => {
    frames.push(parseJson(String(data)) as Frame);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => {
      ended = true;
      wake();
      resolve({ code, reason: String(reason) });
    });
  });
  let headers: IncomingHttpHeaders = {};
  socket.on("upgrade", (answer) => {
    headers = answer.headers;
  });
  await once(socket, "open");

  async function next(): Promise<Frame> {
    for (;;) {
      const frame = frames.shift();
      if (frame !== undefined) return frame;
      if (ended) throw new Error("closed");
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    socket,
    headers,
    next,
    closed,
    async take(count) {
      const list: Frame[] = [];
      while (list.length < count) list.push(await next());
      return list;
    },
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
  };
}

export interface Refusal {
  readonly status: number;
  readonly type: string | undefined;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  readonly body: Frame;
}

/** Connects to a server that must refuse. */
export function refused(url: string, options: PeerOptions = {}): Promise<Refusal> {
  const socket = dial(url, options);
  return new Promise((resolve, reject) => {
    socket.on("error", () => {});
    socket.on("open", () => reject(new Error("was accepted")));
    socket.on("unexpected-response", (_request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"],
          retryAfter: response.headers["retry-after"],
          date: response.headers.date,
          body: JSON.parse(String(Buffer.concat(chunks))) as Frame,
        }),
      );
    });
  });
}
