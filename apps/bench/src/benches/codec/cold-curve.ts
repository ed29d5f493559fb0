// Measures the cost of the first frames, while the JavaScript engine still interprets and compiles
// the code.

import { writeFrames } from "./forms.ts";
import { drawFrames, frameTypes } from "./frames.ts";
import { createRandom } from "./random.ts";

/** The cost of decoding, as a function of the number of frames. */
export interface ColdCurve {
  /** The CPU time of importing and compiling the candidate, in milliseconds. */
  readonly loadMs: number;
  /**
   * The CPU time of decoding, in milliseconds: after `step` frames, after twice as many, and so on.
   */
  readonly spentMs: readonly number[];
  readonly step: number;
}

/**
 * In 16 frames, the number of frames of each type, in the order of `frameTypes`. Frames of books
 * are the most frequent.
 */
const mix = [5, 2, 8, 1] as const;
const step = 100;

/** Decodes a mixed stream of frames. This process must not have used the candidates before. */
export async function measureCold(
  load: () => Promise<readonly ((text: string) => unknown)[]>,
  frames: number,
): Promise<ColdCurve> {
  const stream = drawStream(frames);
  const started = process.cpuUsage();
  const decoders = await load();
  const loadMs = cpuMs(started);
  const ring: unknown[] = new Array(8).fill(undefined);
  const spentMs: number[] = [];
  const loaded = process.cpuUsage();
  for (const [place, { kind, text }] of stream.entries()) {
    ring[place & 7] = decoders[kind]?.(text);
    if ((place + 1) % step === 0) spentMs.push(cpuMs(loaded));
  }
  return { loadMs, spentMs, step };
}

interface StreamFrame {
  readonly kind: number;
  readonly text: string;
}

function drawStream(frames: number): readonly StreamFrame[] {
  const random = createRandom(7);
  const texts = frameTypes.map((type) => writeFrames(drawFrames(type), "compact"));
  const turns = mix.flatMap((count, kind) => Array.from({ length: count }, () => kind));
  return Array.from({ length: frames }, () => {
    const kind = random.pick(turns);
    return { kind, text: random.pick(texts[kind] ?? []).text };
  });
}

function cpuMs(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(earlier);
  return (user + system) / 1000;
}

/**
 * Returns the number of frames after which the cost of `ours` never exceeds the cost of `theirs`;
 * null if there is no such number. If `load` is set, the costs include importing and compiling.
 */
export function breakEven(ours: ColdCurve, theirs: ColdCurve, load: boolean): number | null {
  const spent = (curve: ColdCurve, place: number): number =>
    (curve.spentMs[place] ?? Number.NaN) + (load ? curve.loadMs : 0);
  const above = ours.spentMs.findLastIndex((_, place) => spent(ours, place) > spent(theirs, place));
  return above === ours.spentMs.length - 1 ? null : (above + 1) * ours.step;
}
