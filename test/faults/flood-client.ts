// The attacker of `flood-streams.ts`, in a separate process, so that it does not slow down the measurement.
// Floods until SIGTERM, then prints the responses that it got as a line of JSON.

import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { signUpgrade } from "@specwright/streams/signing";
import { WebSocket } from "ws";
import type { FloodKind } from "./flood-streams.ts";

interface Flood {
  readonly url: string;
  readonly kind: FloodKind;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly brokerId: string;
  readonly markets: readonly string[];
}

/** The connections of the attacker; its key may have 64. */
const CONNECTIONS = 16;
/** The number of refused upgrades in flight. */
const UPGRADES = 64;
/** The most bytes that wait in the attacker until the service reads them. */
const AHEAD_BYTES = 256 * 1024;

const flood = JSON.parse(process.argv[2] ?? "{}") as Flood;
const answers = new Map<string, number>();
let sent = 0;
process.stdout.write("\n");

function count(answer: string): void {
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}

function headersOf(path: string, secretKey: string): Record<string, string> {
  const { accessKey, brokerId } = flood;
  const timestamp = Date.now();
  return { ...signUpgrade({ accessKey, brokerId, secretKey, path, timestamp }) };
}

/** Connects, sends frames as fast as the service reads them, and reconnects after each close. */
function floodFrames(channel: string, frames: readonly string[]): void {
  const url = new URL(`${flood.url}/${channel}`);
  const socket = new WebSocket(url, { headers: headersOf(url.pathname, flood.secretKey) });
  const again = (): void => void setTimeout(floodFrames, 20, channel, frames);
  socket.on("error", () => {});
  socket.on("unexpected-response", (_, answer) => {
    count(`HTTP ${answer.statusCode}`);
    answer.resume();
    again();
  });
  socket.on("close", (code) => {
    count(`close ${code}`);
    again();
  });
  socket.on("message", () => count("frame"));
  socket.on("open", () => {
    const write = (): void => {
      if (socket.readyState !== WebSocket.OPEN) return;
      for (let at = 0; at < 100 && socket.bufferedAmount < AHEAD_BYTES; at += 1) {
        if (flood.kind === "pings") socket.ping();
        else socket.send(frames[sent % frames.length] ?? "");
        sent += 1;
      }
      if (socket.bufferedAmount < AHEAD_BYTES) setImmediate(write);
      else setTimeout(write, 5);
    };
    write();
  });
}

/** Requests upgrades with a wrong signature, again and again. */
function floodUpgrades(): void {
  const url = new URL(`${flood.url.replace("ws:", "http:")}/orders`);
  const headers = {
    ...headersOf(url.pathname, "0".repeat(64)),
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  const again = (answer: string): void => {
    count(answer);
    setImmediate(floodUpgrades);
  };
  sent += 1;
  const asked = request(url, { headers, agent: false });
  asked.once("error", () => again("cut"));
  asked.once("response", (answer) => {
    answer.resume();
    answer.once("end", () => again(`HTTP ${answer.statusCode}`));
  });
  asked.end();
}

function frame(type: "subscribe" | "unsubscribe", markets: readonly string[]): string {
  return JSON.stringify({ type, markets });
}

const unknown = Array.from({ length: 1_000 }, () => randomUUID());
const frames: Readonly<Record<FloodKind, readonly string[]>> = {
  "known-markets": [frame("subscribe", flood.markets), frame("unsubscribe", flood.markets)],
  "unknown-markets": [frame("subscribe", unknown), frame("unsubscribe", unknown)],
  "invalid-frames": ["{", "{}", '{"type":"shout"}', frame("subscribe", [])],
  pings: [],
  "refused-upgrades": [],
};

const isOfUpgrades = flood.kind === "refused-upgrades";
for (let left = isOfUpgrades ? UPGRADES : CONNECTIONS; left > 0; left -= 1) {
  if (isOfUpgrades) floodUpgrades();
  else floodFrames("market-data", frames[flood.kind]);
}
process.once("SIGTERM", () => {
  process.stdout.write(`${JSON.stringify({ sent, answers: Object.fromEntries(answers) })}\n`, () =>
    process.exit(0),
  );
});
