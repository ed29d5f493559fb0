import { fakeClock } from "@specwright/runtime/testing";
import { expect, it } from "vitest";
import { RepeatedEntries } from "../../src/server/repeated-entries.ts";

function start() {
  const clock = fakeClock();
  const lines: string[] = [];
  const repeated = new RepeatedEntries({
    clock,
    logger: ({ event, key = "", count = "", sources = "" }) =>
      lines.push(`${event} ${key} ${count} ${sources}`.trim().replaceAll(/ +/g, " ")),
  });
  return {
    clock,
    lines,
    repeated,
    add(event: string, key: string) {
      const common = { level: "info", event } as const;
      repeated.add({ entry: { ...common, key }, common, kind: [event, key] });
    },
  };
}

it("logs the first of a kind at once, and later ones once a minute", async () => {
  const { add, lines, clock } = start();
  for (let repeat = 0; repeat < 10_000; repeat += 1) add("refused", "a");
  add("refused", "b");
  expect(lines.splice(0)).toEqual(["refused a", "refused b"]);
  await clock.advance(60_000);
  expect(lines.splice(0)).toEqual(["refused a 9999"]);
  // One that continues is not logged twice in a minute; one that had ended is.
  add("refused", "a");
  add("refused", "b");
  expect(lines.splice(0)).toEqual(["refused b"]);
  await clock.advance(60_000);
  expect(lines.splice(0)).toEqual(["refused a 1"]);
  await clock.advance(120_000);
  expect(lines).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("bounds its lines and its memory if all are different", async () => {
  const { add, lines, clock } = start();
  for (let at = 0; at < 10_000; at += 1) add(at % 2 === 0 ? "refused" : "limited", `${at}`);
  expect(lines.splice(0)).toHaveLength(256 + 2);
  await clock.advance(60_000);
  expect(lines.splice(0)).toEqual(["refused 4871 many", "limited 4871 many"]);
  await clock.advance(60_000);
  expect(clock.pending()).toBe(0);
});

it("logs the remaining counts when it is closed", () => {
  const { add, lines, clock, repeated } = start();
  add("refused", "a");
  add("refused", "a");
  repeated.close();
  expect(lines).toEqual(["refused a", "refused a 1"]);
  expect(clock.pending()).toBe(0);
});
