// The process of the clients. They use plain sockets, and only as much of WebSocket as is needed to
// count frames. Thousands of clients thus fit on the machine of the server.

import { connect, type Socket } from "node:net";
import { clientFrame, type Dialect, dialectOf, upgradeRequest } from "./dialects.ts";
import { type CrowdCommand, frameBytes } from "./fan-out.ts";
import { FrameCounter } from "./frame-counter.ts";
import { createLatencyGauge } from "./latency-gauge.ts";

let counted = 0;
/**
 * How many frames must have arrived in total. It is a total, because frames may arrive before the
 * command to count them.
 */
let wanted = 0;
let asked = false;
const sockets: Socket[] = [];
const gauge = createLatencyGauge();
/** All sockets share one buffer, because each chunk is counted before the next one is read. */
const chunk = Buffer.alloc(64 * 1024);
/** A pong without content, masked with zeros. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

process.on("message", (given: CrowdCommand) => {
  switch (given.command) {
    case "connect":
      void connectAll(given).then(() => process.send?.("connected"));
      return;
    case "count":
      wanted += given.frames;
      asked = true;
      reportCounts();
      return;
    case "latency":
      process.send?.(gauge.take());
      return;
    default:
      given satisfies never;
  }
});
process.on("disconnect", () => process.exit());

function reportCounts(): void {
  if (!asked || counted < wanted) return;
  asked = false;
  process.send?.("counted");
}

type Connect = CrowdCommand & { readonly command: "connect" };

async function connectAll(command: Connect): Promise<void> {
  for (let made = 0; made < command.count; made += 64) {
    const batch = Math.min(64, command.count - made);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => openSocket(command)))));
  }
}

function openSocket({ kind, port, query }: Connect): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const dialect = dialectOf(kind);
    const count = counterOf(dialect, () => socket.write(pong));
    let greeting: Buffer | undefined = Buffer.alloc(0);
    let upgraded = false;
    const socket = connect({
      port,
      host: "127.0.0.1",
      onread: {
        buffer: chunk,
        callback(length) {
          const bytes = chunk.subarray(0, length);
          if (greeting === undefined) count(bytes);
          else greet(Buffer.concat([greeting, bytes]));
          return true;
        },
      },
    });
    socket.once("connect", () => socket.write(upgradeRequest(kind, port, query)));
    socket.once("error", reject);

    function greet(bytes: Buffer): void {
      const end = bytes.indexOf("\r\n\r\n");
      greeting = bytes;
      if (!upgraded) {
        if (end < 0) return;
        upgraded = bytes.toString("latin1").startsWith("HTTP/1.1 101");
        if (!upgraded) reject(new Error(bytes.toString("latin1", 0, 200)));
        else if (dialect.hello !== undefined) socket.write(clientFrame(dialect.hello));
      }
      if (!upgraded || !bytes.includes(dialect.ready ?? "", end)) return;
      greeting = undefined;
      // With a greeting, the response to the greeting is not counted. Without one, the data right
      // after the upgrade may contain messages.
      if (dialect.ready === undefined) count(bytes.subarray(end + 4));
      resolve(socket);
    }
  });
}

/** Creates a function that counts the messages in the chunks of a connection. */
function counterOf({ joined = false }: Dialect, pinged: () => void): (bytes: Buffer) => void {
  const counter = new FrameCounter(gauge.see, pinged);
  return (bytes) => {
    const before = Math.floor(counter.payloadBytes / frameBytes);
    const frames = counter.feed(bytes);
    counted += joined ? Math.floor(counter.payloadBytes / frameBytes) - before : frames;
    reportCounts();
  };
}
