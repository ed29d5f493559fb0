// A worker of an outbox continues after any failure.

import { systemClock, UnavailableError } from "@specwright/runtime";
import { expect, test } from "vitest";
import { type OutboxMessage, startOutboxWorker } from "../../src/outbox/index.ts";

test.each<readonly [name: string, error: () => Error, removed: readonly number[]]>([
  ["is away for a while", () => new UnavailableError("away"), [1, 2]],
  ["refuses one", () => new Error("no such row"), [2]],
])("if the storage %s, the other messages are sent", async (_, error, want) => {
  const waiting: OutboxMessage[] = [1, 2].map((id) => ({ id, createdAt: 0, attempts: 1 }));
  const sent: number[] = [];
  const removed: number[] = [];
  const logged: string[] = [];
  let failures = 1;
  const log = (_details: object, message: string) => void logged.push(message);
  const worker = startOutboxWorker<OutboxMessage>({
    ...{ name: "mail", clock: systemClock, claimMs: 60_000, sendsAtClose: false },
    logger: { info: log, warn: log, error: log },
    transaction: (work) =>
      work({
        claim: async () => waiting.shift(),
        async remove({ id }) {
          if (failures > 0) {
            failures -= 1;
            throw error();
          }
          removed.push(id);
        },
        retryAt: async () => {},
        release: async () => {},
        giveUp: async () => {},
      }),
    nextDueAt: async () => undefined,
    async send({ id }) {
      sent.push(id);
      return true;
    },
  });
  await expect.poll(() => removed, { timeout: 5_000 }).toEqual(want);
  expect(sent).toEqual([1, 2]);
  expect(logged.includes("mail not settled")).toBe(want.length === 1);
  await worker.close();
});
