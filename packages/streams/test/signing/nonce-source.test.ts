import { memoryNonces, type NonceKind } from "@specwright/streams/signing";
import { describe, expect, it } from "vitest";

describe("memoryNonces", () => {
  it.each<[kind: NonceKind, want: readonly (number | string)[]]>([
    ["ms", [1000, 1001, 1002, 1000]],
    ["us", [1000500, 1000501, 1000502, 1000500]],
    ["counter", [1, 2, 3, 1]],
  ])("rises for %s, for each key", (kind, want) => {
    const nonces = memoryNonces({ now: () => 1000.5 });
    expect(["a", "a", "a", "b"].map((key) => nonces.next(kind, key))).toEqual(want);
  });

  it("rises when the clock goes back", () => {
    let at = 5000;
    const nonces = memoryNonces({ now: () => at });
    nonces.next("ms", "a");
    at = 10;
    expect(nonces.next("ms", "a")).toBe(5001);
  });

  it("writes UUIDs of version 4", () => {
    const nonces = memoryNonces({
      now: () => 0,
      random: (size) => new Uint8Array(size).fill(0xff),
    });
    expect(nonces.next("uuid", "a")).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });
});
