import { describe, expect, test } from "vitest";
import { copyBytes, utf8Writer } from "../src/codegen/stream/byte-writer.ts";

describe("utf8Writer", () => {
  test.each([
    ["", ""],
    ["abc", "abc"],
    ["é₿😀", "é₿😀"],
    ["a\ud800b", "a\ufffdb"],
    ["\udc00", "\ufffd"],
  ])("writes %j at the start and tells its length", (given, want) => {
    const target = new Uint8Array(20).fill(0xff);
    const length = utf8Writer(target)(given);
    expect(Buffer.from(target.subarray(0, length)).toString("utf8")).toBe(want);
    expect(target.subarray(length).every((byte) => byte === 0xff)).toBe(true);
  });

  test("writes into a part of a larger buffer", () => {
    const whole = new Uint8Array(8);
    expect(utf8Writer(whole.subarray(2, 6))("abcdef")).toBe(4);
    expect([...whole]).toEqual([0, 0, 97, 98, 99, 100, 0, 0]);
  });

  test("leaves out a character that does not fit", () => {
    const target = new Uint8Array(3);
    expect(utf8Writer(target)("ab₿")).toBe(2);
  });
});

test.each([0, 1, 700, 5000, 100_000])(
  "copyBytes gives the first %i bytes, apart from the scratch",
  (length) => {
    const scratch = new Uint8Array(200_000).fill(7);
    const copy = copyBytes(scratch, length);
    scratch.fill(8);
    expect(copy.length).toBe(length);
    expect(copy.every((byte) => byte === 7)).toBe(true);
  },
);
