import type { FeedCounter } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import type { Count } from "../../../src/client/topics/reading/frame-values.ts";
import {
  advanceCounter,
  type CounterState,
  judgeRepeat,
} from "../../../src/client/topics/session/counter.ts";

interface FrameNumbers {
  readonly last: Count;
  readonly first?: Count;
  readonly previous?: Count;
}

const base = { messages: ["m"], scope: "topic", at: "/n", gap: "resubscribe" } as const;
const one: FeedCounter = { ...base, step: "one" };
const range: FeedCounter = { ...base, step: "range", from: "/u" };
const linked: FeedCounter = { ...base, step: "linked", previous: "/p" };
const rising: FeedCounter = { ...base, step: "rising" };

/** Judges frames one after the other. */
function judge(counter: FeedCounter, frames: readonly FrameNumbers[]): readonly string[] {
  const state: CounterState = { last: undefined };
  return frames.map(({ last, first, previous }) =>
    advanceCounter(counter, state, last, first, previous),
  );
}

const numbers = (...values: readonly (number | bigint)[]): FrameNumbers[] =>
  values.map((last) => ({ last }));

describe("a counter", () => {
  it.each<[string, FeedCounter, readonly FrameNumbers[], readonly string[]]>([
    ["begins with any number", one, numbers(7, 8, 9), ["deliver", "deliver", "deliver"]],
    [
      "finds a hole, and the next one",
      one,
      numbers(1, 3, 4, 6),
      ["deliver", "gap", "deliver", "gap"],
    ],
    [
      "finds a repetition",
      one,
      numbers(1, 2, 2, 1, 3),
      ["deliver", "deliver", "duplicate", "duplicate", "deliver"],
    ],
    [
      "that falls far back was restarted by a missed frame",
      one,
      numbers(5000, 2, 3),
      ["deliver", "gap", "deliver"],
    ],
    [
      "whose lower numbers follow each other was restarted, too",
      one,
      numbers(9, 10, 2, 3, 4),
      ["deliver", "deliver", "duplicate", "gap", "deliver"],
    ],
    [
      "of ranges may be restarted",
      range,
      [
        { first: 90, last: 99 },
        { first: 1, last: 4 },
        { first: 5, last: 9 },
      ],
      ["deliver", "duplicate", "gap"],
    ],
    [
      "of linked frames may be restarted, where lower ones are repeated",
      { ...linked, lower: "duplicate" },
      [
        { last: 99, previous: 90 },
        { last: 4, previous: 1 },
        { last: 9, previous: 4 },
      ],
      ["deliver", "duplicate", "gap"],
    ],
    [
      "that snapshots begin is restarted by nothing else",
      { ...one, starts: ["full"], lower: "restart" },
      numbers(5, 2),
      ["deliver", "gap"],
    ],
    ["has to begin with its first number", { ...one, first: 1 }, numbers(2, 3), ["gap", "deliver"]],
    [
      "restarts with a lower number if it may",
      { ...one, lower: "restart" },
      numbers(5, 1, 2),
      ["deliver", "deliver", "deliver"],
    ],
    [
      "counts beyond what a double holds",
      one,
      numbers(9_007_199_254_740_991n, 9_007_199_254_740_992n, 9_007_199_254_740_994n),
      ["deliver", "deliver", "gap"],
    ],
    [
      "counts from a number to a bigint",
      one,
      numbers(Number.MAX_SAFE_INTEGER, 2n ** 53n),
      ["deliver", "deliver"],
    ],
    [
      "of ranges wants the first after the last",
      range,
      [
        { first: 1, last: 4 },
        { first: 5, last: 5 },
        { first: 7, last: 9 },
        { first: 3, last: 5 },
      ],
      ["deliver", "deliver", "gap", "duplicate"],
    ],
    [
      "of ranges takes one that begins in what is known",
      range,
      [
        { first: 1, last: 4 },
        { first: 3, last: 6 },
      ],
      ["deliver", "deliver"],
    ],
    [
      "of links wants the number before",
      linked,
      [
        { last: 10 },
        { last: 17, previous: 10 },
        { last: 21, previous: 18 },
        { last: 30, previous: 21 },
      ],
      ["deliver", "deliver", "gap", "deliver"],
    ],
    [
      "of links takes a repeated number that is linked to itself",
      linked,
      [{ last: 10 }, { last: 10, previous: 10 }, { last: 12, previous: 10 }],
      ["deliver", "deliver", "deliver"],
    ],
    [
      "of links takes a lower number that is linked",
      linked,
      [{ last: 10 }, { last: 3, previous: 10 }, { last: 5, previous: 3 }],
      ["deliver", "deliver", "deliver"],
    ],
    [
      "of links drops an older frame if it may",
      { ...linked, lower: "duplicate" },
      [{ last: 10 }, { last: 9, previous: 8 }],
      ["deliver", "duplicate"],
    ],
    [
      "33 of links takes no lower number for a repeated one",
      linked,
      [
        { last: 18_870, previous: 18_862 },
        { last: 3, previous: 1 },
        { last: 7, previous: 3 },
      ],
      ["deliver", "gap", "deliver"],
    ],
    [
      "33 of links drops the frame that comes twice",
      linked,
      [
        { last: 10, previous: 8 },
        { last: 12, previous: 10 },
        { last: 12, previous: 10 },
        { last: 12, previous: 11 },
      ],
      ["deliver", "deliver", "duplicate", "gap"],
    ],
    [
      "that only rises finds no holes",
      rising,
      numbers(1, 5, 5, 4, 9),
      ["deliver", "deliver", "duplicate", "duplicate", "deliver"],
    ],
  ])("%s", (_what, counter, frames, wanted) => {
    expect(judge(counter, frames)).toEqual(wanted);
  });

  it.each<[string, CounterState["last"], number, string]>([
    ["before the first number", undefined, 4, "deliver"],
    ["that was delivered", 4, 4, "deliver"],
    ["of a frame that is missing", 4, 5, "gap"],
  ])("judges a repetition %s", (_what, last, number, wanted) => {
    expect(judgeRepeat({ last }, number)).toBe(wanted);
  });
});
