import fc from "fast-check";
import { expect, it } from "vitest";
import { createMessageQueue } from "../../../src/client/topics/message-queue.ts";

it("hands out messages in their order, however pushes and reads alternate", async () => {
  const steps = fc.array(fc.constantFrom("push", "read"), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const queue = createMessageQueue<number>(8, () => {});
      const reads: Promise<IteratorResult<number, undefined>>[] = [];
      let pushed = 0;
      for (const step of sequence) {
        if (step === "read") reads.push(queue.next());
        else queue.push(pushed++);
      }
      queue.end(undefined);
      const results = await Promise.all(reads);
      const got = results.flatMap(({ done, value }) => (done === true ? [] : [value]));
      expect(got).toEqual(Array.from({ length: Math.min(reads.length, pushed) }, (_, at) => at));
    }),
  );
});

it("reports that it is full once, and again when three quarters are taken", async () => {
  const reports: boolean[] = [];
  const queue = createMessageQueue<number>(8, (isFull) => reports.push(isFull));
  for (let message = 0; message < 10; message += 1) queue.push(message);
  expect(reports).toEqual([true]);
  for (let message = 0; message < 7; message += 1) await queue.next();
  expect(reports).toEqual([true]);
  await queue.next();
  expect(reports).toEqual([true, false]);
});

it("ends after the messages that wait, with its error", async () => {
  const queue = createMessageQueue<number>(8, () => {});
  queue.push(1);
  queue.end(new Error("over"));
  queue.push(2);
  expect(await queue.next()).toEqual({ done: false, value: 1 });
  await expect(queue.next()).rejects.toThrow("over");
});
