// Server and client together over real sockets on which a seeded schedule of faults plays: what is
// delivered must be what was committed, in order, once.

import { type OpenSocket, openWebSocket } from "@specwright/stream-client";
import { afterEach, describe, expect, it } from "vitest";
import { orders } from "./channels.ts";
import { clientOf, startExchange, stopExchanges, take } from "./exchange.ts";

afterEach(stopExchanges);

/** Gives numbers in [0, 1) that depend on the seed alone (xorshift32). */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

interface Faults {
  readonly cut: number;
  readonly repeat: number;
  readonly lose: number;
}

/** Opens sockets that cut, repeat and lose frames with the given odds per frame. */
function faulty(random: () => number, faults: Faults): OpenSocket {
  return (url, headers, handlers) => {
    const socket = openWebSocket(url, headers, {
      ...handlers,
      received(text) {
        const odds = random();
        if (odds < faults.lose) return;
        handlers.received(text);
        if (odds < faults.lose + faults.repeat) handlers.received(text);
        else if (odds < faults.lose + faults.repeat + faults.cut) socket.terminate();
      },
    });
    return socket;
  };
}

const FRAMES = 2000;

describe("delivered = committed", () => {
  it.each([
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ])("with seed %i, filtered: %s", async (seed, filtered) => {
    const random = seeded(seed);
    const exchange = await startExchange({
      // A short heartbeat, so that the loss of the last frame is found out in the test's time.
      settings: { heartbeatMs: 40, replayBatchFrames: 32, maxConnectionsPerKey: 1000 },
    });
    // Nobody can see a loss on a filtered connection, so there only cuts and repeats play.
    const faults = { cut: 0.02, repeat: 0.02, lose: filtered ? 0 : 0.005 };
    const { transport, events } = clientOf(exchange.url(), {
      openSocket: faulty(random, faults),
      queue: { high: 64, low: 16 },
    });
    const query = { since: 1n, ...(filtered && { market: ["M0"] }) };
    const stream = transport.open(orders, { query });

    const publishing = (async () => {
      for (let at = 0; at < FRAMES; ) {
        const batch = Math.min(FRAMES - at, 1 + Math.floor(random() * 40));
        const published = Array.from({ length: batch }, (_, index) =>
          exchange.publish(`o${at + index + 1}`, `M${(at + index) % 3}`),
        );
        at += batch;
        await Promise.all(published);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const committed = Array.from({ length: FRAMES }, (_, at) => at + 1).filter(
      (seq) => !filtered || (seq - 1) % 3 === 0,
    );
    const got = await take(stream, committed.length, ({ type }) => type === "order_update");
    await publishing;
    await stream.close();

    expect(got.map((frame) => Reflect.get(frame, "seq"))).toEqual(committed.map(BigInt));
    expect(got.map((frame) => Reflect.get(Reflect.get(frame, "payload"), "order_id"))).toEqual(
      committed.map((seq) => `o${seq}`),
    );
    expect(events.filter(({ type }) => type === "disconnected").length).toBeGreaterThan(5);
  });
});
