import { describe, expect, it } from "vitest";
import { PendingFrames } from "../src/pending-frames.ts";

/** Writes of so many frames of ten bytes each, with the bytes in flight after each. */
function written(...writes: readonly (readonly [count: number, pendingBytes: number])[]) {
  const frames = new PendingFrames();
  for (const [count, pendingBytes] of writes) {
    frames.add({ bytes: Buffer.alloc(count * 10), count }, pendingBytes);
  }
  return frames;
}

describe("frames in flight", () => {
  const cases: readonly (readonly [
    string,
    readonly (readonly [number, number])[],
    number,
    number,
  ])[] = [
    ["none when all is taken at once", [[3, 0]], 0, 0],
    ["all of a write until its last byte is taken", [[3, 1]], 1, 3],
    [
      "none of the writes before",
      [
        [3, 30],
        [2, 50],
      ],
      20,
      2,
    ],
    [
      "a write that lacks a byte",
      [
        [3, 30],
        [2, 50],
      ],
      21,
      5,
    ],
    [
      "all when nothing was taken",
      [
        [3, 30],
        [2, 50],
      ],
      50,
      5,
    ],
    [
      "none when nothing is in flight any more",
      [
        [3, 30],
        [2, 50],
      ],
      0,
      0,
    ],
    [
      "what came after everything was taken",
      [
        [3, 30],
        [2, 0],
        [4, 40],
      ],
      40,
      4,
    ],
    [
      "longer when something else was written too",
      [
        [3, 30],
        [2, 56],
      ],
      25,
      5,
    ],
  ];
  it.each(cases)("%s", (_, writes, pendingBytes, want) => {
    expect(written(...writes).count(pendingBytes)).toBe(want);
  });

  it("is asked for repeatedly", () => {
    const frames = written([1, 10], [1, 20], [1, 30]);
    expect([30, 20, 20, 10, 5, 0].map((pending) => frames.count(pending))).toEqual([
      3, 2, 2, 1, 1, 0,
    ]);
  });
});
