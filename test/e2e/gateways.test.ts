// One publisher and two gateways as processes on one log. Both gateways send the same frames; a client that
// switches between them loses and duplicates nothing.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decimalFromNanos, stringifyJson } from "@specwright/runtime";
import { type LiveBooks, OrderBook } from "@specwright/streams/books";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient, type StreamsClient } from "@specwright/streams-api/client";
import type { OrderRejectFrame, TradeFrame } from "@specwright/streams-api/types";
import { openBooks } from "@specwright/streams-sdk";
import { afterEach, describe, expect, test } from "vitest";
import { findNatsServer, startNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { type Child, endChildren, startChild } from "./children.ts";
import { withinTime } from "./within.ts";

const script = "apps/streams/src/main.ts";
const account = { accessKey: "ak-e2e", secretKey: "7b".repeat(32), brokerId: "BRK-1" };
const markets = ["M0", "M1"] as const;
const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  endChildren();
  for (const end of undo.splice(0).reverse()) await end();
});

type Settings = Readonly<Record<string, string>>;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-gateways-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startNats(): Promise<Settings> {
  const server = await startNatsServer(findNatsServer() ?? "", await temporaryFolder());
  undo.push(() => server.stop());
  return { NATS_URL: server.url };
}

async function writeKeys(folder: string): Promise<Settings> {
  const { accessKey: access_key, secretKey: secret_key, brokerId: broker_id } = account;
  const path = join(folder, "keys.json");
  await writeFile(path, JSON.stringify([{ access_key, secret_key, broker_id }]));
  return { STREAMS_ACCESS_KEYS: path };
}

async function startPublisher(env: Settings): Promise<Child> {
  const child = startChild({
    script,
    env: { ...env, STREAMS_ROLE: "publisher", STREAMS_PUBLISH: "stdin" },
  });
  await child.line(/"ready":true/);
  return child;
}

async function startGateway(env: Settings): Promise<{ child: Child; client: StreamsClient }> {
  const child = startChild({ script, env: { ...env, STREAMS_ROLE: "gateway" } });
  const { url } = JSON.parse(await child.line(/"ready":true/)) as { url: string };
  return { child, client: createStreamsClient(streamTransport({ url, ...account })) };
}

function order(number: number): object {
  const payload = {
    command_type: "CANCEL",
    reason: `number ${number}`,
    correlation_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f",
  };
  const message = { type: "order_reject", payload };
  const keys = { market: [], account_id: [], event_id: [] };
  return { channel: "orders", id: `order-${number}`, broker_id: account.brokerId, message, keys };
}

function levels(number: number) {
  const level = (cents: number, qty: number) => ({
    price: decimalFromNanos(BigInt(cents) * 10_000_000n),
    qty: decimalFromNanos(BigInt(qty) * 1_000_000_000n),
  });
  return { bids: [level(10 + (number % 7), number % 4)], asks: [level(60 + (number % 5), 3)] };
}

function change(number: number): object {
  const market_id = markets[number % markets.length];
  const id = `change-${number}`;
  return { channel: "market-data", id, type: "book_diff", market_id, ...levels(number) };
}

/** Publishes orders and book changes with these numbers, and waits until all are durable. */
async function publish(publisher: Child, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) {
    publisher.write(stringifyJson(order(number)));
    publisher.write(stringifyJson(change(number)));
  }
  for (let number = from; number <= to; number += 1) {
    await publisher.line(new RegExp(`"order-${number}","seq":${number}}`));
    await publisher.line(new RegExp(`"change-${number}","seq":`));
  }
}

/** Reads the frames of /orders from one number to another. */
function read(client: StreamsClient, since: bigint, to: bigint): Promise<OrderRejectFrame[]> {
  const frames: OrderRejectFrame[] = [];
  async function all(): Promise<OrderRejectFrame[]> {
    for await (const frame of client.orders({ query: { since } })) {
      if (frame.type !== "order_reject") continue;
      frames.push(frame);
      if (frame.seq >= to) break;
    }
    return frames;
  }
  return withinTime(`the frames ${since} to ${to}`, all(), () => `got ${frames.length}`);
}

function open(client: StreamsClient): LiveBooks<TradeFrame> {
  const books = openBooks(client, markets);
  undo.push(async () => void books.close().catch(() => {}));
  return books;
}

/** Waits until the books include all changes up to a number; returns the numbers of the books. */
async function shows(books: LiveBooks<TradeFrame>, to: number): Promise<readonly unknown[]> {
  const wanted = new Map(markets.map((market) => [market as string, new OrderBook()]));
  for (let number = 1; number <= to; number += 1) {
    wanted.get(markets[number % markets.length] ?? "")?.applyDiff(levels(number));
  }
  const texts = new Map([...wanted].map(([key, book]) => [key, stringifyJson(book.snapshot())]));
  const reached = new Promise<void>((resolve) => {
    function look(): void {
      const same = markets.every((market) => {
        const shown = books.get(market);
        return stringifyJson(shown?.book?.snapshot() ?? null) === texts.get(market);
      });
      if (same) resolve();
    }
    books.on("ready", look);
    books.on("change", look);
    look();
  });
  await withinTime(`the books of ${to} changes`, reached, () => describeBooks(books));
  return markets.map((market) => books.get(market)?.mdSeq);
}

function describeBooks(books: LiveBooks<TradeFrame>): string {
  return stringifyJson(markets.map((market) => books.get(market)?.book?.snapshot() ?? null));
}

const engines = [
  { name: "LMDB", settings: async () => ({}) },
  { name: "JetStream", settings: startNats, needsNats: true },
] as const;

describe.for(engines)("gateways of one $name log", (engine) => {
  test("send the same frames and take over from each other", {
    timeout: 300_000,
  }, async (context) => {
    if ("needsNats" in engine && findNatsServer() === undefined) {
      if (process.env["CI"] === "true") throw new Error("nats-server is not installed");
      context.skip("nats-server is not installed");
    }
    const folder = await temporaryFolder();
    const env = {
      STREAMS_DATA: folder,
      ...(await engine.settings()),
      ...(await writeKeys(folder)),
    };
    const publisher = await startPublisher(env);
    await publish(publisher, 1, 20);
    const [one, two] = await Promise.all([startGateway(env), startGateway(env)]);

    const frames = await read(one.client, 1n, 20n);
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => BigInt(at + 1)));
    expect(await read(two.client, 1n, 20n)).toEqual(frames);
    const [booksOfOne, booksOfTwo] = [open(one.client), open(two.client)];
    const numbers = await shows(booksOfOne, 20);
    expect(await shows(booksOfTwo, 20)).toEqual(numbers);

    // Live on both, while the publisher continues.
    const live = [read(one.client, 15n, 40n), read(two.client, 15n, 40n)];
    await publish(publisher, 21, 40);
    const [fromOne, fromTwo] = await Promise.all(live);
    expect(fromTwo).toEqual(fromOne);
    expect(await shows(booksOfTwo, 40)).toEqual(await shows(booksOfOne, 40));

    // A gateway is killed, then the publisher; the other gateway and a new publisher continue.
    await one.child.stop("SIGKILL");
    await publisher.stop("SIGKILL");
    const next = await startPublisher(env);
    await publish(next, 39, 60);
    const rest = await read(two.client, 41n, 60n);
    expect([...(fromOne ?? []), ...rest].map(({ seq }) => seq)).toEqual(
      Array.from({ length: 46 }, (_, at) => BigInt(at + 15)),
    );
    const after = await shows(booksOfTwo, 60);
    const third = await startGateway(env);
    expect(await read(third.client, 15n, 40n)).toEqual(fromOne);
    expect(await shows(open(third.client), 60)).toEqual(after);
  });
});

test("a second publisher of a folder reports which process holds it", {
  timeout: 120_000,
}, async () => {
  const STREAMS_DATA = await temporaryFolder();
  await startPublisher({ STREAMS_DATA });
  const second = startChild({ script, env: { STREAMS_DATA } });
  expect(await second.ended()).toMatchObject({ code: 1 });
  expect(second.errors()).toMatch(/log_locked.*STREAMS_ROLE=gateway/);
});
