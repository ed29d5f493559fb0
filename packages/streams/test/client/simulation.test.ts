// Server and client together over real sockets with a seeded schedule of faults: the delivered
// messages must be the committed ones, in order, once.

import type { StreamCursor, StreamEvent } from "@specwright/runtime";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { type OpenSocket, openWebSocket } from "@specwright/streams/client";
import { afterEach, describe, expect, it } from "vitest";
import { type OrderUpdate, orders } from "../sample-channels/sequenced-channels.ts";
import { clientOf, startExchange, stopExchanges, take } from "./exchange.ts";

afterEach(stopExchanges);

interface Faults {
  readonly cut: number;
  readonly repeat: number;
  readonly lose: number;
  /**
   * The probability that the server closes, because this reader is slow, or with a time to return.
   */
  readonly close?: number;
  /** Whether the socket cannot be paused, like those of browsers. */
  readonly unpausable?: boolean;
}

/** Opens sockets that cut, repeat and lose frames with the given probabilities. */
function faulty(random: SeededRandom, faults: Faults): OpenSocket {
  return (url, headers, handlers) => {
    const { lose, repeat, cut, close = 0, unpausable } = faults;
    const socket = openWebSocket(url, headers, {
      ...handlers,
      received(text) {
        const odds = random.next();
        if (odds < lose) return;
        handlers.received(text);
        if (odds < lose + repeat) handlers.received(text);
        else if (odds < lose + repeat + cut) socket.terminate();
        else if (odds < lose + repeat + cut + close) {
          if (random.chance(0.5)) handlers.closed(4008, "flow_control");
          else handlers.closed(1001, "retry_ms=3");
          socket.terminate();
        }
      },
    });
    if (!unpausable) return socket;
    const { send, close: closeSocket, terminate } = socket;
    return { send, close: closeSocket, terminate };
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
    const random = seededRandom(seed);
    const exchange = await startExchange({
      // A short heartbeat, so that the loss of the last frame is noticed within the test.
      settings: { heartbeatMs: 40, replayBatchFrames: 32, maxConnectionsPerKey: 1000 },
    });
    // A loss on a filtered connection cannot be noticed, so only cuts and repeats occur there.
    const faults = { cut: 0.02, repeat: 0.02, lose: filtered ? 0 : 0.005 };
    const { transport, events } = clientOf(exchange.url(), {
      openSocket: faulty(random, faults),
      queue: { high: 64, low: 16 },
    });
    const query = { since: 1n, ...(filtered && { market: ["M0"] }) };
    const stream = transport.open(orders, { query });

    const publishing = (async () => {
      for (let at = 0; at < FRAMES; ) {
        const batch = Math.min(FRAMES - at, 1 + random.below(40));
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

describe("delivered = committed, to a callback", () => {
  it.each([
    [11, false],
    [12, false],
    [13, true],
    [14, true],
  ])(
    "that is slow, paused and started again, with seed %i, unpausable: %s",
    async (seed, unpausable) => {
      const random = seededRandom(seed);
      const exchange = await startExchange({
        settings: { heartbeatMs: 40, replayBatchFrames: 32, maxConnectionsPerKey: 1000 },
      });
      const faults = { cut: 0.01, repeat: 0.02, lose: 0.005, close: 0.01, unpausable };
      const events: StreamEvent[] = [];
      let kept: bigint | undefined;
      const resume: StreamCursor = {
        load: async () => kept,
        save: async (seq) => {
          kept = seq;
        },
      };
      // The last frames wait until a client has caught up: on a slow machine, all of them could
      // come from replays, and no client would ever have been live.
      const caughtUp = Promise.withResolvers<void>();
      const publishing = (async () => {
        for (let at = 0; at < FRAMES; at += 20) {
          if (at + 20 >= FRAMES) await caughtUp.promise;
          await exchange.publishMany(20);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();

      const seqs: bigint[] = [];
      let runs = 0;
      while (seqs.length < FRAMES) {
        runs += 1;
        const { transport } = clientOf(exchange.url(), {
          openSocket: faulty(random, faults),
          queue: { high: 32, low: 8 },
          onEvent(event) {
            events.push(event);
            if (event.type === "state" && event.state === "live") caughtUp.resolve();
          },
        });
        const stream = transport.open(orders, { query: { since: 1n } }, { resume });
        const crash = runs < 3 ? random.below(700) : FRAMES;
        let taken = 0;
        const crashed = new Error("crashed");
        const handle = async (frame: OrderUpdate): Promise<void> => {
          // Messages processed before a crash may arrive once more; each number counts once.
          if (frame.seq > (seqs.at(-1) ?? 0n)) seqs.push(frame.seq);
          else expect(frame.seq).toBe(seqs.at(-1));
          taken += 1;
          if (taken >= crash) throw crashed;
          if (seqs.length >= FRAMES) void stream.close();
          if (random.chance(0.02)) {
            stream.pause();
            await new Promise((resolve) => setTimeout(resolve, 2));
            stream.resume();
          }
        };
        await stream
          .run((frame) => (frame.type === "order_update" ? handle(frame) : undefined))
          .catch((error: unknown) => {
            if (error !== crashed) throw error;
          });
      }
      await publishing;

      expect(seqs).toEqual(Array.from({ length: FRAMES }, (_, at) => BigInt(at + 1)));
      expect(runs).toBeGreaterThan(2);
      const states = new Set(
        events.flatMap((event) => (event.type === "state" ? [event.state] : [])),
      );
      expect([...states].sort()).toEqual(["closed", "connecting", "draining", "live", "replaying"]);
      expect(events).toContainEqual({ type: "slow", channel: "orders", cause: "closed" });
    },
  );
});
