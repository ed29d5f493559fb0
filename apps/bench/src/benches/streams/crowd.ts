// The clients' process: plain sockets that know just enough of WebSocket to count frames, so that
// thousands of them fit beside a server.

import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { signUpgrade } from "@specwright/signing";
import { credentials } from "./credentials.ts";
import type { CrowdCommand, FanOutKind } from "./fan-out.ts";

/** Shorter frames are a protocol's own. */
const LEAST_PAYLOAD = 300;

let counted = 0;
/** How many must have come, from the start on: frames may come before the word that they are wanted. */
let wanted = 0;
let asked = false;
const sockets: Socket[] = [];

process.on("message", (given: CrowdCommand) => {
  if (given.command === "connect") {
    void connectAll(given.kind, given.port, given.count).then(() => process.send?.("connected"));
    return;
  }
  wanted += given.frames;
  asked = true;
  report();
});
process.on("disconnect", () => process.exit());

function report(): void {
  if (!asked || counted < wanted) return;
  asked = false;
  process.send?.("counted");
}

async function connectAll(kind: FanOutKind, port: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += 64) {
    const batch = Math.min(64, count - made);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => open(kind, port)))));
  }
}

function open(kind: FanOutKind, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(upgradeRequest(kind, port)));
    socket.once("error", reject);
    socket.once("data", (head) => {
      const text = head.toString("latin1");
      if (!text.startsWith("HTTP/1.1 101")) {
        reject(new Error(text.slice(0, 200)));
        return;
      }
      const rest = head.subarray(head.indexOf("\r\n\r\n") + 4);
      const count = createCounter();
      socket.on("data", count);
      count(rest);
      // The packet that joins the main namespace, masked with zeros.
      if (kind === "socket.io") socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
      resolve(socket);
    });
  });
}

function upgradeRequest(kind: FanOutKind, port: number): string {
  const path =
    kind === "ours"
      ? "/v1/orders"
      : kind === "socket.io"
        ? "/socket.io/?EIO=4&transport=websocket"
        : "/";
  const signed =
    kind === "ours" ? signUpgrade({ ...credentials, path, timestamp: Date.now() }) : {};
  const headers = {
    Host: `127.0.0.1:${port}`,
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": createHash("sha256")
      .update(randomBytes(16))
      .digest()
      .subarray(0, 16)
      .toString("base64"),
    ...signed,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Makes a counter of the frames of one connection, however the chunks cut them. */
function createCounter(): (chunk: Buffer) => void {
  /** Bytes of a payload yet to come. */
  let skip = 0;
  let head = Buffer.alloc(0);
  return (given) => {
    const chunk = head.length === 0 ? given : Buffer.concat([head, given]);
    head = Buffer.alloc(0);
    let at = skip;
    for (;;) {
      if (at >= chunk.length) {
        skip = at - chunk.length;
        break;
      }
      const short = (chunk[at + 1] ?? 0) & 127;
      const size = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (chunk.length - at < size) {
        head = Buffer.from(chunk.subarray(at));
        skip = 0;
        break;
      }
      const payload =
        short < 126 ? short : size === 4 ? chunk.readUInt16BE(at + 2) : chunk.readUInt32BE(at + 6);
      if (payload >= LEAST_PAYLOAD) counted += 1;
      at += size + payload;
    }
    report();
  };
}
