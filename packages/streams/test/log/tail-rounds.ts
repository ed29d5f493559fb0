// Generates interleavings of appends and tails, runs them on a log, and checks what each tail
// received.

import type { LogRecord, SequencedLog, StreamKey } from "@specwright/streams/log";
import fc from "fast-check";
import { expect } from "vitest";

interface Tail {
  readonly got: bigint[];
  /** The last acknowledged number when the tail began; it must receive none up to here. */
  readonly after: bigint;
  /** The last pending number when the tail began; it must receive all later ones. */
  readonly under: bigint;
  readonly end: () => void;
}

type Step =
  | { readonly kind: "append"; readonly count: number; readonly wait: boolean }
  | { readonly kind: "begin" }
  | { readonly kind: "end"; readonly which: number }
  | { readonly kind: "pause" };

/** A generated interleaving. */
export interface TailRounds {
  play(
    log: SequencedLog,
    stream: StreamKey,
    eventually: (check: () => void) => Promise<void>,
  ): Promise<void>;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      count: fc.integer({ min: 1, max: 60 }),
      wait: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "begin" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end" as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "pause" as const }) },
);

export const tailRounds: fc.Arbitrary<TailRounds> = fc
  .array(step, { minLength: 3, maxLength: 25 })
  .map((steps) => ({
    play: (log, stream, eventually) => play(steps, log, stream, eventually),
    toString: () => JSON.stringify(steps),
  }));

async function play(
  steps: readonly Step[],
  log: SequencedLog,
  stream: StreamKey,
  eventually: (check: () => void) => Promise<void>,
): Promise<void> {
  let next = 1n;
  let acknowledged = 0n;
  const open: Tail[] = [];
  const ended: Tail[] = [];
  const pending: Promise<void>[] = [];

  for (const at of steps) {
    if (at.kind === "append") {
      const from = next;
      next += BigInt(at.count);
      const done = log.append(stream, batch(from, at.count)).then(({ last }) => {
        acknowledged = last;
      });
      pending.push(done);
      if (at.wait) await done;
    } else if (at.kind === "begin") {
      const got: bigint[] = [];
      const after = acknowledged;
      const end = log.tail(stream, (list) => got.push(...list.map(({ seq }) => seq)));
      open.push({ got, after, under: next - 1n, end });
    } else if (at.kind === "end") {
      const tail = open[at.which];
      if (tail === undefined) continue;
      open.splice(at.which, 1);
      tail.end();
      ended.push({ ...tail, got: [...tail.got] });
    } else {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  await Promise.all(pending);
  const last = next - 1n;
  for (const tail of open) {
    const { got, under: given } = tail;
    if (given < last) await eventually(() => expect(got.at(-1)).toBe(last));
    expectDense(tail);
  }
  // A tail that ended early has received a part without a gap, from its beginning on.
  for (const tail of ended) expectDense(tail);
}

function expectDense({ got, after, under }: Tail): void {
  const [first] = got;
  if (first === undefined) return;
  expect(first).toBeGreaterThan(after);
  expect(first).toBeLessThanOrEqual(under + 1n);
  expect(got).toEqual(range(first, first + BigInt(got.length) - 1n));
}

function range(first: bigint, last: bigint): readonly bigint[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at));
}

function batch(from: bigint, count: number): readonly LogRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: from + BigInt(at),
    tsNs: 0n,
    type: "t",
    frame: new Uint8Array([1]),
    keys: {},
  }));
}
