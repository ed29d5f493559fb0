// Servers made from the contracts of four venues, and the clients generated from the same contracts: the
// clients' books equal the servers', whatever faults the connection has.

import type { FeedServerEvent } from "@specwright/streams/server";
import { describe, expect, it } from "vitest";
import type { Venue } from "./play-world.ts";
import { servedRules, servedWorldRule } from "./served-rules.ts";
import { runWorld } from "./world.ts";

const SEEDS = 120;

describe.each(Object.keys(servedRules) as Venue[])("%s", (venue) => {
  it(`keeps its books in ${SEEDS} worlds`, async () => {
    const heard: FeedServerEvent[] = [];
    const rule = servedWorldRule(venue, (event) => heard.push(event));
    const actions = new Set<string>();
    let frames = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const result = await runWorld(rule, seed);
      const { differences, unready, faults } = result;
      expect({ seed, differences, unready, faults }).toEqual({
        seed,
        differences: [],
        unready: [],
        faults,
      });
      const broken = result.events.filter(({ type }) => type === "violation");
      expect({ seed, broken }).toEqual({ seed, broken: [] });
      for (const { type } of result.events) actions.add(type);
      frames += result.frames;
    }
    // Worlds without events would prove nothing.
    expect(frames).toBeGreaterThan(SEEDS * 20);
    const found =
      {
        bitget: "checksum",
        kraken: "checksum",
        hyperliquid: "disconnected",
        polymarket: "disconnected",
      }[venue as string] ?? "gap";
    expect([...actions]).toContain(found);
    expect(heard.filter(({ type }) => type === "invalid" || type === "failed")).toEqual([]);
  });
});
