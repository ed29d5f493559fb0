// Clients may ask for any number of concrete addresses: feeds without readers are closed.

import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog, type LogReader } from "@specwright/streams/log";
import { expect, it } from "vitest";
import { createFeedPool } from "../../../src/server/sessions/feed-pool.ts";
import { createFrameReader } from "../../../src/server/sessions/project-frames.ts";
import { createViewWatch } from "../../../src/server/sessions/view-watch.ts";

it("33 one sequence for each address: a feed without readers is closed", async () => {
  const clock = fakeClock();
  const memory = createMemoryLog();
  let tails = 0;
  const log: LogReader = {
    ...memory,
    tail(...args) {
      const end = memory.tail(...args);
      tails += 1;
      return () => {
        tails -= 1;
        end();
      };
    },
  };
  const views = createViewWatch({ limitMs: 10_000, clock, logger: () => {} });
  const pool = createFeedPool(clock, createFrameReader(), views);
  const room = (name: string) => ({
    brokerId: "public",
    channelId: "c",
    address: `/rooms/${name}`,
  });
  const read = await pool.of(log, room("a"));
  const reader = { deliver() {}, fallBehind() {}, replaced() {}, abandon() {} };
  read.watch(reader);
  for (let at = 0; at < 100; at += 1) await pool.of(log, room(`b${at}`));
  await pool.of(log, { brokerId: "public", channelId: "c" });
  expect(tails).toBe(102);
  expect(await pool.of(log, room("a"))).toBe(read);

  await clock.advance(60_000);
  // The feed with a reader, and the feed of the channel without parameters.
  expect(tails).toBe(2);
  read.unwatch(reader);
  await clock.advance(30_000);
  // Asked for again before it is closed.
  expect(await pool.of(log, room("a"))).toBe(read);
  await clock.advance(30_000);
  expect(tails).toBe(2);
  await clock.advance(30_000);
  expect(tails).toBe(1);
  expect(await pool.of(log, room("a"))).not.toBe(read);
  pool.close();
});
