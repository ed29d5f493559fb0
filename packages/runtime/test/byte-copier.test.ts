import { expect, test } from "vitest";
import { byteCopier } from "../src/stream/read/scan.ts";

test.each([0, 1, 63, 64, 65, 700, 4096, 4097, 5000, 100_000])(
  "byteCopier gives the first %i bytes, apart from the scratch",
  (length) => {
    const scratch = new Uint8Array(200_000).fill(7);
    const copy = byteCopier(scratch)(length);
    scratch.fill(8);
    expect(copy.length).toBe(length);
    expect(copy.every((byte) => byte === 7)).toBe(true);
  },
);

test("byteCopier keeps copies apart, however many there are", () => {
  const scratch = new Uint8Array(8192);
  const copyBytes = byteCopier(scratch);
  const copies = Array.from({ length: 200 }, (_, index) => {
    scratch.fill(index);
    return copyBytes(1 + index * 40);
  });
  for (const [index, copy] of copies.entries()) {
    expect(copy.length).toBe(1 + index * 40);
    expect(copy.every((byte) => byte === index)).toBe(true);
  }
});
