// Private topics of the simulated venues. The venues verify the client's signatures as their contracts
// describe.

import { StreamError } from "@specwright/runtime";
import { describe, expect, it } from "vitest";
import {
  openPrivate,
  type PrivateVenue,
  type PrivateWorld,
  privateVenues,
} from "./private-world.ts";
import { kalshiKeys } from "./rules.ts";

const venues: readonly (readonly [string, PrivateVenue])[] = Object.entries(privateVenues);
const { binance, bitfinex, kalshi, kraken } = privateVenues;

/** Splits numbers at each restart. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    if (number === 1 || runs.length === 0) runs.push([]);
    runs.at(-1)?.push(number);
  }
  return runs;
}

function numbersOf(venue: PrivateVenue, { messages }: PrivateWorld): number[] {
  return messages.flatMap((message) => venue.numberOf?.(message) ?? []);
}

function isUnknown(message: unknown): boolean {
  return (message as { readonly type?: unknown }).type === "$unknown";
}

describe.each(venues)("%s", (_, venue) => {
  it("sends private frames to a client that signs as the contract describes", async () => {
    const world = await openPrivate(venue, 1);
    await world.move(150);
    expect(world.topic.state).toBe("subscribed");
    expect(world.frames.length).toBeGreaterThan(20);
    expect(world.messages.filter(isUnknown)).toEqual([]);
    expect(world.messages.length).toBe(world.frames.length);
    expect(world.events.filter(({ type }) => type === "violation")).toEqual([]);
    await world.stop();
  });

  it("delivers private frames in order and without gaps under faults", async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const world = await openPrivate(venue, seed);
      for (let round = 0; round < 6; round += 1) {
        await world.move(world.random.between(5, 25));
        world.venue.misbehave(world.random.pick(venue.faults));
      }
      // After each fault the client is connected again, and misses no frame.
      await world.clock.advance(90_000);
      const before = world.messages.length;
      await world.move(60);
      expect([seed, world.topic.state]).toEqual([seed, "subscribed"]);
      expect(world.messages.length).toBeGreaterThan(before);
      expect(world.messages.filter(isUnknown)).toEqual([]);
      if (venue.numberOf === undefined) {
        expect(world.messages.length).toBe(world.frames.length);
      }
      for (const run of runsOf(numbersOf(venue, world))) {
        expect([seed, run]).toEqual([seed, run.map((_, at) => at + 1)]);
      }
      await world.stop();
    }
  });

  it("throws for a private topic without credentials", async () => {
    const { credentials, ...without } = venue;
    const opening = openPrivate({ ...without, credentials: undefined as never }, 1);
    await expect(opening).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("wrong keys", () => {
  const other = "another secret that nobody may see";
  const [key, base64] = ["k", Buffer.from(other).toString("base64")];
  it.each([
    {
      venue: binance,
      credentials: { hmac: { key: "unknown", secret: other } },
      code: "topic_refused",
      text: "Invalid API-key, IP, or permissions for action.",
    },
    {
      venue: bitfinex,
      credentials: { "api-key": { key, secret: other } },
      code: "unauthorized",
      text: "apikey: digest invalid",
    },
    {
      venue: bitfinex,
      credentials: { "api-key": { key: "unknown", secret: other } },
      code: "unauthorized",
      text: "apikey: invalid",
    },
    {
      venue: kalshi,
      credentials: { "api-key": { ...kalshiKeys.credentials, key: "unknown" } },
      code: "unauthorized",
      text: "there is no such key",
    },
    {
      venue: kraken,
      credentials: { "api-key": { key, secret: base64 } },
      code: "unauthorized",
      text: "EAPI:Invalid signature",
    },
    {
      venue: kraken,
      credentials: { "api-key": { key, secret: "not base64!" } },
      code: "unauthorized",
      text: "base64",
    },
    {
      venue: kalshi,
      credentials: { "api-key": { key, secret: "no PEM" } },
      code: "unauthorized",
      text: "PRIVATE KEY",
    },
    {
      venue: kalshi,
      credentials: { "api-key": { key: "k\n", secret: kalshiKeys.credentials.secret } },
      code: "unauthorized",
      text: "line break",
    },
    {
      venue: bitfinex,
      credentials: { "api-key": { key } },
      code: "unauthorized",
      text: "secret",
    },
  ])("are refused once, with $code: $text", async ({ venue, credentials, code, text }) => {
    const world = await openPrivate(venue, 3, { credentials });
    await world.clock.advance(600_000);
    const error = world.error();
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(world.topic.state).not.toBe("subscribed");
    const logins = world.sent.filter((frame) => /"auth"|signature"/.test(frame));
    expect(logins.length).toBeLessThanOrEqual(1);
    expect(world.upgrades.length).toBeLessThanOrEqual(1);
    expect(world.fetched.length).toBeLessThanOrEqual(1);
    await world.stop();
  });

  it("do not affect the public topics of the connection", async () => {
    const world = await openPrivate(bitfinex, 5, {
      credentials: { "api-key": { key, secret: other } },
    });
    const book = world.feed.subscribeBook("book", { symbol: world.venue.markets[0] });
    await world.move(20);
    expect(world.topic.state).toBe("refused");
    expect(book.status).toBe("ready");
    expect(world.events).toContainEqual({
      type: "refused",
      channel: "market",
      code: "10100",
      reason: "apikey: digest invalid",
    });
    const again = world.feed.subscribe("account", {});
    await world.clock.advance(1_000);
    expect(again.state).toBe("refused");
    expect(world.sent.filter((frame) => frame.includes('"auth"')).length).toBe(1);
    await world.stop();
  });

  it.each([
    [{ key: "k", secret: "s" }, "with one of the schemes ed25519, hmac, rsa."],
    [{ other: { key: "k", secret: "s" } }, "with one of the schemes ed25519, hmac, rsa."],
    [
      { hmac: { key: "k", secret: "s" }, rsa: { key: "k", secret: "s" } },
      "Pass credentials for one scheme, not for hmac and rsa.",
    ],
  ])("are named by a scheme of the contract: %j", async (credentials, text) => {
    await expect(openPrivate(binance, 1, { credentials })).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringContaining(text),
    });
  });
});

describe("numbers of the account", () => {
  it("of Bitfinex with a gap lead to another login, which brings the account again", async () => {
    const world = await openPrivate(bitfinex, 7);
    await world.move(30);
    world.venue.misbehave("auth-sequence-gap");
    await world.move(300);
    const gaps = world.events.filter(({ type }) => type === "gap");
    expect(gaps).toContainEqual({
      type: "gap",
      channel: "market",
      topic: "account",
      action: "reconnect",
    });
    const logins = world.sent.filter((frame) => frame.includes('"auth"'));
    expect(logins.length).toBeGreaterThan(1);
    await world.stop();
  });

  it("of Kraken with a gap lead to another subscription, which brings the executions again", async () => {
    const world = await openPrivate(kraken, 7);
    await world.move(30);
    world.venue.misbehave("drop");
    await world.move(40);
    const gaps = world.events.filter(({ type }) => type === "gap");
    expect(gaps).toEqual([
      { type: "gap", channel: "account", topic: "executions", action: "resubscribe" },
    ]);
    expect(world.upgrades.length).toBe(1);
    const runs = runsOf(numbersOf(kraken, world));
    expect(runs.length).toBe(2);
    // One ticket is valid for the whole connection.
    expect(world.fetched.length).toBe(1);
    await world.stop();
  });
});

describe("each connection", () => {
  it("of Kalshi has a new signature", async () => {
    const world = await openPrivate(kalshi, 9);
    await world.move(5);
    world.venue.misbehave("cut");
    await world.clock.advance(120_000);
    expect(world.topic.state).toBe("subscribed");
    const times = world.upgrades.map(({ headers }) => headers["KALSHI-ACCESS-TIMESTAMP"]);
    expect(new Set(times).size).toBe(2);
    await world.stop();
  });

  it("requests fresh keys, and retries while none are available", async () => {
    let asked = 0;
    const world = await openPrivate(bitfinex, 11, {
      credentials: {
        "api-key": async () => {
          asked += 1;
          if (asked === 2) throw new Error("the vault is closed");
          return { key: "k", secret: "a secret that nobody may see" };
        },
      },
    });
    await world.move(20);
    world.venue.misbehave("cut");
    await world.clock.advance(60_000);
    expect(world.topic.state).toBe("subscribed");
    expect(asked).toBeGreaterThan(2);
    await world.stop();
  });

  it("of Kraken fetches a new ticket, and waits while the server is failing", async () => {
    let answers = 0;
    const rule: PrivateVenue = {
      ...kraken,
      create(options) {
        const venue = kraken.create(options);
        return withMethods(venue, {
          request(request) {
            answers += 1;
            if (answers > 2) return venue.request(request);
            const body = answers === 1 ? "down" : '{"error":["EService:Unavailable"]}';
            return { status: answers === 1 ? 503 : 200, headers: {}, body };
          },
        });
      },
    };
    const world = await openPrivate(rule, 13);
    await world.move(40);
    expect(world.topic.state).toBe("subscribed");
    expect(world.events.filter(({ type }) => type === "credentials_failed")).toEqual([
      {
        type: "credentials_failed",
        channel: "account",
        reason: "api.kraken.com refused the ticket request with 503: down",
        retryMs: 1_000,
      },
      {
        type: "credentials_failed",
        channel: "account",
        reason: "api.kraken.com refused the ticket request with 200: EService:Unavailable",
        retryMs: 2_000,
      },
    ]);
    world.venue.misbehave("cut");
    await world.clock.advance(60_000);
    expect(world.topic.state).toBe("subscribed");
    expect(answers).toBe(4);
    await world.stop();
  });
});

describe("signatures", () => {
  it("of two connections with one key have rising nonces", async () => {
    const world = await openPrivate(bitfinex, 15);
    const { feed, topic } = bitfinex.open({
      openFeed: () => Object.assign(world.feed, { send: async () => {} }),
    });
    await world.move(3);
    expect(() => topic()).toThrow("already subscribed");
    expect(feed.state).toBe("live");
    world.venue.misbehave("cut");
    await world.clock.advance(60_000);
    const nonces = world.sent.flatMap((frame) => /"authNonce":(\d+)/.exec(frame)?.[1] ?? []);
    expect(nonces.length).toBe(2);
    expect(Number(nonces[1])).toBeGreaterThan(Number(nonces[0]));
    await world.stop();
  });

  it("with a nonce that another one overtook are repeated", async () => {
    let logins = 0;
    const rule: PrivateVenue = {
      ...bitfinex,
      create(options) {
        const venue = bitfinex.create(options);
        return withMethods(venue, {
          connect(request, client) {
            const connection = venue.connect(request, client);
            if ("status" in connection) return connection;
            return withMethods(connection, {
              receive(text) {
                if (text.includes('"auth"')) logins += 1;
                if (logins !== 1 || !text.includes('"auth"')) return connection.receive(text);
                const refusal = {
                  event: "auth",
                  status: "FAILED",
                  code: 10_114,
                  msg: "nonce: small",
                };
                client.frame(JSON.stringify(refusal), []);
              },
            });
          },
        });
      },
    };
    const world = await openPrivate(rule, 23);
    await world.move(20);
    expect([world.topic.state, logins]).toEqual(["subscribed", 2]);
    await world.stop();
  });

  it("use the venue's clock", async () => {
    const aheadMs = 120_000;
    const clockOfVenue: NonNullable<Parameters<typeof openPrivate>[2]>["clockOfVenue"] = (
      clock,
    ) => ({ ...clock, now: () => clock.now() + aheadMs });
    const wrong = await openPrivate(kalshi, 17, { clockOfVenue });
    await wrong.clock.advance(5_000);
    expect(wrong.error()).toMatchObject({ message: expect.stringContaining("the timestamp") });
    await wrong.stop();
    const right = await openPrivate(kalshi, 17, { clockOfVenue, clockSkewMs: () => aheadMs });
    await right.clock.advance(5_000);
    expect(right.topic.state).toBe("subscribed");
    await right.stop();
  });

  it("are sent only if private topics are used", async () => {
    const world = await openPrivate(bitfinex, 19);
    world.topic.close();
    await world.move(10);
    expect(world.sent.filter((frame) => frame.includes('"auth"'))).toEqual([]);
    await world.stop();
  });

  it("and secrets are in no event and no error", async () => {
    const secret = "a secret that nobody may see";
    const rule: PrivateVenue = {
      ...bitfinex,
      create(options) {
        const venue = bitfinex.create(options);
        return withMethods(venue, {
          // A server that quotes the request.
          connect(request, client) {
            const connection = venue.connect(request, client);
            if ("status" in connection) return connection;
            return withMethods(connection, {
              receive(text) {
                if (!text.includes('"auth"')) return connection.receive(text);
                client.frame(`{"strange":${text}}`, []);
                const { authSig } = JSON.parse(text) as { readonly authSig: string };
                const msg = `${authSig} is not by ${secret}`;
                client.frame(JSON.stringify({ event: "auth", status: "FAILED", msg }), []);
              },
            });
          },
        });
      },
    };
    const world = await openPrivate(rule, 21);
    await world.move(3);
    expect(world.error()).toMatchObject({
      code: "unauthorized",
      message: "unauthorized: The server refused the credentials: *** is not by ***.",
    });
    const seen = JSON.stringify([world.events, world.error()]);
    expect(seen).toContain("strange");
    expect(seen).not.toContain(secret);
    for (const frame of world.sent) {
      const [, signature] = /"authSig":"(\w+)"/.exec(frame) ?? [];
      if (signature !== undefined) expect(seen).not.toContain(signature);
    }
    await world.stop();
  });
});

function withMethods<Value extends object>(value: Value, methods: Partial<Value>): Value {
  return new Proxy(value, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
