import { describe, expect, it } from "vitest";
import { FrameCounter } from "../src/benches/streams/frame-counter.ts";
import { createLatencyGauge, dueMark } from "../src/benches/streams/latency-gauge.ts";

function frame(length: number): Buffer {
  const head = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length, "x")]);
}

describe("the clients' counter", () => {
  const stream = Buffer.concat([371, 30, 371, 126, 300, 371].map(frame));

  it("reports pings", () => {
    let pings = 0;
    const counter = new FrameCounter(
      () => {},
      () => {
        pings += 1;
      },
    );
    counter.feed(Buffer.concat([frame(371), Buffer.from([0x89]), Buffer.from([0]), frame(371)]));
    expect(pings).toBe(1);
  });

  it.each([1, 2, 3, 100, 374, 375, 376, 10_000])("counts frames in chunks of %d bytes", (size) => {
    const counter = new FrameCounter(
      () => {},
      () => {},
    );
    let frames = 0;
    for (let at = 0; at < stream.length; at += size) {
      frames += counter.feed(stream.subarray(at, at + size));
    }
    expect(frames).toBe(4);
    expect(counter.payloadBytes).toBe(371 + 30 + 371 + 126 + 300 + 371);
  });
});

describe("the gauge of the clients", () => {
  it("reports the age of frames", () => {
    const gauge = createLatencyGauge();
    const due = Buffer.from(dueMark(Number(process.hrtime.bigint() / 1000n) - 5_000_000));
    for (let seen = 0; seen < 1000; seen += 1) gauge.see(due, 0, due.length);
    const { p50, p99 } = gauge.take();
    expect(p50).toBeGreaterThanOrEqual(5000);
    expect(p99).toBeGreaterThanOrEqual(p50);
    expect(gauge.take().p50).toBeNaN();
  });
});
