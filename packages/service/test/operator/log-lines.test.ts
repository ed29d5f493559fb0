import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { logLines } from "../../src/operator/log-lines.ts";

test("lines of one turn are written together, in their order", async () => {
  const written: string[] = [];
  const lines = logLines((text) => written.push(text));
  lines.write("a\n");
  lines.write("b\n");
  expect(written).toEqual([]);
  await setImmediate();
  lines.write("c\n");
  await setImmediate();
  expect(written).toEqual(["a\nb\n", "c\n"]);
});

test("a flush writes at once, and nothing twice", async () => {
  const written: string[] = [];
  const lines = logLines((text) => written.push(text));
  lines.write("a\n");
  lines.flush();
  lines.flush();
  expect(written).toEqual(["a\n"]);
  await setImmediate();
  expect(written).toEqual(["a\n"]);
});
