import type { Latency } from "./fan-out.ts";
import type { FrameSight } from "./frame-counter.ts";

/** Measures the age of frames on arrival. The frames contain their due time. */
export interface LatencyGauge {
  /** Must be called for each frame. Only some of the frames are read. */
  readonly see: FrameSight;
  /** Returns the quantiles of the ages since the last call. */
  take(): Latency;
}

/**
 * One of this many frames is read. The number is prime, so that frames of every client are read.
 */
const EVERY = 61;
const DIGITS = 16;
const MARK = "due=";

/**
 * Returns the text with the due time of a frame, in microseconds of the machine's clock. All
 * processes have the same clock.
 */
export function dueMark(micros: number): string {
  return MARK + Math.round(micros).toString().padStart(DIGITS, "0");
}

/** Returns the time of the machine's clock, in microseconds. */
export function machineMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

export function createLatencyGauge(): LatencyGauge {
  let seen = 0;
  let ages: number[] = [];
  return {
    see(chunk, start, end) {
      seen += 1;
      if (seen % EVERY !== 0) return;
      const at = chunk.subarray(start, end).indexOf(MARK);
      if (at < 0) return;
      const digits = start + at + MARK.length;
      const due = Number(chunk.toString("latin1", digits, digits + DIGITS));
      ages.push((machineMicros() - due) / 1000);
    },
    take() {
      const sorted = ages.sort((a, b) => a - b);
      ages = [];
      const quantile = (part: number): number =>
        sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
      return { p50: quantile(0.5), p99: quantile(0.99) };
    },
  };
}
