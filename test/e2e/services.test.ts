// Both services as processes, used only through the generated clients (streams source §3 to §7).

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StreamError } from "@specwright/runtime";
import { streamTransport } from "@specwright/streams/client";
import { signUpgrade } from "@specwright/streams/signing";
import { createStreamsClient, type StreamsClient } from "@specwright/streams-api/client";
import { channels } from "@specwright/streams-api/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ProxiedService, proxyService } from "../prism/proxy-service.ts";
import { readPrismOperations } from "../prism/start-prism.ts";
import { type Child, endChildren, startChild } from "./children.ts";
import {
  type ExampleFrame,
  examplesOf,
  frameOf,
  publishLine,
  withExactIntegers,
} from "./contract-examples.ts";
import { checkMarketplace, marketplaceSeed } from "./marketplace-checks.ts";
import { frameReader } from "./read-frames.ts";
import { upgrade } from "./upgrade.ts";
import { withinTime } from "./within.ts";

const KEPT_FRAMES = 40;
const secretKey = "8f14e45fceea167a5a36dedd4bea2543".repeat(2);
const brokers = { first: "BRK-1", second: "BRK-2" } as const;

let folder: string;
let streams: Child;
let marketplace: Child;
let streamsUrl: string;
let proxied: ProxiedService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-e2e-"));
  const keys = join(folder, "keys.json");
  const list = Object.values(brokers).map((broker_id) => ({
    access_key: `ak-${broker_id}`,
    secret_key: secretKey,
    broker_id,
  }));
  await writeFile(keys, JSON.stringify(list));
  const settings = join(folder, "settings.json");
  await writeFile(settings, JSON.stringify({ seed: marketplaceSeed }));
  streams = startChild({
    script: "apps/streams/src/main.ts",
    env: {
      STREAMS_PUBLISH: "stdin",
      STREAMS_ACCESS_KEYS: keys,
      STREAMS_HEARTBEAT_MS: "300",
      STREAMS_SNAPSHOT_MS: "500",
      STREAMS_RETENTION_FRAMES: String(KEPT_FRAMES),
    },
  });
  marketplace = startChild({
    script: "apps/marketplace/src/main.ts",
    env: { MARKETPLACE_DATA: join(folder, "marketplace"), MARKETPLACE_SETTINGS: settings },
  });
  streamsUrl = urlIn(await streams.line(/"ready"/));
  const operations = await readPrismOperations("specs/marketplace/openapi.yaml");
  proxied = await proxyService(operations, urlIn(await marketplace.line(/"ready"/)));
});

afterAll(async () => {
  await proxied?.close();
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

const seen = new Map<string, Set<string>>();
function note(channel: string): (frame: { readonly type: string }) => void {
  const types = seen.get(channel) ?? new Set();
  seen.set(channel, types);
  return ({ type }) => types.add(type);
}

function urlIn(line: string): string {
  const value = JSON.parse(line) as { readonly url: string };
  return value.url;
}

function connect(
  brokerId: string,
  options: { readonly secretKey?: string; readonly url?: string } = {},
): StreamsClient {
  return createStreamsClient(
    streamTransport({
      url: streamsUrl,
      accessKey: `ak-${brokerId}`,
      secretKey,
      brokerId,
      maxAttempts: 1,
      ...options,
    }),
  );
}

function publish(channel: string, brokerId: string, frames: readonly ExampleFrame[]): void {
  for (const frame of frames) streams.write(publishLine(channel, brokerId, frame));
}

const sequenced = {
  orders: ["orderUpdate", "orderReject"],
  accounting: ["accountingUpdate", "accountingPayout"],
  payouts: ["payout"],
  events: ["eventUpdate"],
} as const;
const names = ["orders", "accounting", "payouts", "events"] as const;

describe.each(names)("/%s", (name) => {
  const examples = sequenced[name].flatMap(examplesOf);

  test("sends published frames, then heartbeats, and replays them with every digit", async () => {
    const client = connect(brokers.first);
    const live = client[name]();
    const reader = frameReader<{ readonly type: string }>(live, note(name));
    await reader.until("a heartbeat before any frame", ({ type }) => type === "heartbeat");
    publish(name, brokers.first, examples);
    const received = [];
    while (received.length < examples.length) {
      // After a long pause of the machine, a client reconnects; then another end of the backlog arrives.
      const frames = await reader.until(
        "a data frame",
        ({ type }) => type !== "heartbeat" && type !== "backlog_end",
      );
      received.push(frames.at(-1));
    }
    const after = await reader.until("a heartbeat after", ({ type }) => type === "heartbeat");
    const beat = after.at(-1);
    await live.close();
    const last = BigInt(examples.length);
    expect(received.map(withoutStamps)).toEqual(
      examples.map((frame) => withExactIntegers(frameOf(brokers.first, frame))),
    );
    expect(received).toMatchObject(examples.map((_, index) => ({ seq: BigInt(index + 1) })));
    expect(beat).toMatchObject({ seq: last, watermark_seq: last, payload: { interval_sec: 1 } });

    const again = client[name]({ query: { since: 1n } });
    const replay = await frameReader<{ readonly type: string }>(again, note(name)).until(
      "the end of the backlog",
      ({ type }) => type === "backlog_end",
    );
    await again.close();
    expect(replay.slice(0, -1)).toEqual(received);
    expect(replay.at(-1)).toMatchObject({ seq: last, payload: { last_seq: last } });
  });

  test("ends a resume that is too old with an error frame", async () => {
    const [example] = examples;
    if (example === undefined) throw new Error(`no example for ${name}`);
    const client = connect(brokers.second);
    const live = client[name]();
    const reader = frameReader<{ readonly type: string; readonly seq?: bigint }>(live);
    await reader.until("a heartbeat", ({ type }) => type === "heartbeat");
    publish(name, brokers.second, Array<ExampleFrame>(KEPT_FRAMES + 5).fill(example));
    await reader.until("the last frame", ({ seq }) => seq === BigInt(KEPT_FRAMES + 5));
    await live.close();

    const tooOld = client[name]({ query: { since: 2n } });
    const late = frameReader<{ readonly type: string }>(tooOld, note(name));
    const frames = await late.until("an error frame", ({ type }) => type === "error");
    expect(frames).toMatchObject([{ payload: { code: "resume_too_old" } }]);
    await expect(late.until("nothing more", () => true)).rejects.toMatchObject({
      code: "resume_too_old",
      closeCode: 4009,
    });
  });
});

describe("/events", () => {
  test("shows every kind of lifecycle event in the requested language", async () => {
    const stream = connect(brokers.first).events({ query: { since: 1n, lang: ["pt"] } });
    const frames = await frameReader(stream).until("the end", ({ type }) => type === "backlog_end");
    await stream.close();
    const types = frames.flatMap((frame) =>
      frame.type === "event_update" ? [frame.event_type] : [],
    );
    expect([...new Set(types)].sort()).toEqual([
      "event.created",
      "event.settled",
      "event.status_changed",
      "event.voided",
      "market.created",
      "market.details_changed",
      "market.settled",
      "market.status_changed",
      "market.voided",
    ]);
    const [created] = frames;
    expect(created).toMatchObject({ payload: { title: { pt: "Bitcoin às 01:00 UTC" } } });
    expect(created).not.toMatchObject({ payload: { title: { en: expect.anything() } } });
  });

  test("selects by market", async () => {
    const market = "EURUSD-4H-2026010100-T1.1";
    const stream = connect(brokers.first).events({ query: { since: 1n, market_id: [market] } });
    const frames = await frameReader(stream).until("the end", ({ type }) => type === "backlog_end");
    await stream.close();
    expect(frames).toMatchObject([{ market_id: market }, { type: "backlog_end" }]);
  });
});

describe("/market-data", () => {
  test("sends a snapshot, then changes without a gap, and reports unknown markets", async () => {
    const [snapshot] = examplesOf("bookSnapshot");
    const [diff] = examplesOf("bookDiff");
    const [trade] = examplesOf("trade");
    if (!snapshot || !diff || !trade) throw new Error("an example is missing");
    const market = String(snapshot["market_id"]);
    publish("market-data", "", [snapshot]);

    const stream = connect(brokers.first).marketData();
    const reader = frameReader(stream, note("marketData"));
    await reader.until("a heartbeat", ({ type }) => type === "heartbeat");
    await stream.send({ type: "subscribe", markets: [market, "NO-SUCH-MARKET"] });
    const error = await reader.until("an error frame", ({ type }) => type === "error");
    expect(error.at(-1)).toMatchObject({
      payload: { code: "unknown_market", details: { markets: ["NO-SUCH-MARKET"] } },
    });
    // Heartbeats may arrive between the frames, here and below.
    const first = await reader.until("a snapshot", ({ type }) => type === "book_snapshot");
    expect(withoutStamps(first.at(-1))).toEqual(withExactIntegers(snapshot));

    publish("market-data", "", [diff, trade]);
    const changes = await reader.until("a trade", ({ type }) => type === "trade");
    const data = changes.filter(({ type }) => type === "book_diff" || type === "trade");
    expect(data.map(withoutStamps)).toEqual([withExactIntegers(diff), withExactIntegers(trade)]);
    const next = await reader.until("a whole book", ({ type }) => type === "book_snapshot");
    expect(next.at(-1)).toMatchObject({ market_id: market });
    await stream.close();
  });
});

test("every kind of frame that the contract lists was received", () => {
  const received = [...seen].map(([id, types]) => ({ id, types: [...types].sort() }));
  const listed = channels.map(({ id, serverMessages }) => ({
    id,
    types: serverMessages.flatMap(({ tag }) => tag ?? []).sort(),
  }));
  expect(new Set(received)).toEqual(new Set(listed));
});

describe("access", () => {
  test.each([
    ["a wrong signature", "0".repeat(64), "", { code: "unauthorized", status: 401 }],
    ["an unknown channel", secretKey, "/nowhere", { code: "upgrade_refused", status: 404 }],
  ])("refuses %s", async (_name, secret, path, error) => {
    const options = { secretKey: secret, url: `${streamsUrl}${path}` };
    const stream = connect(brokers.first, options).orders();
    const refused = withinTime("a refusal", stream[Symbol.asyncIterator]().next());
    await expect(refused).rejects.toBeInstanceOf(StreamError);
    await expect(refused).rejects.toMatchObject({ ...error, problem: { status: error.status } });
  });

  test.each(["lang=xx", "since=-1", "colour=red"])("refuses the query %s", async (query) => {
    const target = new URL(`${streamsUrl}/events?${query}`);
    const accessKey = `ak-${brokers.first}`;
    const path = `${target.pathname}${target.search}`;
    const timestamp = Date.now();
    const signed = { accessKey, secretKey, brokerId: brokers.first, path, timestamp };
    const answer = await upgrade(target, { ...signUpgrade(signed) });
    expect(answer).toMatchObject({ status: 400, type: "application/problem+json" });
    expect(JSON.parse(answer.body)).toMatchObject({ code: "invalid_parameter" });
  });

  test("answers a request for an unknown channel with 404 problem+json", async () => {
    const response = await fetch(`${streamsUrl.replace("ws:", "http:")}/nowhere`);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("skips an invalid command, and reports the place of the fault", async () => {
    const [example] = examplesOf("payout");
    if (example === undefined) throw new Error("no example");
    streams.write("{");
    streams.write(publishLine("payouts", brokers.first, { ...example, payload: {} }));
    publish("payouts", brokers.first, [example]);
    const stream = connect(brokers.first).payouts({ query: { since: 3n } });
    await frameReader<{ readonly type: string; readonly seq?: bigint }>(stream).until(
      "the good one",
      ({ seq }) => seq === 3n,
    );
    await stream.close();
    await streams.error("json_syntax");
    await streams.error("/payload/market_id");
    expect(streams.errors()).not.toContain(secretKey);
  });
});

describe("the marketplace", () => {
  test("serves every operation, and responds with 400, 401 and 404 according to the contract", async () => {
    await checkMarketplace(proxied);
  });
});

test("both stop cleanly", async () => {
  const stream = connect(brokers.first).orders();
  const reader = frameReader<{ readonly type: string }>(stream);
  await reader.until("a heartbeat", ({ type }) => type === "heartbeat");
  expect(await streams.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(await marketplace.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  await stream.close();
});

function withoutStamps(frame: unknown): unknown {
  if (typeof frame !== "object" || frame === null) return frame;
  const stamps = ["seq", "md_seq", "ts_ns"];
  return withExactIntegers(
    Object.fromEntries(Object.entries(frame).filter(([name]) => !stamps.includes(name))),
  );
}
