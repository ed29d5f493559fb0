// A server that follows a script instead of the rules: the test defines each connection.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { stringifyJson } from "@specwright/runtime";
import { type WebSocket, WebSocketServer } from "ws";

export interface Dialogue {
  readonly request: IncomingMessage;
  readonly socket: WebSocket;
  send(...frames: readonly unknown[]): void;
}

export interface ScriptedServer {
  readonly url: string;
  /** Request targets, in the order of arrival. */
  readonly targets: string[];
  close(): Promise<void>;
}

export type Script = (dialogue: Dialogue) => void;

/** Refuses an upgrade with an HTTP answer. */
export interface Refuse {
  readonly status: number;
  readonly body: unknown;
  /** A header of the answer, as a line. */
  readonly header?: string;
}

const running: ScriptedServer[] = [];

export async function startScripted(
  ...scripts: readonly (Script | Refuse)[]
): Promise<ScriptedServer> {
  return startScriptedOf({}, scripts);
}

/**
 * Starts a server whose answers to upgrades have headers: one set for each connection, the last for
 * all further ones.
 */
export async function startScriptedOf(
  { headers = [] }: { readonly headers?: readonly Readonly<Record<string, string>>[] },
  scripts: readonly (Script | Refuse)[],
): Promise<ScriptedServer> {
  const http = createServer();
  const webSockets = new WebSocketServer({ noServer: true });
  const targets: string[] = [];
  webSockets.on("headers", (lines) => {
    const own = headers[Math.min(targets.length, headers.length) - 1] ?? {};
    for (const [name, value] of Object.entries(own)) lines.push(`${name}: ${value}`);
  });
  http.on("upgrade", (request, transport, head) => {
    const script = scripts[Math.min(targets.length, scripts.length - 1)];
    targets.push(request.url ?? "");
    transport.on("error", () => {});
    if (typeof script === "function") {
      webSockets.handleUpgrade(request, transport, head, (socket) => {
        // Clients that give up a connection do so without a close frame.
        socket.on("error", () => {});
        script({
          request,
          socket,
          send: (...frames) => {
            for (const frame of frames) {
              socket.send(typeof frame === "string" ? frame : stringifyJson(frame));
            }
          },
        });
      });
    } else {
      const body = stringifyJson(script?.body ?? {});
      const header = script?.header === undefined ? "" : `${script.header}\r\n`;
      transport.end(
        `HTTP/1.1 ${script?.status ?? 500} No\r\n${header}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  const port = typeof address === "object" ? address?.port : 0;
  const server: ScriptedServer = {
    url: `ws://127.0.0.1:${port}/v1`,
    targets,
    async close() {
      for (const socket of webSockets.clients) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  running.push(server);
  return server;
}

export async function stopScripted(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
}

export const order = (seq: number | bigint, history = "o"): object => ({
  type: "order_update",
  seq,
  ts_ns: 1_700_000_000_000_000_001n,
  payload: { order_id: `${history}${seq}` },
});
export const heartbeat = (members: object = {}, log_id?: string): object => ({
  type: "heartbeat",
  ts_ns: 1n,
  payload: { interval_sec: 15, ...(log_id !== undefined && { log_id }) },
  ...members,
});
export const backlogEnd = (seq: number, last_seq = seq, log_id?: string): object => ({
  type: "backlog_end",
  seq,
  ts_ns: 1n,
  payload: { last_seq, ...(log_id !== undefined && { log_id }) },
});
export const errorFrame = (code: string, details?: object): object => ({
  type: "error",
  seq: 0,
  ts_ns: 1n,
  payload: { code, message: code, ...(details && { details }) },
});
