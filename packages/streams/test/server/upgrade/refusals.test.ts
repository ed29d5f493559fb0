// The log of refused upgrades.

import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog } from "@specwright/streams/log";
import {
  createStreamServer,
  type StreamLogEntry,
  type StreamServer,
  type StreamServerSettings,
} from "@specwright/streams/server";
import { signUpgrade } from "@specwright/streams/signing";
import { afterEach, describe, expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { alice, connect, lookupKey, type PeerOptions, refused } from "../peer.ts";

const clock = fakeClock(Date.now());
let server: StreamServer;
let entries: StreamLogEntry[];

async function start(settings: Partial<StreamServerSettings> = {}): Promise<string> {
  entries = [];
  server = createStreamServer({
    channels: [orders],
    log: createMemoryLog(),
    lookupKey,
    clock,
    settings,
    logger: (entry) => entries.push(entry),
  });
  const { url } = await server.listen();
  return url;
}

afterEach(() => server.close());

describe("a refused upgrade", () => {
  const { accessKey, secretKey } = alice;
  const signed = signUpgrade({ ...alice, path: "/v1/orders", timestamp: clock.now() });
  const address = expect.stringContaining("127.0.0.1");
  const cases: readonly (readonly [string, string, PeerOptions, object])[] = [
    [
      "a wrong signature",
      "/orders?since=1",
      { headers: { ...signed } },
      { status: 401, code: "unauthorized", reason: "bad_signature", accessKey, address },
    ],
    [
      "no headers",
      "/orders",
      { headers: {} },
      { status: 401, code: "unauthorized", reason: "missing_header", address },
    ],
    [
      "an unknown key",
      "/orders",
      { credentials: { accessKey: "nobody" } },
      { status: 401, code: "unauthorized", reason: "unknown_key", accessKey: "nobody", address },
    ],
    [
      "its secret in place of its key",
      "/orders",
      { headers: { ...signed, "PRE-ACCESS-KEY": secretKey } },
      { status: 401, code: "unauthorized", reason: "unknown_key", address },
    ],
    [
      "an invalid key",
      "/orders",
      { headers: { ...signed, "PRE-ACCESS-KEY": "a b" } },
      { status: 401, code: "unauthorized", reason: "malformed_header", address },
    ],
    [
      "an unknown channel",
      "/nothing",
      {},
      { status: 404, code: "unknown_channel", accessKey, address },
    ],
    [
      "a bad parameter",
      "/orders?since=-1",
      {},
      { status: 400, code: "invalid_parameter", accessKey, address },
    ],
  ];

  it.each(cases)(
    "for %s is logged with reason, key and address",
    async (_, path, options, entry) => {
      const url = await start();
      await refused(url + path, { timeMs: clock.now(), ...options });
      expect(entries).toEqual([{ level: "info", event: "upgrade_refused", ...entry }]);
      expect(JSON.stringify(entries)).not.toContain(secretKey);
    },
  );

  it.each([
    ["198.51.100.7", "198.51.100.7"],
    ["203.0.113.9, 198.51.100.7", "198.51.100.7"],
    ["198.51.100.7:4711", "198.51.100.7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["2001:db8::7", "2001:db8::7"],
    ["unknown", undefined],
    ["<script>", undefined],
    ["", undefined],
  ])("is logged with the address that a proxy reports: %j", async (header, forwardedFor) => {
    const url = await start();
    await refused(`${url}/nothing`, { headers: { "X-Forwarded-For": header } });
    expect(entries).toEqual([
      {
        ...{ level: "info", event: "upgrade_refused", status: 404, code: "unknown_channel" },
        ...{ address, ...(forwardedFor !== undefined && { forwardedFor }) },
      },
    ]);
  });

  it("is logged likewise if it is closed with 4401", async () => {
    const url = await start({ unauthorized: "close" });
    const peer = await connect(`${url}/orders`, { headers: {} });
    await peer.closed;
    expect(entries).toEqual([
      {
        ...{ level: "info", event: "upgrade_refused", closeCode: 4401 },
        ...{ code: "unauthorized", reason: "missing_header", address },
      },
    ]);
  });

  it("is counted by its reason, and logged once a minute if it is repeated", async () => {
    const url = await start();
    for (let at = 0; at < 20; at += 1) await refused(`${url}/orders`, { headers: {} });
    await refused(`${url}/nothing`, { headers: {} });
    expect(server.statistics()).toMatchObject({
      upgrades: { unauthorized: 20, unknown_channel: 1 },
      refusals: { missing_header: 20, unknown_channel: 1 },
    });
    expect(entries).toHaveLength(2);
    await clock.advance(60_000);
    expect(entries.slice(2)).toMatchObject([{ reason: "missing_header", count: 19 }]);
  });
});

describe("the upgrades of a key", () => {
  it("are refused beyond its limit, with a time to return", async () => {
    // An upgrade counts as 8 requests, and 16 seconds of them may come at once.
    const url = await start({ maxRequestsPerSecondPerKey: 1 });
    const upgrade = { timeMs: clock.now() };
    for (let at = 0; at < 2; at += 1) {
      const peer = await connect(`${url}/orders`, upgrade);
      peer.socket.close();
      await peer.closed;
    }
    const refusal = await refused(`${url}/orders`, upgrade);
    expect(refusal).toMatchObject({ status: 429, body: { code: "too_many_connections" } });
    expect(refusal.retryAfter).toBe("1");
    await clock.advance(1_000);
    const peer = await connect(`${url}/orders`, upgrade);
    expect(server.statistics().refusals).toEqual({ too_many_connections: 1 });
    peer.socket.close();
  });
});
