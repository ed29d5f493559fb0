// Run by a test in a separate process with --expose-gc: prints how many bytes of heap each stored
// id of 20,000 frames costs. The first argument says whether ids are detached.

import { detach } from "@specwright/runtime";
import { BookDiffFrameStreamCodec } from "@specwright/streams-api/codec/stream";

const detached = process.argv[2] === "detached";
const count = 20_000;

const level = { price: { units: 0n, nanos: 610_000_000 }, qty: { units: 250n, nanos: 0 } };
const levels = Array.from({ length: 10 }, () => level);

function frame(n: number): Uint8Array {
  return BookDiffFrameStreamCodec.encodeBytes({
    type: "book_diff",
    market_id: `7f3e1a52-0000-4000-8000-${String(n).padStart(12, "0")}`,
    md_seq: BigInt(n),
    ts_ns: 1_763_700_000_123_456_789n,
    bids: levels,
    asks: levels,
  });
}

const kept: string[] = [];
const keep = (n: number): void => {
  const { market_id } = BookDiffFrameStreamCodec.decode(frame(n));
  kept.push(detached ? detach(market_id) : market_id);
};

for (let n = 0; n < 1000; n += 1) keep(n);
kept.length = 0;
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
for (let n = 0; n < count; n += 1) keep(n);
globalThis.gc?.();
console.log((process.memoryUsage().heapUsed - before) / kept.length);
