import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import type { NatsConnection, NatsMessage } from "../../src/log/jetstream/nats.ts";
import { openReplyInbox } from "../../src/log/jetstream/reply-inbox.ts";

/** Returns an inbox on a connection that answers on request, and a clock whose time can be set. */
function silentInbox() {
  let answer: (message: NatsMessage) => void = () => {};
  const replies: string[] = [];
  const connection: NatsConnection = {
    publish: (_subject, _payload, options) => void replies.push(options?.reply ?? ""),
    subscribe(_subject, { callback }) {
      answer = (message) => callback(null, message);
      return { unsubscribe() {} };
    },
    async *status() {},
    flush: async () => {},
    close: async () => {},
  };
  const timers = fakeClock();
  const day = { setMs: 0 };
  const clock = { ...timers, now: () => timers.now() + day.setMs };
  return {
    inbox: openReplyInbox(connection, clock, 1000),
    timers,
    day,
    reply(at: number) {
      const data = new TextEncoder().encode("{}");
      answer({ subject: replies[at] ?? "", data, string: () => "{}" });
    },
  };
}

test.each([0, 3_600_000, -3_600_000])(
  "a request that is not answered fails in time, with the clock set by %i ms",
  async (setMs) => {
    const { inbox, timers, day, reply } = silentInbox();
    const [first, second] = [inbox.request("a", "1"), inbox.request("b", "2")];
    const failed = expect(second).rejects.toMatchObject({ code: "log_unavailable" });
    day.setMs = setMs;
    await timers.advance(900);
    reply(0);
    expect((await first).string()).toBe("{}");
    await timers.advance(100 + 250);
    await failed;
    expect(timers.pending()).toBe(0);
    inbox.close();
  },
);
