import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

/** Returns the bytes of heap for each stored id. */
function bytesKept(mode: "detached" | "as decoded"): number {
  const script = new URL("keep-ids.ts", import.meta.url).pathname;
  const flags = ["--expose-gc", "--conditions=@specwright/source", script, mode];
  return Number(execFileSync(process.execPath, flags, { encoding: "utf8" }));
}

it("a kept id costs the memory of its frame, and a detached one only its own", () => {
  // 56 bytes for the string, and 8 and some room for its place in the array.
  expect(bytesKept("detached")).toBeLessThan(100);
  // A frame has some 2,000 characters.
  expect(bytesKept("as decoded")).toBeGreaterThan(1000);
});
