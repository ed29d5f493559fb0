// Each misbehaviour of the simulated Binance breaks the rule in its name; without it, the venue keeps the
// rule.

import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import {
  type BinanceMisbehaviour,
  misbehaviours,
} from "../../examples/feeds/binance/simulator/misbehaviours.ts";
import { signParameters } from "../../examples/feeds/binance/simulator/signature.ts";
import { exampleKey, simulateBinance } from "../../examples/feeds/binance/simulator.ts";
import { followDepth } from "./binance-reference-client.ts";
import { connectObserved, getJson } from "./observed-client.ts";

/** Starts a venue with one connection, and with a misbehaviour if a kind is given. */
function start(kind: string | undefined, target = "/stream?streams=btcusdt@depth@100ms") {
  const clock = fakeClock(1_790_000_000_000);
  const venue = simulateBinance({ clock, random: seededRandom(1) });
  const client = connectObserved(venue, getJson(target));
  const steps = (count: number): void => {
    for (let step = 0; step < count; step += 1) venue.step();
  };
  steps(5);
  if (kind !== undefined) venue.misbehave(kind);
  return { clock, venue, client, steps };
}

const data = (value: Readonly<Record<string, unknown>>) =>
  value["data"] as { U: number; u: number; b: [unknown, unknown][] };

function breaksNumbering(kind: string | undefined): boolean {
  const { client, steps } = start(kind);
  steps(20);
  const events = client.frames.map(({ value }) => data(value));
  return events.some(({ U }, at) => at > 0 && U !== (events[at - 1]?.u ?? 0) + 1);
}

function breaksBooks(kind: string | undefined): boolean {
  const { venue, steps } = start(undefined);
  const { comparison, fetch } = followDepth(venue, 5000);
  for (let round = 0; round < 20; round += 1) {
    steps(1);
    fetch();
  }
  if (kind !== undefined) venue.misbehave(kind);
  steps(20);
  return comparison.differences.length > 0;
}

function subscribed(kind: string | undefined, secret: string) {
  const started = start(kind, "/ws-api/v3");
  const parameters = { apiKey: exampleKey.apiKey, timestamp: started.clock.now() };
  const params = { ...parameters, signature: signParameters(parameters, secret) };
  const method = "userDataStream.subscribe.signature";
  const [answer] = started.client.ask({ id: 1, method, params });
  return { ...started, answer: answer as { status: number } };
}

type Check = (kind: string | undefined) => boolean | Promise<boolean>;
const list = { method: "LIST_SUBSCRIPTIONS", id: 1 };

/** Whether the venue breaks the rule of each misbehaviour. */
const broken: Readonly<Record<BinanceMisbehaviour, Check>> = {
  drop: breaksNumbering,
  double: breaksNumbering,
  reorder: breaksNumbering,
  "overlapping-ranges": breaksNumbering,
  corrupt: breaksBooks,
  "relative-quantities": breaksBooks,
  "keeps-empty-levels": breaksBooks,
  async stall(kind) {
    const { clock, client, steps } = start(kind);
    client.take();
    steps(20);
    await clock.advance(20_000);
    return client.take().length === 0 && client.pings.length === 0 && client.closes.length === 0;
  },
  cut: (kind) => start(kind).client.closes[0]?.code === 1006,
  async age(kind) {
    const { clock, client } = start(kind);
    await clock.advance(10_000);
    return client.closes.length > 0;
  },
  "no-acknowledgement": (kind) => start(kind).client.ask(list).length === 0,
  "wrong-acknowledgement-id"(kind) {
    const [answer] = start(kind).client.ask(list) as { id: number }[];
    return answer?.id !== 1;
  },
  async "no-heartbeat"(kind) {
    const { clock, client } = start(kind);
    await clock.advance(20_000);
    return client.pings.length === 0;
  },
  async "ignores-missing-pong"(kind) {
    const { clock, client } = start(kind);
    await clock.advance(80_000);
    return client.closes.length === 0;
  },
  "ignores-message-limit"(kind) {
    const { client } = start(kind);
    for (let sent = 0; sent < 10; sent += 1) client.send(list);
    return client.closes.length === 0;
  },
  async "no-shutdown-notice"(kind) {
    const { clock, client, venue } = start(kind);
    client.take();
    venue.misbehave("age");
    await clock.advance(10_000);
    return client.closes.length === 1 && client.take().length === 0;
  },
  "stale-snapshot"(kind) {
    const { client, venue, steps } = start(kind);
    const first = data(client.frames[0]?.value ?? {}).U;
    return Array.from({ length: 20 }).every(() => {
      steps(1);
      const { body } = venue.request(getJson("/api/v3/depth?symbol=BTCUSDT&limit=5000"));
      return (JSON.parse(body) as { lastUpdateId: number }).lastUpdateId < first;
    });
  },
  "unwrapped-events"(kind) {
    const { client, steps } = start(kind);
    steps(20);
    return client.frames.some(({ value }) => !("stream" in value));
  },
  "wrong-stream"(kind) {
    const { client, steps } = start(kind);
    steps(20);
    return client.frames.some(({ value }) => value["stream"] !== "btcusdt@depth@100ms");
  },
  "numbers-without-quotes"(kind) {
    const { client, steps } = start(kind);
    steps(20);
    return client.frames.some(({ value }) =>
      data(value)
        .b.flat()
        .some((part) => typeof part === "number"),
    );
  },
  "ignores-unsubscribe"(kind) {
    const { client, steps } = start(kind);
    client.ask({ method: "UNSUBSCRIBE", params: ["btcusdt@depth@100ms"], id: 1 });
    steps(20);
    return client.take().length > 0;
  },
  "accepts-any-signature": (kind) => subscribed(kind, "wrong").answer.status === 200,
  "wrong-subscription-id"(kind) {
    const { client, steps } = subscribed(kind, exampleKey.secretKey);
    steps(50);
    const events = client.take();
    expect(events.length).toBeGreaterThan(5);
    return events.some(({ value }) => value["subscriptionId"] !== 0);
  },
};

test.each(Object.keys(misbehaviours) as BinanceMisbehaviour[])(
  "%s breaks its rule",
  async (kind) => {
    expect(await broken[kind](undefined)).toBe(false);
    expect(await broken[kind](kind)).toBe(true);
  },
);

test("any other kind is refused, and a fault before the first connection waits for it", () => {
  const venue = simulateBinance({ clock: fakeClock(), random: seededRandom(1) });
  expect(() => venue.misbehave("dance")).toThrow(/^Unknown dance\. Known: drop, double/);
  venue.misbehave("drop");
  const [first, second] = [1, 2].map(() =>
    connectObserved(venue, getJson("/ws/btcusdt@depth@100ms")),
  );
  for (let step = 0; step < 20; step += 1) venue.step();
  expect(second?.frames.length).toBe((first?.frames.length ?? 0) + 1);
});
