// The decisions of an implementation in another language; see specs/vectors/sequencing.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type SequenceTracker, trackSequence } from "../../src/numbering/sequence.ts";

interface Step {
  readonly frame: "data" | "repeat" | "watermark" | "too_old" | "connect";
  readonly seq?: string;
  readonly decision: string;
  readonly next: string | null;
}

interface Case {
  readonly name: string;
  readonly filtered: boolean;
  readonly since?: string;
  readonly steps: readonly Step[];
}

// Numbers exceed 2^53, so they are read as text.
const file = new URL("../../../../specs/vectors/sequencing/vectors.json", import.meta.url);
const text = readFileSync(file, "utf8").replace(/: (\d+)/g, ': "$1"');
const { cases } = JSON.parse(text) as { readonly cases: readonly Case[] };

function decide(tracker: SequenceTracker, { frame, seq = "0" }: Step): string {
  const note = (verdict: string) => (verdict === "deliver" ? "note" : verdict);
  switch (frame) {
    case "data": {
      const verdict = tracker.accept(BigInt(seq));
      return verdict === "duplicate" ? "drop" : verdict;
    }
    case "repeat":
      return note(tracker.repeat(BigInt(seq)));
    case "watermark":
      return note(tracker.watermark(BigInt(seq)));
    case "too_old":
      tracker.forget();
      return "resync";
    case "connect": {
      const since = tracker.resumeFrom();
      return since === undefined ? "live" : `since=${since}`;
    }
    default:
      return frame satisfies never;
  }
}

describe("sequencing vectors", () => {
  test("T17 covers every decision", () => {
    const decisions = new Set(cases.flatMap(({ steps }) => steps.map(({ decision }) => decision)));
    expect([...decisions]).toEqual(
      expect.arrayContaining(["deliver", "drop", "gap", "note", "resync", "live"]),
    );
  });

  test.each(cases)("T17 $name", ({ filtered, since, steps }) => {
    const resume = since === undefined ? {} : { resumeFrom: BigInt(since) };
    const tracker = trackSequence({ filtered, ...resume });
    for (const step of steps) {
      expect(decide(tracker, step)).toBe(step.decision);
      expect(tracker.resumeFrom()?.toString() ?? null).toBe(step.next);
    }
  });
});
