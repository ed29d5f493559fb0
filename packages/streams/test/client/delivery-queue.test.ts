import { describe, expect, it } from "vitest";
import { createDeliveryQueue } from "../../src/client/delivery-queue.ts";

describe("a queue", () => {
  it("loses nothing when its relief brings the next item at once", async () => {
    const rest = [3, 4];
    const queue = createDeliveryQueue<number>({ high: 2, low: 1 }, () => {
      for (const item of rest.splice(0)) queue.push(item);
    });
    queue.push(1);
    queue.push(2);
    const got: unknown[] = [];
    for (let count = 0; count < 4; count += 1) got.push((await queue.next()).value);
    expect(got).toEqual([1, 2, 3, 4]);
  });

  it("serves consumers in the order they came", async () => {
    const queue = createDeliveryQueue<number>({ high: 2, low: 1 }, () => {});
    const waiting = [queue.next(), queue.next(), queue.next()];
    queue.push(1);
    queue.push(2);
    queue.end(new Error("over"));
    expect(await waiting[0]).toEqual({ done: false, value: 1 });
    expect(await waiting[1]).toEqual({ done: false, value: 2 });
    await expect(waiting[2]).rejects.toThrow("over");
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });
});
