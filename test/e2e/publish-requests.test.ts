// An exchange in a separate process publishes over NATS while the service is killed and restarted. Every
// command is kept once, in order, with the number that the exchange received.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@specwright/runtime";
import type { LogRecord, SequencedLog, StreamKey } from "@specwright/streams/log";
import { connectNats, createJetStreamLog } from "@specwright/streams/log/jetstream";
import { createPublishClient, type PublishCommand } from "@specwright/streams-sdk/publish";
import { afterEach, expect, test } from "vitest";
import { findNatsServer, startNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { type Child, endChildren, startChild } from "./children.ts";

const brokerId = "BRK-1";
const subject = "exchange.publish";
const kills = 3;
const perKill = 150;
const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  endChildren();
  for (const end of undo.splice(0).reverse()) await end();
});

async function startService(env: Readonly<Record<string, string>>): Promise<Child> {
  const child = startChild({ script: "apps/streams/src/main.ts", env });
  await child.line(/"ready":true/);
  return child;
}

function order(number: number): PublishCommand & { readonly id: string } {
  const correlation_id = "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f";
  const payload = { command_type: "CANCEL", reason: `order ${number}`, correlation_id } as const;
  const message = { type: "order_reject", payload } as const;
  const keys = { market: [], account_id: [], event_id: [] };
  return { channel: "orders", broker_id: brokerId, id: `order-${number}`, message, keys };
}

function change(number: number): PublishCommand & { readonly id: string } {
  const level = {
    price: { units: 0n, nanos: 500_000_000 },
    qty: { units: BigInt(number), nanos: 0 },
  };
  return {
    channel: "market-data",
    id: `change-${number}`,
    message: { type: "book_diff", market_id: "M", bids: [level], asks: [] },
  };
}

async function readAll(log: SequencedLog, stream: StreamKey): Promise<readonly LogRecord[]> {
  const { last } = await log.bounds(stream);
  const all: LogRecord[] = [];
  while (BigInt(all.length) < last) {
    all.push(...(await log.read(stream, BigInt(all.length + 1), 1000)));
  }
  return all;
}

test("commands over NATS survive kills of the service", { timeout: 300_000 }, async (context) => {
  const program = findNatsServer();
  if (program === undefined) {
    if (process.env["CI"] === "true") throw new Error("nats-server is not installed");
    context.skip("nats-server is not installed");
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "specwright-publish-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const server = await startNatsServer(program, join(folder, "nats"));
  undo.push(() => server.stop());
  const connection = await connectNats({ servers: server.url });
  undo.push(() => connection.close());
  const env = {
    NATS_URL: server.url,
    STREAMS_PUBLISH: "nats",
    STREAMS_PUBLISH_SUBJECT: subject,
  };

  let service = await startService(env);
  let retries = 0;
  const client = createPublishClient({
    connection,
    subject,
    tryMs: 1_000,
    giveUpMs: 240_000,
    onRetry: () => {
      retries += 1;
    },
  });

  const [orders, changes]: [Promise<bigint>[], Promise<bigint>[]] = [[], []];
  function publishMore(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      orders.push(client.publish(order(orders.length)));
      changes.push(client.publish(change(changes.length)));
    }
  }
  for (let killed = 0; killed < kills; killed += 1) {
    publishMore(perKill);
    // At a different point each time: after the response to the first command or to a later one.
    await orders[killed * perKill + killed * 40];
    publishMore(perKill);
    await service.stop("SIGKILL");
    service = await startService(env);
  }
  const seqs = await Promise.all(orders);
  const numbers = await Promise.all(changes);
  expect(retries).toBeGreaterThan(0);

  const log = await createJetStreamLog({ servers: server.url, notify() {} });
  undo.push(() => log.close());
  const kept = await readAll(log, { brokerId, channelId: "orders" });
  expect(kept.map(({ id }) => id)).toEqual(orders.map((_, at) => `order-${at}`));
  expect(seqs).toEqual(kept.map(({ seq }) => seq));
  const data = await readAll(log, { brokerId: "", channelId: "marketData" });
  const named = data.filter(({ id }) => id !== undefined);
  expect(named.map(({ id }) => id)).toEqual(changes.map((_, at) => `change-${at}`));
  const mdSeqs = data.map(({ frame }) => BigInt(Object(parseJson(frame)).md_seq));
  expect(mdSeqs).toEqual(mdSeqs.map((_, at) => (mdSeqs[0] ?? 0n) + BigInt(at)));
  expect(numbers).toEqual(named.map(({ frame }) => BigInt(Object(parseJson(frame)).md_seq)));

  // A command that breaks the contract is refused permanently and uses no number.
  const { message, ...rest } = order(orders.length);
  const bad = { ...message, payload: { ...message, command_type: "NEW" } };
  // @ts-expect-error: the types know that it breaks the contract, too.
  await expect(client.publish({ ...rest, message: bad })).rejects.toMatchObject({
    code: "refused",
    refusal: { code: "decode", retry: false },
  });
  expect(await client.publish(order(orders.length))).toBe(BigInt(orders.length + 1));
  await client.close();
  expect(await service.stop("SIGTERM")).toMatchObject({ code: 0 });
});
