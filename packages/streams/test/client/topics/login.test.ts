// Renewed logins, and limits of platforms, for a contract unlike the examples.

import type { StreamEvent } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { fakeClock } from "@specwright/runtime/testing";
import type { FeedScheme } from "@specwright/runtime/transport";
import type { OpenSocket } from "@specwright/streams/client";
import { describe, expect, it } from "vitest";
import {
  type StreamTransportOptions,
  streamTransport,
} from "../../../src/client/stream-transport.ts";
import { loadSigning } from "../../../src/client/topics/credentials/load-signing.ts";
import { topics } from "../../../src/client/topics/open-feed.ts";

// Loading takes a while, and the clock of the tests does not wait for it.
await loadSigning();

const scheme: FeedScheme = {
  algorithm: "none",
  values: ["passphrase"],
  place: {
    message: {
      payload: { id: "{id}", do: "login", as: ["{key}", "{secret}", "{passphrase}"] },
      accepted: "done",
      refused: "failed",
      text: "/error",
    },
  },
  renew: { beforeExpiryMs: 60_000, at: "/lasts" },
};

function channelWith(own: FeedScheme): ChannelDescriptor {
  return {
    id: "account",
    address: "/",
    parameters: [],
    validators: {},
    serverMessages: [],
    clientMessages: [],
    feed: {
      envelope: {
        match: [
          { message: "order", where: { "/order": { type: "number" } } },
          { message: "price", where: { "/price": { type: "number" } } },
          { message: "failed", where: { "/error": { type: "string" } } },
          { message: "done", where: { "/id": { type: "number" } } },
        ],
      },
      subscription: {
        correlation: { request: "/id", reply: "/id" },
        acknowledgement: { messages: ["done"] },
        unsubscribed: { messages: ["done"] },
        refusal: { messages: ["failed"], text: "/error" },
        topics: {
          orders: {
            parameters: {},
            subscribe: { id: "{id}", do: "orders" },
            unsubscribe: { id: "{id}", do: "no orders" },
            messages: ["order"],
            where: {},
            private: true,
          },
          prices: {
            parameters: {},
            subscribe: { id: "{id}", do: "prices" },
            messages: ["price"],
            where: {},
          },
        },
      },
      counters: [],
      credentials: { keys: own },
    },
  };
}

interface Sent {
  readonly id: number;
  readonly do: string;
  readonly as?: readonly string[];
}

/** Opens a feed on a server that answers by `answer`. */
function open(
  answer: (request: Sent) => object | undefined,
  own: FeedScheme = scheme,
  options: Partial<StreamTransportOptions> = {},
  platform: object = {},
) {
  const clock = fakeClock();
  const sent: Sent[] = [];
  const events: StreamEvent[] = [];
  const upgrades: Readonly<Record<string, string>>[] = [];
  const openSocket: OpenSocket = (_, headers, handlers) => {
    upgrades.push(headers);
    queueMicrotask(() => handlers.opened());
    return {
      async send(bytes) {
        const request = JSON.parse(new TextDecoder().decode(bytes)) as Sent;
        sent.push(request);
        const answered = answer(request);
        if (answered === undefined) return;
        const text = JSON.stringify({ id: request.id, ...answered });
        queueMicrotask(() => handlers.received(new TextEncoder().encode(text)));
      },
      ping: () => handlers.ponged?.(),
      close() {},
      terminate() {},
      ...platform,
    };
  };
  const feed = streamTransport({
    topics,
    url: "wss://venue.example",
    clock,
    random: () => 0.5,
    openSocket,
    onEvent: (event) => events.push(event),
    credentials: { keys: { key: "k", secret: "s-1", values: { passphrase: "p-1" } } },
    ...options,
  }).openFeed(channelWith(own), {});
  feed.done.catch(() => {});
  return { clock, sent, events, feed, upgrades };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const doings = (sent: readonly Sent[]): string[] => sent.map((request) => request.do);

describe("a login", () => {
  it("is sent before private topics only, with all values of the keys", async () => {
    let accept = false;
    const { feed, sent } = open((request) =>
      request.do === "login" && !accept ? undefined : { lasts: 900 },
    );
    const prices = feed.subscribe("prices", {});
    const orders = feed.subscribe("orders", {});
    await settle();
    expect([prices.state, orders.state]).toEqual(["subscribed", "waiting"]);
    expect(doings(sent)).toEqual(["prices", "login"]);
    expect(sent[1]?.as).toEqual(["k", "s-1", "p-1"]);
    accept = true;
  });

  it("is renewed before its end, again and again", async () => {
    const { feed, sent, clock } = open(() => ({ lasts: 900 }));
    const orders = feed.subscribe("orders", {});
    await settle();
    expect(doings(sent)).toEqual(["login", "orders"]);
    await clock.advance(839_000);
    await settle();
    expect(doings(sent)).toEqual(["login", "orders"]);
    await clock.advance(1_000);
    await settle();
    expect(doings(sent)).toEqual(["login", "orders", "login"]);
    await clock.advance(840_000);
    await settle();
    expect(doings(sent)).toEqual(["login", "orders", "login", "login"]);
    expect(orders.state).toBe("subscribed");
    feed.close();
  });

  it("is renewed at an interval", async () => {
    const { feed, sent, clock } = open(() => ({}), { ...scheme, renew: { everyMs: 10_000 } });
    feed.subscribe("orders", {});
    await settle();
    for (let turn = 0; turn < 3; turn += 1) {
      await clock.advance(10_000);
      await settle();
    }
    expect(doings(sent)).toEqual(["login", "orders", "login", "login", "login"]);
    feed.close();
  });

  it("that does not say how long it lasts breaks the contract", async () => {
    const { feed, events } = open(() => ({ for: "p-1" }), scheme, {
      credentials: { keys: { key: "k", secret: "s-1", values: { passphrase: "p-1 and more" } } },
    });
    const orders = feed.subscribe("orders", {});
    await settle();
    expect(orders.state).toBe("subscribed");
    expect(events).toContainEqual({
      type: "violation",
      channel: "account",
      rule: "answer",
      received: '{"id":1,"for":"p-1"}',
    });
    feed.close();
  });

  it("whose renewal is refused ends the private topics", async () => {
    let logins = 0;
    const { feed, sent, clock, events } = open((request) => {
      if (request.do === "login") logins += 1;
      return logins > 1 ? { error: "the key p-1 was revoked" } : { lasts: 900 };
    });
    const orders = feed.subscribe("orders", {});
    const next = orders[Symbol.asyncIterator]().next();
    next.catch(() => {});
    const prices = feed.subscribe("prices", {});
    await settle();
    await clock.advance(840_000);
    await settle();
    await expect(next).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringContaining("the key p-1 was revoked"),
    });
    expect([orders.state, prices.state]).toEqual(["refused", "subscribed"]);
    await clock.advance(3_600_000);
    await settle();
    expect(doings(sent).filter((what) => what === "login").length).toBe(2);
    expect(events).toContainEqual({
      type: "refused",
      channel: "account",
      reason: "the key p-1 was revoked",
    });
    feed.close();
  });

  it("without an answer ends the connection", async () => {
    const { feed, clock, events } = open((request) =>
      request.do === "login" ? undefined : { lasts: 900 },
    );
    feed.subscribe("orders", {});
    await settle();
    await clock.advance(10_000);
    await settle();
    expect(events).toContainEqual(
      expect.objectContaining({ type: "disconnected", cause: "unanswered" }),
    );
    feed.close();
  });

  it("lacks a value that the contract names", { timeout: 10_000 }, async () => {
    const { feed, sent } = open(() => ({}), scheme, {
      credentials: { keys: { key: "k", secret: "s" } },
    });
    const orders = feed.subscribe("orders", {});
    const next = orders[Symbol.asyncIterator]().next();
    await expect(next).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringContaining("{passphrase}"),
    });
    expect(sent).toEqual([]);
    feed.close();
  });
});

describe("an upgrade", () => {
  const signed: FeedScheme = {
    algorithm: "hmac-sha256",
    text: ["{method}", "{path}"],
    place: { headers: { "X-Signature": "{signature}" } },
  };

  it("fails at once where the platform sets no headers", async () => {
    const { feed, upgrades } = open(() => ({}), signed, {}, { setsHeaders: false });
    await expect(feed.done).rejects.toMatchObject({
      code: "unsupported_platform",
      message: expect.stringContaining("X-Signature"),
    });
    expect(upgrades.length).toBe(1);
  });

  it("is not signed without credentials, so that a relay can sign it", async () => {
    const { feed, upgrades } = open(() => ({}), signed, { credentials: undefined as never });
    const prices = feed.subscribe("prices", {});
    await settle();
    expect(prices.state).toBe("subscribed");
    expect(upgrades).toEqual([{}]);
    feed.close();
  });
});

describe("requests with a signature", () => {
  it("have its members, also within objects, and their parameters are signed", async () => {
    const { feed, sent } = open(() => ({}), {
      algorithm: "none",
      place: {
        eachSubscribe: { auth: { key: "{key}" }, token: "{secret}" },
        eachUnsubscribe: { token: "{secret}" },
      },
    });
    const orders = feed.subscribe("orders", {});
    await settle();
    orders.close();
    await settle();
    expect(sent).toEqual([
      { id: 1, do: "orders", auth: { key: "k" }, token: "s-1" },
      { id: 2, do: "no orders", token: "s-1" },
    ]);
    feed.close();
  });

  it("are not sent for a topic that was closed meanwhile", async () => {
    const keys = Promise.withResolvers<{ key: string; secret: string }>();
    const { feed, sent } = open(
      () => ({}),
      { algorithm: "none", place: { eachSubscribe: { token: "{secret}" } } },
      { credentials: { keys: () => keys.promise } },
    );
    const orders = feed.subscribe("orders", {});
    await settle();
    orders.close();
    keys.resolve({ key: "k", secret: "s" });
    await settle();
    expect(sent).toEqual([]);
    feed.close();
  });
});
