// The SDK as used in a browser, with the platform's WebSocket, through the relay of examples/.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openBrowserSocket,
  type StreamTransportOptions,
  streamTransport,
} from "@specwright/streams/client";
import { createStreamsClient, type StreamsClient } from "@specwright/streams-api/client";
import { openBooks } from "@specwright/streams-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Child, endChildren, startChild } from "./children.ts";
import { frameReader } from "./read-frames.ts";
import { withinTime } from "./within.ts";

let folder: string;
let sandbox: Child;
let relay: Child;
let url: string;
let tickets: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-relay-e2e-"));
  const ports = ["--no-publisher", "--streams-port", "0", "--marketplace-port", "0"];
  const args = ["--ephemeral", ...ports, "--seed", "13"];
  sandbox = startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
  await sandbox.line(/Ctrl\+C/);
  relay = startChild({ script: "examples/relay.ts", args: ["0"], cwd: folder });
  const line = await relay.line(/^browsers:/);
  [, url = "", tickets = ""] = /(ws:\S+), tickets: POST (\S+)/.exec(line) ?? [];
});

afterAll(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

async function ticket(): Promise<string> {
  const response = await fetch(tickets, { method: "POST" });
  return response.text();
}

function connect(options: Partial<StreamTransportOptions> = {}): StreamsClient {
  return createStreamsClient(
    streamTransport({ openSocket: openBrowserSocket, url, ticket, maxAttempts: 3, ...options }),
  );
}

test("frames pass from the oldest kept one on, each connection with its own ticket", async () => {
  const orders = connect().orders({ query: { since: 1n } });
  const reader = frameReader<{ readonly type: string; readonly seq?: bigint }>(orders);
  const frames = await reader.until("the fifth order", ({ seq }) => seq === 5n);
  expect(frames.map(({ seq }) => seq)).toEqual([1n, 2n, 3n, 4n, 5n]);
  await orders.close();

  const filtered = connect().orders({ query: { since: 1n, account_id: ["A 1&é", "A2"] } });
  const other = frameReader<{ readonly type: string }>(filtered);
  await other.until("an answer", ({ type }) => type === "backlog_end" || type === "order_update");
  await filtered.close();
});

test("control frames pass in the other direction, and books are kept", async () => {
  const events = connect().events({ query: { since: 1n } });
  let market = "";
  for await (const frame of events) {
    if (frame.type === "event_update" && frame.event_type === "market.created") {
      market = frame.payload.market_id;
    }
    if (frame.type === "backlog_end") break;
  }
  const books = openBooks(connect(), [market]);
  for await (const { book, mdSeq = 0n } of books.changes()) {
    if (book !== undefined && mdSeq > 0n) break;
  }
  await books.close();
});

test("a missing or used ticket leads to close code 4401", async () => {
  const used = await ticket();
  const first = connect({ ticket: async () => used }).orders();
  await expect.poll(() => first.state).toBe("live");
  for (const given of [used, "none", undefined]) {
    const refused = connect({ ticket: async () => given }).orders();
    await expect(
      withinTime("a refusal", refused[Symbol.asyncIterator]().next()),
    ).rejects.toMatchObject({ code: "unauthorized", closeCode: 4401 });
  }
  await first.close();
});

test("an invalid request leads to close code 1008", async () => {
  const stream = connect({ url: `${url}/nowhere` }).orders();
  await expect(
    withinTime("a refusal", stream[Symbol.asyncIterator]().next()),
  ).rejects.toMatchObject({
    code: "protocol_error",
    closeCode: 1008,
    message: expect.stringContaining("HTTP 404"),
  });
});

test("fetching a ticket is retried, then given up", async () => {
  let asked = 0;
  const failing = async (): Promise<string> => {
    asked += 1;
    throw new Error("logged out");
  };
  const stream = connect({ ticket: failing, random: () => 0 }).orders();
  await expect(withinTime("the end", stream[Symbol.asyncIterator]().next())).rejects.toMatchObject({
    code: "connect_failed",
    cause: { message: "logged out" },
  });
  expect(asked).toBe(3);
});

test("no connection is made without a ticket, because a browser cannot send the signature", async () => {
  const keys = { accessKey: "ak", secretKey: "0".repeat(64), brokerId: "b" };
  const stream = createStreamsClient(
    streamTransport({ openSocket: openBrowserSocket, url, ...keys }),
  ).orders();
  await expect(withinTime("the end", stream[Symbol.asyncIterator]().next())).rejects.toMatchObject({
    code: "unsupported_platform",
    message: expect.stringContaining("PRE-ACCESS-KEY"),
  });
});

test("a stream that waits for its ticket can be closed", async () => {
  const stream = connect({ ticket: () => new Promise(() => {}) }).orders();
  await withinTime("the close", stream.close());
  expect(stream.state).toBe("closed");
});

test("clients reconnect to a stopped service, and the relay stops on a signal", async () => {
  const orders = connect().orders();
  const states: string[] = [];
  orders.on("state", ({ state }) => states.push(state));
  await expect.poll(() => orders.state).toBe("live");
  await sandbox.stop("SIGINT");
  await expect.poll(() => states).toContain("draining");
  await orders.close();
  expect(await relay.stop("SIGTERM")).toEqual({ code: 0, signal: null });
});
