import { createMemoryLog, LogError, type SequencedLog } from "@specwright/streams/log";
import { createPublisher, type Publisher } from "@specwright/streams/server";
import { beforeEach, describe, expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";

const stream = { brokerId: "b1", channelId: orders.id };
let log: SequencedLog;
let publisher: Publisher;

function publish(orderId: string, id?: string): Promise<bigint> {
  const message = { type: "order_update", payload: { order_id: orderId } } as const;
  return publisher.publish(orders, { brokerId: "b1", message, ...(id !== undefined && { id }) });
}

async function kept(): Promise<number> {
  return (await log.read(stream, 1n, 100)).length;
}

beforeEach(() => {
  log = createMemoryLog();
  publisher = createPublisher({ log });
});

describe("publishing under an id", () => {
  it("answers a repetition with the first number", async () => {
    expect(await publish("a", "id-a")).toBe(1n);
    expect(await publish("b")).toBe(2n);
    expect(await publish("a", "id-a")).toBe(1n);
    expect(
      await createPublisher({ log }).publish(orders, {
        brokerId: "b1",
        message: { type: "order_update", payload: { order_id: "a" } },
        id: "id-a",
      }),
    ).toBe(1n);
    expect(await kept()).toBe(2);
  });

  it("answers repetitions that are in flight together", async () => {
    const all = [publish("x"), publish("a", "id-a"), publish("a", "id-a"), publish("y")];
    all.push(publish("a", "id-a"));
    expect(await Promise.all(all)).toEqual([1n, 2n, 2n, 3n, 2n]);
    expect(await kept()).toBe(3);
  });

  it("lets another try when the first broke its schema", async () => {
    const bad = publisher.publish(orders, {
      brokerId: "b1",
      // @ts-expect-error: order_id is missing, which the types know too.
      message: { type: "order_update", payload: {} },
      id: "id-a",
    });
    const good = publish("a", "id-a");
    await expect(bad).rejects.toMatchObject({ code: "encode" });
    expect(await good).toBe(1n);
  });

  it("refuses an id that no log takes, and only that frame", async () => {
    const bad = publish("a", "");
    const good = publish("b");
    await expect(bad).rejects.toMatchObject({ name: "LogError", code: "record_invalid" });
    expect(await good).toBe(1n);
  });

  it("finds a stored frame though the answer was lost", async () => {
    const real = log;
    let lose = true;
    log = {
      ...real,
      async append(key, records) {
        const bounds = await real.append(key, records);
        if (lose) throw new LogError("log_unavailable", "the answer was lost");
        return bounds;
      },
    };
    publisher = createPublisher({ log });
    await expect(publish("a", "id-a")).rejects.toMatchObject({ code: "log_unavailable" });
    lose = false;
    expect(await publish("a", "id-a")).toBe(1n);
    expect(await publish("b", "id-b")).toBe(2n);
    expect(await kept()).toBe(2);
  });
});
