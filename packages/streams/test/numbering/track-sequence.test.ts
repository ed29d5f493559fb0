import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SequenceTracker, trackSequence } from "../../src/numbering/sequence.ts";

type Step = readonly ["data" | "repeat" | "watermark", bigint, "deliver" | "duplicate" | "gap"];

interface Case {
  readonly name: string;
  readonly filtered?: boolean;
  readonly resumeFrom?: bigint;
  readonly steps: readonly Step[];
  readonly resume: bigint | undefined;
}

const big = 2n ** 60n;

const cases: readonly Case[] = [
  { name: "nothing seen: no resume point", steps: [], resume: undefined },
  { name: "a live tail starts anywhere", steps: [["data", 7n, "deliver"]], resume: 8n },
  {
    name: "dense numbers pass",
    resumeFrom: 1n,
    steps: [
      ["data", 1n, "deliver"],
      ["data", 2n, "deliver"],
    ],
    resume: 3n,
  },
  {
    name: "a repeat of the last is a duplicate",
    resumeFrom: 5n,
    steps: [
      ["data", 5n, "deliver"],
      ["data", 5n, "duplicate"],
      ["data", 4n, "duplicate"],
    ],
    resume: 6n,
  },
  {
    name: "a hole is a gap, and the position stays",
    resumeFrom: 5n,
    steps: [
      ["data", 6n, "gap"],
      ["data", 7n, "gap"],
      ["data", 5n, "deliver"],
    ],
    resume: 6n,
  },
  {
    name: "filtered numbers only rise",
    filtered: true,
    resumeFrom: 5n,
    steps: [
      ["data", 9n, "deliver"],
      ["data", 9n, "duplicate"],
      ["data", 30n, "deliver"],
    ],
    resume: 31n,
  },
  {
    name: "a heartbeat behind or level is fine",
    resumeFrom: 5n,
    steps: [
      ["repeat", 3n, "deliver"],
      ["repeat", 4n, "deliver"],
    ],
    resume: 5n,
  },
  {
    name: "a heartbeat ahead proves a loss",
    resumeFrom: 5n,
    steps: [["repeat", 5n, "gap"]],
    resume: 5n,
  },
  {
    name: "a heartbeat ahead proves nothing when filtered",
    filtered: true,
    resumeFrom: 5n,
    steps: [["repeat", 9n, "deliver"]],
    resume: 5n,
  },
  {
    name: "an error frame on a fresh live tail, numbered 0, says nothing",
    steps: [
      ["repeat", 0n, "deliver"],
      ["data", 9n, "deliver"],
    ],
    resume: 10n,
  },
  {
    name: "a watermark moves the position of a filtered reader",
    filtered: true,
    resumeFrom: 5n,
    steps: [
      ["watermark", 90n, "deliver"],
      ["watermark", 80n, "deliver"],
      ["data", 90n, "duplicate"],
      ["data", 91n, "deliver"],
    ],
    resume: 92n,
  },
  {
    name: "a watermark ahead of an unfiltered reader is a gap",
    resumeFrom: 5n,
    steps: [["watermark", 5n, "gap"]],
    resume: 5n,
  },
  { name: "a watermark gives the position", steps: [["watermark", 0n, "deliver"]], resume: 1n },
  {
    name: "numbers beyond 2^53 keep their digits",
    resumeFrom: big,
    steps: [
      ["data", big, "deliver"],
      ["data", big + 2n, "gap"],
      ["data", big + 1n, "deliver"],
    ],
    resume: big + 2n,
  },
];

function run(tracker: SequenceTracker, [kind, seq]: Step): string {
  if (kind === "data") return tracker.accept(seq);
  return kind === "repeat" ? tracker.repeat(seq) : tracker.watermark(seq);
}

describe("trackSequence", () => {
  it.each(cases)("$name", ({ filtered = false, resumeFrom, steps, resume }) => {
    const tracker = trackSequence({ filtered, ...(resumeFrom !== undefined && { resumeFrom }) });
    expect(steps.map((step) => run(tracker, step))).toEqual(steps.map(([, , want]) => want));
    expect(tracker.resumeFrom()).toBe(resume);
  });

  it("starts again at the live tail after forget", () => {
    const tracker = trackSequence({ filtered: false, resumeFrom: 3n });
    tracker.forget();
    expect(tracker.resumeFrom()).toBeUndefined();
    expect(tracker.accept(500n)).toBe("deliver");
  });

  // The model: a server with frames 1..n, some matching. Each connection starts at the resume
  // point and may lose frames, repeat frames, and break. The delivered frames must equal the
  // matching ones.
  it("delivers every match once and in order over faulty connections", () => {
    const fault = fc.constantFrom("none", "none", "none", "lose", "repeat", "break", "watermark");
    const frames = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(frames, fc.infiniteStream(fault), fc.boolean(), (matches, faults, filtered) => {
        const wanted = matches.flatMap((hit, at) => (hit || !filtered ? [BigInt(at + 1)] : []));
        const tracker = trackSequence({ filtered, resumeFrom: 1n });
        const got: bigint[] = [];
        const end = BigInt(matches.length);

        connection: for (;;) {
          const from = tracker.resumeFrom() ?? 1n;
          let broken = false;
          for (const seq of wanted.filter((n) => n >= from)) {
            // A filtered reader cannot notice a lost frame, so there only the connection may break.
            const next: string = faults.next().value ?? "none";
            if (next === "break" || (next === "lose" && filtered)) continue connection;
            if (next === "lose") {
              broken = true;
              continue;
            }
            for (let times = next === "repeat" ? 2 : 1; times > 0; times -= 1) {
              const verdict = tracker.accept(seq);
              if (verdict === "gap") continue connection;
              if (verdict === "deliver") got.push(seq);
            }
            if (next === "watermark" && !broken) tracker.watermark(seq);
          }
          if (tracker.watermark(end) === "gap") continue;
          break;
        }
        expect(got).toEqual(wanted);
        expect(tracker.resumeFrom()).toBe(end + 1n);
      }),
    );
  });
});
