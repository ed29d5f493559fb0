// The order of sending survives temporary refusals, whatever follows them in the pipeline.

import { createMemoryLog, LogError, type SequencedLog } from "@specwright/streams/log";
import { createPublisher, type Publisher } from "@specwright/streams/server";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";

const stream = { brokerId: "b1", channelId: orders.id };
let log: SequencedLog;
let publisher: Publisher;
/** The result of an append: the records are stored, they are lost, or the answer is lost. */
let fate: () => "kept" | "refused" | "answer lost";

function publish(id: string, brokerId = "b1"): Promise<bigint> {
  const message = { type: "order_update", payload: { order_id: id } } as const;
  return publisher.publish(orders, { brokerId, message, id, ...filters });
}

async function kept(): Promise<readonly (string | undefined)[]> {
  return (await log.read(stream, 1n, 10_000)).map(({ id }) => id);
}

async function outcomes(ids: readonly string[]): Promise<readonly unknown[]> {
  const settled = await Promise.allSettled(ids.map((id) => publish(id)));
  return settled.map((each) =>
    each.status === "fulfilled" ? each.value : Object(each.reason).code,
  );
}

beforeEach(() => {
  const real = createMemoryLog();
  fate = () => "kept";
  log = {
    ...real,
    async append(key, records) {
      const now = fate();
      if (now === "refused") throw new LogError("log_full", "there is no room");
      const bounds = await real.append(key, records);
      if (now === "answer lost") throw new LogError("log_unavailable", "the answer was lost");
      return bounds;
    },
  };
  publisher = createPublisher({ log });
});

describe("behind a frame that was refused and may come again", () => {
  beforeEach(async () => {
    fate = () => "refused";
    expect(await outcomes(["a"])).toEqual(["log_full"]);
    fate = () => "kept";
  });

  it("T5 rejects all frames of the stream until the frame is repeated, then expects them in order", async () => {
    await expect(publish("b")).rejects.toMatchObject({
      name: "PublishRefusal",
      code: "behind_refused",
      behind: "a",
    });
    expect(await outcomes(["c", "a", "d"])).toEqual(["behind_refused", 1n, "behind_refused"]);
    expect(await outcomes(["b", "c", "d", "e"])).toEqual([2n, 3n, 4n, 5n]);
    expect(await kept()).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("T5 continues when it is given up by name", async () => {
    expect(await outcomes(["b"])).toEqual(["behind_refused"]);
    expect(await publisher.giveUp(orders, { brokerId: "b1", id: "a" })).toBe(true);
    expect(await publisher.giveUp(orders, { brokerId: "b1", id: "a" })).toBe(false);
    expect(await outcomes(["b", "c"])).toEqual([1n, 2n]);
  });

  it("gives up a pipelined frame only when it is rejected", async () => {
    fate = () => "refused";
    const pipeline = outcomes(["a"]);
    const given = publisher.giveUp(orders, { brokerId: "b1", id: "a" });
    expect(await pipeline).toEqual(["log_full"]);
    expect(await given).toBe(true);
    fate = () => "kept";
    expect(await outcomes(["b"])).toEqual([1n]);
  });

  it("takes other brokers' frames", async () => {
    expect(await publish("b", "b2")).toBe(1n);
  });

  it("does not wait for frames that were rejected permanently, or have no id", async () => {
    expect(await publisher.giveUp(orders, { brokerId: "b1", id: "a" })).toBe(true);
    expect(await outcomes(["x".repeat(257), "b"])).toEqual(["record_invalid", 1n]);
    fate = () => "refused";
    const message = { type: "order_update", payload: { order_id: "n" } } as const;
    const nameless = publisher.publish(orders, { brokerId: "b1", message, ...filters });
    await expect(nameless).rejects.toMatchObject({ code: "log_full" });
    fate = () => "kept";
    expect(await outcomes(["c"])).toEqual([2n]);
  });
});

it("T5 is not held up by a frame that was kept although its answer was lost", async () => {
  fate = () => "answer lost";
  expect(await outcomes(["a", "b"])).toEqual(["log_unavailable", "log_unavailable"]);
  fate = () => "kept";
  // Its sender may have learned its number from another publisher.
  expect(await outcomes(["c"])).toEqual([3n]);
  expect(await outcomes(["a", "b"])).toEqual([1n, 2n]);
  expect(await kept()).toEqual(["a", "b", "c"]);
});

it("T5 keeps the order of sending over random pipelines, faults and restarts", async () => {
  const fault = fc.constantFrom("kept", "kept", "refused", "answer lost");
  const steps = fc.array(fc.record({ send: fc.nat({ max: 5 }), again: fc.nat({ max: 6 }) }), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(fault, { maxLength: 30 }),
      fc.nat(),
      async (all, faults, at) => {
        const brokerId = "b1";
        const real = createMemoryLog();
        const own: SequencedLog = {
          ...real,
          async append(key, records) {
            const now = faults.shift() ?? "kept";
            if (now === "refused") throw new LogError("log_full", "there is no room");
            const bounds = await real.append(key, records);
            if (now === "answer lost") throw new LogError("log_unavailable", "the answer was lost");
            return bounds;
          },
        };
        let taker = createPublisher({ log: own });
        let sent = 0;
        /** Sent, but not answered with a number yet, in order. */
        let open: string[] = [];
        async function send(ids: readonly string[]): Promise<void> {
          const settled = await Promise.allSettled(
            ids.map((id) => {
              const message = { type: "order_update", payload: { order_id: id } } as const;
              return taker.publish(orders, { brokerId, message, id, ...filters });
            }),
          );
          const done = new Set(ids.filter((_, index) => settled[index]?.status === "fulfilled"));
          open = open.filter((id) => !done.has(id));
        }
        for (const [index, { send: count, again }] of all.entries()) {
          // A sender may repeat some unanswered frames, and send more before the answers.
          const repeated = open.slice(0, again);
          const fresh = Array.from({ length: count }, () => String(sent++));
          open.push(...fresh);
          await send([...repeated, ...fresh]);
          if (index !== at % all.length) continue;
          // After a restart, a publisher is sent the unanswered frames first.
          taker = createPublisher({ log: own });
          await send(open);
        }
        for (let round = 0; open.length > 0; round += 1) {
          expect(round).toBeLessThan(100);
          await send(open);
        }
        const records = await own.read({ brokerId, channelId: orders.id }, 1n, 10_000);
        expect(records.map(({ id }) => id)).toEqual(
          Array.from({ length: sent }, (_, n) => String(n)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

const filters = {};
