import { fakeClock } from "@specwright/runtime/testing";
import { streamTransport } from "@specwright/streams/client";
import { verifyUpgrade } from "@specwright/streams/signing";
import { afterEach, describe, expect, it } from "vitest";
import { chat } from "../sample-channels/chat.ts";
import { marketData } from "../sample-channels/market-data.ts";
import { orders } from "../sample-channels/sequenced-channels.ts";
import { alice, clientOf, startExchange, stopExchanges, take } from "./exchange.ts";
import { errorFrame, order, startScripted, stopScripted } from "./scripted-server.ts";

afterEach(async () => {
  await stopExchanges();
  await stopScripted();
});

describe("an upgrade", () => {
  it("is signed over the target exactly as sent", async () => {
    const results: unknown[] = [];
    const server = await startScripted(({ request, send }) => {
      const { rawHeaders: headers, url: path = "" } = request;
      const lookupKey = () => alice;
      void verifyUpgrade({ headers, path, lookupKey, clock: { now: Date.now } }).then((result) => {
        results.push(result);
        send(order(1));
      });
    });
    const market = ["it's", "a+b", "ü/%", '"<>`'];
    const stream = clientOf(server.url).transport.open(orders, { query: { market } });
    await take(stream, 1);
    expect(results).toMatchObject([{ ok: true, accessKey: alice.accessKey }]);
    await stream.close();
  });

  it.each([
    ["an unknown key", { accessKey: "nobody" }, "unknown_key"],
    ["a wrong secret", { secretKey: "0".repeat(64) }, "bad_signature"],
    ["another broker", { brokerId: "b9" }, "bad_signature"],
  ])("with %s ends with unauthorized and the problem", async (_, options, reason) => {
    const exchange = await startExchange();
    const stream = clientOf(exchange.url(), options).transport.open(orders, {});
    await expect(take(stream, 1)).rejects.toMatchObject({
      code: "unauthorized",
      status: 401,
      problem: { code: "unauthorized", reason },
    });
  });

  it.each([
    ["refused with 401", "refuse"],
    ["closed with 4401", "close"],
  ] as const)("T2 of another broker lists what can be wrong, %s", async (_, unauthorized) => {
    const exchange = await startExchange({ settings: { unauthorized } });
    const { transport } = clientOf(exchange.url(), { brokerId: "b9" });
    const stream = transport.open(orders, {});
    const never = take(stream, 1, ({ type }) => type === "order_update");
    await expect(never).rejects.toThrow(
      "check the broker id, the secret key, the clock, and that no proxy rewrites the path",
    );
  });

  it.each(["localhost:9000/v1", "nothing", "", "ftp://h/v1", "ws://h/v1?a=b", "ws://h/v1#x"])(
    "T2 to %j is not attempted: it is not a stream address",
    (url) => {
      expect(() => streamTransport({ url, ...alice })).toThrow(
        expect.objectContaining({
          code: "invalid_url",
          message: expect.stringContaining("use an address such as wss://stream.example.com/v1"),
        }),
      );
    },
  );

  it.each([
    ["refused with 401", "refuse"],
    ["closed with 4401", "close"],
  ] as const)("by a clock that is off is corrected once when %s", async (_, unauthorized) => {
    const exchange = await startExchange({ settings: { unauthorized } });
    await exchange.publish("a");
    const clock = fakeClock(Date.now() - 3_600_000);
    const { transport, events } = clientOf(exchange.url(), { clock });
    const stream = transport.open(orders, { query: { since: 1n } });
    await take(stream, 1, (frame) => frame.type === "order_update");
    const skew = events.find(({ type }) => type === "clock_skew");
    expect(skew && "offsetMs" in skew ? Math.round(skew.offsetMs / 60_000) : 0).toBe(60);
    await stream.close();
  });

  it("whose clock cannot be corrected ends with unauthorized", async () => {
    const server_time = "2030-01-01T00:00:00.000Z";
    const title = "Unauthorized";
    const body = { type: "about:blank", title, status: 401, code: "clock_skew", server_time };
    const refusing = await startScripted({ status: 401, body });
    const closing = await startScripted(({ send, socket }) => {
      send(errorFrame("unauthorized", { reason: "clock_skew", server_time }));
      socket.close(4401);
    });
    for (const server of [refusing, closing]) {
      const stream = clientOf(server.url).transport.open(orders, {});
      const never = take(stream, 1, ({ type }) => type === "order_update");
      await expect(never).rejects.toMatchObject({ code: "unauthorized" });
      expect(server.targets).toHaveLength(2);
    }
  });

  it("of an unknown channel ends with the problem", async () => {
    const exchange = await startExchange();
    const nowhere = { ...orders, address: "/nowhere" };
    const stream = clientOf(exchange.url()).transport.open(nowhere, {});
    await expect(take(stream, 1)).rejects.toMatchObject({
      code: "upgrade_refused",
      status: 404,
      problem: { code: "unknown_channel" },
    });
  });

  it("with parameters only the server finds wrong ends with the problem", async () => {
    const exchange = await startExchange();
    const [since] = orders.parameters;
    if (since === undefined) throw new Error("no parameter");
    const parameters = [...orders.parameters, { ...since, name: "colour" }];
    const newer = { ...orders, parameters, validators: {} };
    const stream = clientOf(exchange.url()).transport.open(newer, { query: { colour: 1n } });
    await expect(take(stream, 1)).rejects.toMatchObject({
      code: "upgrade_refused",
      status: 400,
      problem: { errors: [{ in: "query", pointer: "/colour" }] },
    });
  });

  it("with parameters the contract refuses is not attempted", () => {
    const { transport } = clientOf("ws://127.0.0.1:9/v1");
    const open = () => transport.open(orders, { query: { since: -1n } });
    expect(open).toThrow(expect.objectContaining({ code: "invalid_parameters" }));
  });

  it("without keys is not attempted on a signed channel", async () => {
    const stream = streamTransport({ url: "ws://127.0.0.1:9/v1" }).open(marketData, {});
    await expect(take(stream, 1)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it.each(["accessKey", "secretKey", "brokerId"] as const)(
    "with a key without %s is not attempted",
    (missing) => {
      const { [missing]: _, ...options } = alice;
      const make = () => streamTransport({ url: "ws://127.0.0.1:9/v1", ...options });
      expect(make).toThrow(expect.objectContaining({ code: "unauthorized" }));
    },
  );

  it("to another version ends with protocol_version (S11)", async () => {
    const exchange = await startExchange();
    const url = exchange.url().replace("/v1", "/v2");
    const stream = clientOf(url).transport.open(orders, {});
    expect(await take(stream, 1)).toMatchObject([{ type: "error" }]);
    await expect(take(stream, 1)).rejects.toMatchObject({
      code: "protocol_version",
      closeCode: 4009,
    });
  });

  it("T2 that fails for the third time is reported once, with the reason", async () => {
    const { transport, events, until } = clientOf("ws://127.0.0.1:9/v1", { maxAttempts: 5 });
    const stream = transport.open(orders, {});
    expect(await until({ type: "unreachable" })).toEqual({
      type: "unreachable",
      channel: "orders",
      attempts: 3,
      reason: expect.stringContaining("ECONNREFUSED"),
    });
    await expect(take(stream, 1)).rejects.toThrow(/no connection in 5 attempts: .*ECONNREFUSED/);
    expect(events.filter(({ type }) => type === "unreachable")).toHaveLength(1);
  });

  it("T2 that fails for the third time is a warning without a listener", async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void =>
      void warnings.push(`${warning.name}: ${warning.message}`);
    process.on("warning", note);
    try {
      const options = { url: "ws://127.0.0.1:9/v1", ...alice, random: () => 0 };
      const stream = streamTransport(options).open(orders, {});
      await expect.poll(() => warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/^StreamWarning: orders: no connection after 3 .*ECONNREFUSED/);
      await stream.close();
      const silenced = streamTransport({ ...options, maxAttempts: 4, onEvent: () => {} });
      await expect(take(silenced.open(orders, {}), 1)).rejects.toMatchObject({
        code: "connect_failed",
      });
      expect(warnings).toHaveLength(1);
    } finally {
      process.off("warning", note);
    }
  });

  it("that gets no answer is given up and tried again", async () => {
    const clock = fakeClock(Date.now());
    const { transport, until } = clientOf("ws://127.0.0.1:9/v1", {
      clock,
      openSocket: () => ({
        send: async () => {},
        close: () => {},
        terminate: () => {},
        pause: () => {},
        resume: () => {},
      }),
    });
    const stream = transport.open(orders, {});
    await clock.advance(10_000);
    expect(await until({ type: "disconnected" })).toMatchObject({ cause: "failed" });
    await stream.close();
  });
});

describe("an open channel", () => {
  const line = { room: "a b", text: "hi" };

  it("sends before and after it is connected, and gets messages without a tag", async () => {
    const exchange = await startExchange();
    const { transport } = clientOf(exchange.url());
    const stream = transport.open(chat, { path: { room: "a b" } });
    await stream.send(line);
    expect(await take(stream, 1)).toEqual([line]);
    await stream.send({ ...line, text: "again" });
    expect(await take(stream, 1)).toEqual([{ ...line, text: "again" }]);
    await stream.close();
  });

  it("rejects sending messages outside of the contract, and any message once closed", async () => {
    const exchange = await startExchange();
    const stream = clientOf(exchange.url()).transport.open(chat, { path: { room: "r" } });
    // @ts-expect-error: no text.
    await expect(stream.send({ room: "r" })).rejects.toMatchObject({ code: "invalid_message" });
    await stream.close();
    await expect(stream.send(line)).rejects.toMatchObject({ code: "stream_closed" });
  });

  it("closes its socket when the iteration ends early", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(3);
    const stream = clientOf(exchange.url()).transport.open(orders, { query: { since: 1n } });
    for await (const frame of stream) {
      expect(frame).toMatchObject({ seq: 1n });
      break;
    }
    await expect.poll(() => exchange.server().statistics().connections).toEqual({});
  });

  it("ends when closed, also while it waits to reconnect", async () => {
    const { transport, until } = clientOf("ws://127.0.0.1:9/v1", { random: () => 0.9 });
    const stream = transport.open(orders, {});
    await until({ type: "disconnected" });
    const next = stream[Symbol.asyncIterator]().next();
    await stream.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("ends with stream_aborted when its signal aborts", async () => {
    const exchange = await startExchange();
    const { transport, until } = clientOf(exchange.url());
    const aborting = new AbortController();
    const stream = transport.open(orders, {}, { signal: aborting.signal });
    await until({ type: "state", state: "live" });
    const next = take(stream, 1);
    aborting.abort(new Error("enough"));
    await expect(next).rejects.toMatchObject({ code: "stream_aborted" });
    await expect.poll(() => exchange.server().statistics().connections).toEqual({});
    const never = transport.open(orders, {}, { signal: aborting.signal });
    await expect(take(never, 1)).rejects.toMatchObject({ code: "stream_aborted" });
  });
});
