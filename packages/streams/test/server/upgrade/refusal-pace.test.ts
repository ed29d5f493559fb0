import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { RefusalPace } from "../../../src/server/upgrade/refusal-pace.ts";

describe("the pace of refusals", () => {
  function start() {
    const clock = fakeClock();
    const pace = new RefusalPace(clock);
    const answered = new Map<string, number>();
    return {
      clock,
      async refuse(address: string, count: number): Promise<void> {
        for (let left = count; left > 0; left -= 1) {
          void pace.wait(address).then(() => {
            answered.set(address, (answered.get(address) ?? 0) + 1);
          });
        }
        await clock.advance(0);
      },
      answered: (address: string) => answered.get(address) ?? 0,
    };
  }

  it("answers a burst of an address at once, and then 32 a second", async () => {
    const { clock, refuse, answered } = start();
    await refuse("a", 300);
    expect(answered("a")).toBe(255);
    await clock.advance(1_000);
    expect(answered("a")).toBeGreaterThan(280);
    await clock.advance(1_000);
    expect(answered("a")).toBe(300);
  });

  it("does not delay other addresses", async () => {
    const { refuse, answered } = start();
    await refuse("a", 300);
    await refuse("b", 10);
    expect(answered("b")).toBe(10);
  });

  it("delays each for at most two seconds, and at most 1,024", async () => {
    const { clock, refuse, answered } = start();
    await refuse("a", 2_000);
    expect(answered("a")).toBe(2_000 - 1_024);
    await clock.advance(2_000);
    expect(answered("a")).toBe(2_000);
  });

  it("lets addresses share a pace when there are very many", async () => {
    const { clock, refuse, answered } = start();
    for (let at = 0; at < 3_000; at += 1) await refuse(`${at}`, 1);
    const atOnce = Array.from({ length: 3_000 }, (_, at) => answered(`${at}`));
    expect(atOnce.reduce((sum, each) => sum + each)).toBeLessThan(3_000);
    await clock.advance(2_000);
    const all = Array.from({ length: 3_000 }, (_, at) => answered(`${at}`));
    expect(all.reduce((sum, each) => sum + each)).toBe(3_000);
  });
});
