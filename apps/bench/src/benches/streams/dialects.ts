// The messages that a client sends to each server, and how the messages of the server are counted.

import { signUpgrade } from "@specwright/streams/signing";
import { credentials } from "./credentials.ts";
import type { FanOutKind } from "./fan-out.ts";

/** The protocol of a server. */
export interface Dialect {
  readonly path: string;
  /** The text that the client sends after the upgrade. */
  readonly hello?: string;
  /** A part of the response to `hello`. After this response, messages arrive. */
  readonly ready?: string;
  /**
   * Whether one frame may contain several messages. If so, the bytes are counted instead of the
   * frames.
   */
  readonly joined?: boolean;
}

const dialects: Readonly<Record<FanOutKind, Dialect>> = {
  ours: { path: "/v1/orders" },
  ws: { path: "/" },
  net: { path: "/" },
  "socket.io": {
    path: "/socket.io/?EIO=4&transport=websocket",
    // This packet joins the main namespace.
    hello: "40",
    ready: "40{",
  },
  NATS: {
    path: "/",
    hello: 'CONNECT {"verbose":false,"pedantic":false,"protocol":1}\r\nSUB f 1\r\nPING\r\n',
    ready: "PONG\r\n",
    joined: true,
  },
};

/** Returns the protocol of a server. */
export function dialectOf(kind: FanOutKind): Dialect {
  return dialects[kind];
}

/** Returns the HTTP request that upgrades a connection to WebSocket. */
export function upgradeRequest(kind: FanOutKind, port: number, query = ""): string {
  const path = dialects[kind].path + query;
  const signed =
    kind === "ours" ? signUpgrade({ ...credentials, path, timestamp: Date.now() }) : {};
  const headers = {
    Host: `127.0.0.1:${port}`,
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "c3BlY3dyaWdodCBiZW5jaA==",
    ...signed,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Encodes a text frame that a client sends, masked with zeros. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new RangeError("too long for a short frame");
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
