import { describe, expect, it } from "vitest";
import { PendingFrames } from "../../../src/server/connection/pending-frames.ts";

/** Writes the given numbers of frames of ten bytes each. */
function written(...writes: readonly number[]): PendingFrames {
  const frames = new PendingFrames();
  for (const count of writes) frames.add({ bytes: Buffer.alloc(count * 10), count });
  return frames;
}

describe("frames in flight", () => {
  const cases: readonly (readonly [string, readonly number[], number, number])[] = [
    ["all of a write until its last byte is taken", [3], 1, 3],
    ["none of the writes before", [3, 2], 20, 2],
    ["a write that lacks a byte", [3, 2], 21, 5],
    ["all when nothing was taken", [3, 2], 50, 5],
    ["none when nothing is in flight any more", [3, 2], 0, 0],
    ["what came after all before was taken unseen", [3, 2, 4], 40, 4],
    ["longer when something else was written too", [3, 2], 26, 5],
  ];
  it.each(cases)("%s", (_, writes, pendingBytes, want) => {
    expect(written(...writes).count(pendingBytes)).toBe(want);
  });

  it("is asked for repeatedly", () => {
    const frames = written(1, 1, 1);
    expect([30, 20, 20, 10, 5, 0].map((pending) => frames.count(pending))).toEqual([
      3, 2, 2, 1, 1, 0,
    ]);
  });
});
