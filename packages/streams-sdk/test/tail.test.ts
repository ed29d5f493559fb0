import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OrderBook } from "@specwright/streams/books";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findConnection } from "../src/tail/connection-settings.ts";
import { describeFrame } from "../src/tail/describe-frame.ts";
import { describeStreamEvent } from "../src/tail/describe-stream-event.ts";
import { drawBook } from "../src/tail/draw-book.ts";
import type { AnyFrame } from "../src/tail/open-selection.ts";
import { runTail } from "../src/tail/run-tail.ts";
import { readSelection } from "../src/tail/tail-selection.ts";

const flags = { url: "ws://h/v1", accessKey: "a", secretKey: "s", brokerId: "b" };

describe("where to connect", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "streams-tail-"));
    await mkdir(join(folder, ".specwright"));
    const streams = { url: "ws://s/v1", access_key: "x", secret_key: "y", broker_id: "z" };
    await writeFile(join(folder, ".specwright", "sandbox.json"), JSON.stringify({ streams }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("flags go before the environment, and both before the sandbox", async () => {
    const env = { STREAMS_URL: "ws://e/v1", STREAMS_BROKER_ID: "e" };
    expect(await findConnection(flags, env, folder)).toEqual(flags);
    const { accessKey, secretKey } = flags;
    expect(await findConnection({ accessKey, secretKey }, env, folder)).toEqual({
      url: "ws://e/v1",
      accessKey: "a",
      secretKey: "s",
      brokerId: "e",
    });
    expect(await findConnection({}, {}, folder)).toEqual({
      url: "ws://s/v1",
      accessKey: "x",
      secretKey: "y",
      brokerId: "z",
    });
  });

  test("names missing settings instead of taking them from the sandbox", async () => {
    const some = findConnection({ url: "ws://h/v1" }, { STREAMS_ACCESS_KEY: "a" }, folder);
    await expect(some).rejects.toThrow(
      "missing: --secret-key (or STREAMS_SECRET_KEY), --broker-id (or STREAMS_BROKER_ID)",
    );
    await expect(findConnection({}, {}, join(folder, "none"))).rejects.toMatchObject({
      code: "bad_settings",
    });
  });
});

describe("the selection", () => {
  test("reads a selection", () => {
    const given = { since: "9007199254740993", market: ["M"], eventId: ["E"], lang: ["pt"] };
    expect(readSelection("events", given)).toEqual({
      channel: "events",
      since: 9007199254740993n,
      markets: ["M"],
      eventIds: ["E"],
      accountIds: [],
      languages: ["pt"],
    });
  });

  test.each([
    ["trades", {}, "Unknown channel trades. Channels: orders"],
    ["orders", { lang: ["en"] }, "--lang does not apply to orders"],
    ["market-data", { since: "1" }, "--since does not apply to market-data"],
    ["accounting", { eventId: ["E"] }, "--event-id does not apply to accounting"],
    ["orders", { since: "0" }, "--since must be an integer of at least 1"],
    ["orders", { since: "1e3" }, "--since must be an integer of at least 1"],
    ["events", { lang: ["xx"] }, "--lang must be en, pt or id"],
  ])("refuses %s %j", (channel, given, message) => {
    expect(() => readSelection(channel, given)).toThrow(message);
  });
});

const decimal = (units: bigint, nanos = 0) => ({ units, nanos });
const ts_ns = 1_763_700_000_123_456_789n;
const none = decimal(0n);
const frames: readonly (readonly [AnyFrame, string])[] = [
  [
    { type: "heartbeat", ts_ns, seq: 7n, payload: { interval_sec: 15 } },
    "04:40:00.123  heartbeat          #7",
  ],
  [
    { type: "backlog_end", ts_ns, seq: 7n, payload: { last_seq: 9n } },
    "04:40:00.123  backlog_end        #7        backlog ended at 9",
  ],
  [
    {
      type: "trade",
      market_id: "M",
      md_seq: 3n,
      ts_ns,
      trade_id: "T",
      price: decimal(0n, 620_000_000),
      qty: decimal(2n, 500_000_000),
      taker_side: "BUY",
    },
    "04:40:00.123  trade              #3        M  2.5 @ 0.62, taker BUY",
  ],
  [
    {
      type: "accounting_payout",
      seq: 4n,
      ts_ns,
      payload: {
        account_id: "A",
        market_id: "M",
        payout_id: "p",
        reason: "SETTLEMENT",
        cash_delta: decimal(140n),
        position_delta: {
          yes_qty: decimal(-140n),
          no_qty: none,
          yes_reserved: none,
          no_reserved: none,
        },
      },
    },
    "04:40:00.123  accounting_payout  #4        A M  SETTLEMENT +140  yes -140",
  ],
  [
    {
      type: "event_update",
      event_type: "market.status_changed",
      seq: 5n,
      ts_ns,
      payload: { market_id: "M", event_id: "E", old_status: "active", new_status: "closed" },
    },
    "04:40:00.123  event_update       #5        market.status_changed  M  active -> closed",
  ],
  [{ type: "$unknown", received: {}, reason: "unknown type" }, "-  unknown frame: unknown type"],
];

test.each(frames.map(([frame, line]) => [frame.type, frame, line] as const))(
  "describes %s",
  (_type, frame, line) => {
    expect(describeFrame(frame)).toBe(line);
  },
);

test("describes what happens to the connection", () => {
  const channel = "orders";
  const closed = { type: "disconnected", channel, cause: "closed", retryMs: 1234 } as const;
  expect(describeStreamEvent({ ...closed, code: 1001, reason: "retry_ms=1234" })).toBe(
    "disconnected: closed with 1001 (retry_ms=1234); reconnecting in 1.2 s",
  );
  expect(describeStreamEvent({ type: "gap", channel, from: 5n })).toBe(
    "frames are missing from 5 on; resuming",
  );
  expect(describeStreamEvent({ type: "resync", channel, reason: "other_log", from: 5n })).toBe(
    "resync: the server has a different log; continuing at the live tail, frames from 5 on may be missing",
  );
  expect(describeStreamEvent({ type: "unverified", channel, cause: "expired", from: 5n })).toBe(
    "continuing at 5 without verification: the server no longer keeps the last received frame",
  );
});

const elsewhere = ["--access-key", "a", "--secret-key", "0".repeat(64), "--broker-id", "b"];

test.each([
  [["tail", "orders", "--url", "localhost:9000/v1"], "wss://stream.example.com/v1"],
  [["book", "M", "--url", "nothing"], "wss://stream.example.com/v1"],
])("T2 %j ends with 2 and shows the form of an address", async (args, text) => {
  const { code, lines } = await run([...args, ...elsewhere]);
  expect(code).toBe(2);
  expect(lines).toContain(text);
});

test("T2 an unreachable server is reported with the reason", async () => {
  const reported = /orders: no connection after 3 attempts: .*ECONNREFUSED.*; retrying/;
  const args = ["tail", "orders", "--url", "ws://127.0.0.1:9/v1", ...elsewhere];
  const { code, lines } = await run(args, reported);
  expect(code).toBe(0);
  expect(lines).toMatch(reported);
});

/** Runs a command line until it ends or a line matches; returns its exit code and all output. */
async function run(
  args: readonly string[],
  enough?: RegExp,
): Promise<{ code: number; lines: string }> {
  const lines: string[] = [];
  const stop = new AbortController();
  const note = (line: string): void => {
    lines.push(line);
    if (enough?.test(line)) stop.abort();
  };
  const code = await runTail(args, {
    env: {},
    folder: "/nowhere",
    signal: stop.signal,
    out: async (line) => note(line),
    err: note,
  });
  return { code, lines: lines.join("\n") };
}

test.each([
  [["--help"], 0, "Usage: streams-sdk"],
  [["--help"], 0, "Exit codes:"],
  [["tail", "--help"], 0, "--access-key"],
  [["book", "--help"], 0, "--depth"],
  [["book", "--help"], 0, "Exit codes:"],
  [[], 2, "Usage: streams-sdk"],
  [["tail"], 2, "missing required argument"],
  [["tail", "orders", "--since", "x"], 2, "--since must be an integer"],
  [["tail", "orders"], 2, "no sandbox runs in this folder"],
  [["tail", "orders", "--url", "ws://h"], 2, "missing: --access-key (or STREAMS_ACCESS_KEY)"],
  [["book"], 2, "missing required argument"],
  [["book", "M", "--depth", "0"], 2, "Expected an integer from 1"],
  [["book", "M", "N"], 2, "too many arguments"],
  [["books"], 2, "unknown command"],
])("runs %j", async (args, code, text) => {
  const ran = await run(args);
  expect(ran.code).toBe(code);
  expect(ran.lines).toContain(text);
});

describe("a drawn book", () => {
  const book = new OrderBook();
  book.applySnapshot({
    bids: [
      { price: decimal(0n, 610_000_000), qty: decimal(250n) },
      { price: decimal(0n, 600_000_000), qty: decimal(900n, 500_000_000) },
    ],
    asks: [{ price: decimal(0n, 630_000_000), qty: decimal(175n) }],
  });
  const live = { market: "M", status: "ready", book, mdSeq: 7n, tsNs: ts_ns } as const;

  test("shows the best levels side by side", () => {
    expect(drawBook(live, 5)).toEqual([
      "M  #7  2025-11-21T04:40:00.123Z  2 bids, 1 asks",
      "           250 @         0.61 | 0.63         @ 175",
      "         900.5 @          0.6 |",
    ]);
    expect(drawBook(live, 1)).toHaveLength(2);
  });

  test("is nothing while it is not whole", () => {
    expect(drawBook({ ...live, status: "stale", book: undefined }, 5)).toEqual(["M  stale"]);
  });
});
