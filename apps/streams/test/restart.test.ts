// A killed service continues from the data in its folder.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import { afterAll, beforeAll, expect, test } from "vitest";

const main = new URL("../src/main.ts", import.meta.url).pathname;
let folder = "";
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "streams-data-"));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

interface Service {
  readonly lines: Record<string, unknown>[];
  readonly url: string;
  publish(command: object): void;
  kill(signal: NodeJS.Signals): Promise<void>;
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<Service> {
  const child = spawn(process.execPath, ["--conditions=@specwright/source", main, "serve"], {
    env: { ...process.env, STREAMS_DATA: folder, STREAMS_PUBLISH: "stdin", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const lines: Record<string, unknown>[] = [];
  const { stdin, stdout } = child;
  for await (const line of createInterface({ input: stdout })) {
    lines.push(JSON.parse(line) as Record<string, unknown>);
    if (lines.at(-1)?.["ready"] === true) break;
  }
  return {
    lines,
    url: String(lines.at(-1)?.["url"]),
    publish: (command) => void stdin.write(`${JSON.stringify(command)}\n`),
    kill: (signal) =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill(signal);
      }),
  };
}

const at = "2026-01-01T00:00:00Z";
const text = { en: "Up" };
const decimal = { units: 0, nanos: 10_000_000 };
const zero = { units: 0, nanos: 0 };
const marketCreated = {
  channel: "events",
  broker_id: "BRK-LOCAL",
  message: {
    type: "event_update",
    event_type: "market.created",
    payload: {
      market_id: "M",
      event_id: "E",
      title: text,
      subtitle_yes: text,
      subtitle_no: text,
      floor_strike: null,
      tick_size: decimal,
      status: "unopened",
      opens_at: at,
      closes_at: at,
      created_at: at,
    },
  },
};
const payout = (account: string) => ({
  channel: "payouts",
  broker_id: "BRK-LOCAL",
  message: {
    type: "payout",
    payload: {
      market_id: "M",
      account_id: account,
      qty_held_at_settlement: zero,
      settlement_price: zero,
      payout_amount: zero,
      settled_at_wall_time_ns: 1,
    },
  },
});

test("keys, frames and the events of markets survive a kill", async () => {
  const first = await start();
  const [issued] = first.lines;
  const client = (url: string) =>
    createStreamsClient(
      streamTransport({
        url,
        accessKey: String(issued?.["access_key"]),
        secretKey: String(issued?.["secret_key"]),
        brokerId: "BRK-LOCAL",
      }),
    );
  const seen = async (url: string, count: number): Promise<string[]> => {
    const accounts: string[] = [];
    for await (const frame of client(url).payouts({ query: { since: 1n, event_id: ["E"] } })) {
      if (frame.type === "payout") accounts.push(`${frame.seq} ${frame.payload.account_id}`);
      if (accounts.length === count) break;
    }
    return accounts;
  };
  first.publish(marketCreated);
  first.publish(payout("A"));
  expect(await seen(first.url, 1)).toEqual(["1 A"]);
  await first.kill("SIGKILL");

  const second = await start();
  expect(second.lines).toHaveLength(1);
  second.publish(payout("B"));
  expect(await seen(second.url, 2)).toEqual(["1 A", "2 B"]);
  await second.kill("SIGTERM");
});

test.each([
  ["127.0.0.1", ["access_key", "ready"]],
  ["0.0.0.0", ["ready"]],
])("a new service on %s prints %j", async (host, printed) => {
  const service = await start({ STREAMS_DATA: join(folder, host), STREAMS_HOST: host });
  expect(service.lines.map((line) => Object.keys(line)[0])).toEqual(printed);
  await service.kill("SIGTERM");
});
