// The program that prints a book, with a simulated venue.

import { systemClock } from "@specwright/runtime";
import { seededRandom } from "@specwright/runtime/testing";
import { afterEach, expect, test } from "vitest";
import { createKrakenSimulator } from "../../examples/feeds/kraken/simulator.ts";
import { type ServedSimulator, serveSimulator } from "../../examples/feeds/serve-simulator.ts";
import { endChildren, startChild } from "../e2e/children.ts";

let served: ServedSimulator | undefined;

afterEach(async () => {
  endChildren();
  await served?.stop();
});

test("shows prices, and marks a wrong level as wrong", async () => {
  const venue = createKrakenSimulator({ clock: systemClock, random: seededRandom(1) });
  served = await serveSimulator(venue, { stepMs: 20 });
  const args = ["kraken", served.url];
  const child = startChild({ script: "examples/feeds/print-book.ts", args });
  await child.line(/^[\d.]+ \/ [\d.]+$/);
  venue.misbehave("corrupt");
  await child.line(/type: 'checksum'/);
  await child.line(/^\* stale$/);
  await expect.poll(() => child.lines().filter((line) => line === "* ready").length).toBe(2);
});
