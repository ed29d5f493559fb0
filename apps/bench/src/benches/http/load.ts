// The process of the clients. When a connection has received a response, it sends its next request.

import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import type { LoadAnswer, LoadCommand } from "./load-command.ts";
import { ResponseCounter } from "./response-counter.ts";

const sockets = new Map<number, Set<Socket>>();
const requests = new Map<string, readonly Buffer[]>();
/** For each file, how many of its requests were sent to the server. */
const positions = new Map<string, number>();

let current: readonly Buffer[] = [];
let position = "";
/** The port of the server that is being measured. */
let currentPort = 0;
let left = 0;
let open = 0;
let refused = 0;

process.on("message", (given: LoadCommand) => {
  switch (given.command) {
    case "connect":
      void connectAll(given).then(() => answerParent({ refused: 0 }));
      return;
    case "send":
      void sendRequests(given);
      return;
    default:
      given satisfies never;
  }
});
process.on("disconnect", () => process.exit());

function answerParent(given: LoadAnswer): void {
  process.send?.(given);
}

type Connect = LoadCommand & { readonly command: "connect" };
type Send = LoadCommand & { readonly command: "send" };

async function connectAll({ port, connections }: Connect): Promise<void> {
  const own = sockets.get(port) ?? new Set();
  sockets.set(port, own);
  const missing = Array.from({ length: connections - own.size }, () => openSocket(port));
  for (const socket of await Promise.all(missing)) {
    own.add(socket);
    // A server may close connections that were idle while other servers were measured.
    socket.once("close", () => {
      if (open > 0 && port === currentPort) throw new Error("a server closed a connection");
      own.delete(socket);
    });
  }
}

async function sendRequests({ port, file, count }: Send): Promise<void> {
  current = requests.get(file) ?? (await readRequests(file));
  requests.set(file, current);
  position = `${port} ${file}`;
  currentPort = port;
  left = count;
  open = count;
  refused = 0;
  for (const socket of sockets.get(port) ?? []) sendNext(socket);
  stayAwake();
}

/**
 * Keeps the core of the clients busy. A core that sleeps would delay the responses when it wakes
 * up.
 */
function stayAwake(): void {
  if (open > 0) setImmediate(stayAwake);
}

async function readRequests(file: string): Promise<readonly Buffer[]> {
  const texts = JSON.parse(await readFile(file, "utf8")) as readonly string[];
  return texts.map((text) => Buffer.from(text));
}

function sendNext(socket: Socket): void {
  if (left === 0) return;
  left -= 1;
  const at = positions.get(position) ?? 0;
  positions.set(position, at + 1);
  const request = current[at % current.length];
  if (request !== undefined) socket.write(request);
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const counter = new ResponseCounter((status) => {
      if (status !== 200 && status !== 304) refused += 1;
      open -= 1;
      if (open === 0) answerParent({ refused });
      else sendNext(socket);
    });
    socket.on("data", (bytes: Buffer) => counter.feed(bytes));
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket));
  });
}
