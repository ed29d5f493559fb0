// Only one process at a time publishes to a log on NATS.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectNats, createJetStreamLog } from "@specwright/streams/log/jetstream";
import { afterEach, expect, test } from "vitest";
import { findNatsServer, startNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { type Child, endChildren, startChild } from "./children.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  endChildren();
  for (const end of undo.splice(0).reverse()) await end();
});

const program = findNatsServer();

test.skipIf(program !== undefined)("needs nats-server", (context) => {
  if (process.env["CI"] === "true") throw new Error("nats-server is not installed");
  context.skip("nats-server is not installed");
});

async function startNats(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-one-publisher-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const server = await startNatsServer(program ?? "", folder);
  undo.push(() => server.stop());
  return server.url;
}

function serve(url: string): Child {
  const env = { NATS_URL: url, STREAMS_ROLE: "publisher", STREAMS_PUBLISH: "stdin" };
  return startChild({ script: "apps/streams/src/main.ts", env });
}

function reject(id: string): string {
  const correlation_id = "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f";
  const payload = { command_type: "CANCEL", reason: id, correlation_id };
  const message = { type: "order_reject", payload };
  return JSON.stringify({
    channel: "orders",
    broker_id: "B1",
    id,
    keys: { market: [], event_id: [], account_id: [] },
    message,
  });
}

test.skipIf(program === undefined)(
  "T5 a second publisher ends with advice, and the first continues",
  { timeout: 120_000 },
  async () => {
    const url = await startNats();
    const first = serve(url);
    await first.line(/"ready":true/);
    first.write(reject("a"));
    expect(await first.line(/"id":"a"/)).toBe('{"id":"a","seq":1}');
    const second = serve(url);
    expect(await second.ended()).toMatchObject({ code: 1 });
    expect(second.errors()).toContain("writer_fenced");
    expect(second.errors()).toContain("STREAMS_ROLE=gateway");
    first.write(reject("b"));
    expect(await first.line(/"id":"b"/)).toBe('{"id":"b","seq":2}');
    expect(await first.stop("SIGTERM")).toMatchObject({ code: 0 });
    const third = serve(url);
    await third.line(/"ready":true/);
    third.write(reject("c"));
    expect(await third.line(/"id":"c"/)).toBe('{"id":"c","seq":3}');
  },
);

test.skipIf(program === undefined)(
  "T5 a publisher ends when another one wrote without its knowledge",
  { timeout: 120_000 },
  async () => {
    const url = await startNats();
    const service = serve(url);
    await service.line(/"ready":true/);
    service.write(reject("a"));
    await service.line(/"id":"a"/);
    // Its requests go to a subject without subscribers, like in a partitioned network.
    const connection = await connectNats({ servers: url });
    const publish = connection.publish.bind(connection);
    const blind = Object.assign(connection, {
      publish: (subject: string, ...rest: unknown[]) =>
        Reflect.apply(publish, connection, [subject.replace(/\.writer$/, ".nobody"), ...rest]),
    });
    const log = await createJetStreamLog({ connection: blind, replicas: 1, notify() {} });
    const stream = { brokerId: "B1", channelId: "orders" };
    const frame = new TextEncoder().encode("{}");
    await log.append(stream, [{ seq: 2n, tsNs: 1n, type: "order_reject", frame, keys: {} }]);
    service.write(reject("b"));
    expect(await service.line(/"id":"b"/)).toContain('"code":"writer_fenced"');
    expect(await service.ended()).toMatchObject({ code: 1 });
    expect(service.errors()).toContain("to take over when the other ends, set STREAMS_STANDBY=1");
    await log.close();
    await connection.close();
  },
);
