import { fakeClock } from "@specwright/runtime/testing";
import { expect, it } from "vitest";
import { followConnection } from "../../src/log/jetstream/connection-health.ts";
import type { LogNotice } from "../../src/log/jetstream/log-notice.ts";
import type { NatsConnection } from "../../src/log/jetstream/nats.ts";

/** A connection that takes the given servers one after the other, as the NATS client may. */
function rotating(servers: readonly string[], cluster?: string) {
  const events: string[] = [];
  const visited = [servers[0] ?? ""];
  let turn = 0;
  let wake = Promise.withResolvers<void>();
  const connection: NatsConnection = {
    info: { version: "2.14.9", max_payload: 1024, ...(cluster !== undefined && { cluster }) },
    publish() {},
    subscribe: () => ({ unsubscribe() {} }),
    async *status() {
      for (;;) {
        for (let type = events.shift(); type !== undefined; type = events.shift()) yield { type };
        await wake.promise;
      }
    },
    flush: async () => {},
    close: async () => {},
    async reconnect() {
      visited.push(servers[turn++ % servers.length] ?? "");
      events.push("disconnect", "reconnect");
      wake.resolve();
      wake = Promise.withResolvers();
    },
    getServer: () => visited.at(-1) ?? "",
    getServers: () => servers,
  };
  const clock = fakeClock();
  const notices: string[] = [];
  const notify = ({ event }: LogNotice): void => void notices.push(event);
  const health = followConnection(connection, [], notify, clock, 5_000);
  async function move(afterMs = 4_000, how: "move" | "leave" = "move") {
    await clock.advance(afterMs);
    health[how]("no answers arrive");
    await new Promise((resolve) => setImmediate(resolve));
    return visited;
  }
  return { move, visited, notices };
}

it("goes to a server that was not left a moment ago", async () => {
  const { move, visited, notices } = rotating(["a", "b", "c"], "cluster");
  // The client may come back to the server that it has left.
  expect(await move()).toEqual(["a", "a", "b"]);
  expect(await move()).toEqual(["a", "a", "b", "c"]);
  expect(visited).toHaveLength(4);
  const once = ["moving", "disconnected", "reconnected"];
  expect(notices).toEqual([...once, ...once]);
});

it("stays somewhere when every server was left", async () => {
  const { move, visited } = rotating(["a", "b"], "cluster");
  await move();
  await move();
  // Not in the one that it has just left.
  expect(visited).toEqual(["a", "a", "b", "a", "b", "a"]);
});

it("returns to a server that was left long ago", async () => {
  const { move, visited } = rotating(["a", "b"], "cluster");
  await move();
  await move(20_000);
  expect(visited).toEqual(["a", "a", "b", "a"]);
});

it("waits twice as long before each further move, but not for a server that is cut off", async () => {
  const { move, visited } = rotating(["a", "b", "c", "d", "e"], "cluster");
  await move();
  await move(4_000);
  expect(visited.at(-1)).toBe("c");
  await move(7_900);
  expect(visited.at(-1)).toBe("c");
  await move(100);
  expect(visited.at(-1)).toBe("d");
  await move(900, "leave");
  expect(visited.at(-1)).toBe("d");
  await move(100, "leave");
  expect(visited.at(-1)).toBe("e");
  // Long after, everything is as at the start.
  await move(20_000);
  await move(4_000);
  expect(visited.at(-1)).toBe("b");
});

it("stays with a server that it has just come to", async () => {
  const { move, visited } = rotating(["a", "b", "c"], "cluster");
  await move();
  await move(3_900);
  expect(visited).toEqual(["a", "a", "b"]);
});

it("does not leave the only server", async () => {
  const { move, visited, notices } = rotating(["a"]);
  await move();
  expect(visited).toEqual(["a"]);
  expect(notices).toEqual([]);
});
