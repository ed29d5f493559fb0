// A long observation keeps its last frames, and a long replay its first ones.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { expect, test } from "vitest";
import { ClauseLedger } from "../../src/contract/clause-ledger.ts";
import { NumberedFrames } from "../../src/contract/numbered-frames.ts";

const channel: ChannelDescriptor = {
  serverMessages: [{ id: "trade", tag: "trade" }],
  sequence: { field: "seq", counts: ["trade"], repeats: [], endOfBacklog: "end" },
} as never;

test.each([
  ["first", 1n, 1_000n],
  ["last", 501n, 1_500n],
] as const)("of 1,500 frames, the %s 1,000 are kept", (keeps, first, last) => {
  const seen = new NumberedFrames(
    { channel, ledger: new ClauseLedger([]), filtered: false },
    keeps,
  );
  for (let seq = 1; seq <= 1_500; seq += 1) {
    seen.take("trade", Buffer.from(JSON.stringify({ seq })), () => undefined);
  }
  const numbers = [...seen.frames.keys()];
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([1_000, first, last]);
});
