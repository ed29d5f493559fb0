// The messages of a client to each server, and how the server's messages are counted.

import { signUpgrade } from "@specwright/streams/signing";
import { credentials } from "./credentials.ts";
import type { FanOutKind } from "./fan-out.ts";

/** The protocol of a server. */
export interface Dialect {
  readonly path: string;
  /** The text to send after the upgrade. */
  readonly hello?: string;
  /** A part of the response to it, after which messages arrive. */
  readonly ready?: string;
  /** Whether several messages may share a frame, so that bytes must be counted. */
  readonly joined?: boolean;
}

const dialects: Readonly<Record<FanOutKind, Dialect>> = {
  ours: { path: "/v1/orders" },
  ws: { path: "/" },
  net: { path: "/" },
  "socket.io": {
    path: "/socket.io/?EIO=4&transport=websocket",
    // The packet that joins the main namespace.
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

/** Returns the request that upgrades a connection. */
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

/** Encodes a text frame of a client, masked with zeros. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new RangeError("too long for a short frame");
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
