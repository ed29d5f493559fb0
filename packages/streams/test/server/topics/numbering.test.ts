import type { FeedCounter } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { CounterPositions, numberPointers } from "../../../src/server/topics/numbering.ts";

const base: FeedCounter = {
  messages: ["update"],
  scope: "topic",
  at: "/n",
  step: "one",
  gap: "none",
};

describe("a counter", () => {
  it.each<
    [what: string, counter: Partial<FeedCounter>, frames: [string, number?][], want: unknown]
  >([
    ["one by one", {}, [["update"], ["update", 3]], [1, 2]],
    ["from its first number", { first: 0 }, [["update"], ["update"]], [0, 1]],
    ["not by other messages", {}, [["beat"], ["update"]], [undefined, 1]],
    ["by all messages", { messages: ["*"] }, [["beat"], ["update"]], [1, 2]],
    ["by repeats", { repeats: ["beat"] }, [["update"], ["beat"], ["update"]], [1, 1, 2]],
    [
      "by starts",
      { starts: ["whole"], messages: ["whole", "update"] },
      [["whole"], ["update"]],
      [0, 1],
    ],
    [
      "by ranges",
      { step: "range", from: "/f" },
      [
        ["update", 3],
        ["update", 1],
      ],
      [3, 4],
    ],
  ])("advances %s", (_, counter, frames, want) => {
    const rule = { ...base, ...counter };
    const positions = new CounterPositions();
    expect(frames.map(([message, changes]) => positions.take(rule, message, changes)?.at)).toEqual(
      want,
    );
  });

  it("names the previous number", () => {
    const rule: FeedCounter = { ...base, step: "range", from: "/f" };
    const positions = new CounterPositions();
    positions.take(rule, "update", 2);
    expect(positions.take(rule, "update", 3)).toEqual({ previous: 2, from: 3, at: 5 });
    expect(positions.last(rule)).toBe(5);
  });

  it("has its numbers where the contract says", () => {
    const at = { update: "/n", whole: "/m" };
    expect(numberPointers({ ...base, at }, "whole")).toEqual({ at: "/m" });
    expect(numberPointers({ ...base, at }, "beat")).toEqual({});
    expect(numberPointers({ ...base, from: "/f", previous: "/p" }, "update")).toEqual({ at: "/n" });
    expect(numberPointers({ ...base, step: "linked", previous: "/p" }, "update")).toEqual({
      at: "/n",
      previous: "/p",
    });
  });
});
