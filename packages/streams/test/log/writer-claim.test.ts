import { fakeClock } from "@specwright/runtime/testing";
import { expect, it } from "vitest";
import type { NatsConnection, NatsMessage } from "../../src/log/jetstream/nats.ts";
import { createWriterClaim } from "../../src/log/jetstream/writer-claim.ts";

/** The messages on the subject of the writers. */
type Other = "none" | "silent" | "answers";

/** Claims the right to write; `other` returns what the other writer does at a time. */
async function claim(other: (atMs: number) => Other) {
  const clock = fakeClock();
  const startedMs = clock.elapsed();
  const inboxes = new Map<string, (error: null, message: NatsMessage) => void>();
  const connection: NatsConnection = {
    publish(_subject, _payload, options) {
      const fate = other(clock.elapsed() - startedMs);
      const text = fate === "answers" ? "process 7" : "";
      const headers = { code: fate === "none" ? 503 : 0, description: "", get: () => "", set() {} };
      const message = { subject: "", data: new Uint8Array(), headers, string: () => text };
      if (fate === "silent") return;
      clock.setTimer(10, () => inboxes.get(options?.reply ?? "")?.(null, message));
    },
    subscribe(subject, { callback }) {
      inboxes.set(subject, callback);
      return { unsubscribe: () => void inboxes.delete(subject) };
    },
    async *status() {},
    flush: async () => {},
    close: async () => {},
  };
  const made = createWriterClaim(connection, "writer", clock, () => {});
  let outcome = "waits";
  made.take().then(
    () => {
      outcome = `taken after ${clock.elapsed() - startedMs}`;
    },
    (error: Error) => {
      outcome = `${Object(error).code} after ${clock.elapsed() - startedMs}`;
    },
  );
  for (let passed = 0; passed < 20_000; passed += 10) await clock.advance(10);
  return outcome;
}

it.each<[string, (atMs: number) => Other, string]>([
  ["takes it at once if nobody is there", () => "none", "taken after 10"],
  ["leaves it to one that answers", () => "answers", "writer_fenced after 10"],
  [
    "leaves it to one whose server was frozen, and that answers from another",
    (atMs) => (atMs < 6_500 ? "silent" : "answers"),
    "writer_fenced after 7010",
  ],
  [
    "takes it when one that did not answer is gone",
    (atMs) => (atMs < 3_500 ? "silent" : "none"),
    "taken after 4010",
  ],
  ["takes it from one that never answers", () => "silent", "taken after 15000"],
])("%s", async (_, other, wanted) => {
  expect(await claim(other)).toBe(wanted);
});
