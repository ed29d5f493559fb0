// Whether and when another connection follows the end of one.

import { fakeClock } from "@specwright/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { orders } from "../sample-channels/sequenced-channels.ts";
import { clientOf, take } from "./exchange.ts";
import { errorFrame, heartbeat, order, startScripted, stopScripted } from "./scripted-server.ts";

afterEach(stopScripted);

function shape(frames: readonly object[]): readonly string[] {
  return frames.map((frame) => `${Reflect.get(frame, "type")} ${Reflect.get(frame, "seq")}`);
}

describe("the end of a connection", () => {
  it("waits the time that the server gives it", async () => {
    const clock = fakeClock(Date.now());
    const server = await startScripted(
      ({ socket }) => socket.close(1001, "retry_ms=700"),
      ({ send }) => send(order(1)),
    );
    const { transport, until } = clientOf(server.url, { clock });
    const stream = transport.open(orders, {});
    expect(await until({ type: "disconnected" })).toMatchObject({ retryMs: 700, code: 1001 });
    await clock.advance(699);
    expect(server.targets).toHaveLength(1);
    await clock.advance(1);
    await take(stream, 1);
    await stream.close();
  });

  it("backs off with full jitter, up to 20 s", async () => {
    const clock = fakeClock(Date.now());
    const server = await startScripted({ status: 503, body: {} });
    const { transport, events } = clientOf(server.url, { clock, random: () => 0.999 });
    const stream = transport.open(orders, {});
    const delays = (): number[] =>
      events.flatMap((event) => (event.type === "disconnected" ? [event.retryMs] : []));
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await expect.poll(() => delays().length).toBe(attempt);
      await clock.advance(delays().at(-1) ?? 0);
    }
    const want = [250, 500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000];
    expect(delays().slice(0, 9)).toEqual(want.map((ms) => ms * 0.999));
    await stream.close();
  });

  it.each([408, 429, 500, 503])("tries again after HTTP %i", async (status) => {
    const server = await startScripted({ status, body: {} }, ({ send }) => send(order(1)));
    const stream = clientOf(server.url).transport.open(orders, {});
    expect(shape(await take(stream, 1))).toEqual(["order_update 1"]);
    await stream.close();
  });

  const start = Date.UTC(2030, 0, 1);
  it.each([
    [503, "7", 7_000],
    [429, " 2 ", 2_000],
    [429, new Date(start + 9_000).toUTCString(), 9_000],
    [503, new Date(start - 9_000).toUTCString(), 0],
    [503, "soon", 0],
    [503, "999999", 300_000],
  ])("waits after HTTP %i for the Retry-After %j", async (status, value, retryMs) => {
    const refusal = { status, body: {}, header: `Retry-After: ${value}` };
    const server = await startScripted(refusal, ({ send }) => send(order(1)));
    const clock = fakeClock(start);
    const { transport, until } = clientOf(server.url, { clock });
    const stream = transport.open(orders, {});
    expect(await until({ type: "disconnected" })).toMatchObject({ retryMs, code: status });
    expect(stream.state).toBe("connecting");
    await clock.advance(retryMs);
    expect(shape(await take(stream, 1))).toEqual(["order_update 1"]);
    await stream.close();
  });

  it("gives up after maxAttempts, where there is a limit", async () => {
    const { transport } = clientOf("ws://127.0.0.1:9/v1", { maxAttempts: 3 });
    const stream = transport.open(orders, {});
    await expect(take(stream, 1)).rejects.toMatchObject({ code: "connect_failed" });
  });

  it.each([-600_000, 600_000])(
    "detects silence by itself when its clock is set by %i ms",
    async (ms) => {
      const clock = fakeClock(Date.now());
      const server = await startScripted(({ send }) => send(order(1)));
      const { transport, events, until } = clientOf(server.url, { clock });
      const stream = transport.open(orders, {});
      await take(stream, 1);
      clock.jump(ms);
      await clock.advance(37_499);
      expect(events.map(({ type }) => type)).not.toContain("disconnected");
      // The client checks ten times in that time whether a frame has arrived.
      await clock.advance(3_751);
      expect(await until({ type: "disconnected" })).toMatchObject({ cause: "silent" });
      await stream.close();
    },
  );

  it("reconnects after 2.5 intervals without a frame, whatever pings say", async () => {
    const clock = fakeClock(Date.now());
    const server = await startScripted(
      ({ send }) => send(heartbeat({ payload: { interval_sec: 2 } })),
      ({ send }) => send(order(1)),
    );
    const { transport, until } = clientOf(server.url, { clock });
    const stream = transport.open(orders, {});
    await take(stream, 1);
    // The first check is due after the interval that was assumed before the server stated its own.
    await clock.advance(37_500);
    expect(await until({ type: "disconnected" })).toMatchObject({ cause: "silent" });
    await clock.advance(1);
    expect(shape(await take(stream, 1))).toEqual(["order_update 1"]);
    await stream.close();
  });

  it("ends quietly at 1000, with unauthorized at 4401, and as announced at other codes", async () => {
    const cases = [
      { code: 4401, frames: [errorFrame("unauthorized")], want: "unauthorized" },
      { code: 4009, frames: [errorFrame("protocol_version")], want: "protocol_version" },
      { code: 1008, frames: [], want: "protocol_error" },
    ];
    for (const { code, frames, want } of cases) {
      const server = await startScripted(({ send, socket }) => {
        send(...frames);
        socket.close(code);
      });
      const stream = clientOf(server.url).transport.open(orders, {});
      await take(stream, frames.length);
      await expect(take(stream, 1)).rejects.toMatchObject({ code: want, closeCode: code });
    }
    const server = await startScripted(({ socket }) => socket.close(1000));
    const stream = clientOf(server.url).transport.open(orders, {});
    const list: unknown[] = [];
    for await (const message of stream) list.push(message);
    expect(list).toEqual([]);
  });
});
