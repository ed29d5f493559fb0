import { type KeyedFrameKind, trackSubscription } from "@specwright/streams/numbering";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

type Step = readonly [KeyedFrameKind, bigint, "deliver" | "drop" | "gap"];

const cases: readonly { readonly name: string; readonly steps: readonly Step[] }[] = [
  {
    name: "a snapshot, then dense frames",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["diff", 5n, "deliver"],
      ["diff", 6n, "deliver"],
    ],
  },
  {
    name: "frames before the first snapshot are of no use",
    steps: [
      ["diff", 3n, "drop"],
      ["snapshot", 3n, "deliver"],
      ["diff", 4n, "deliver"],
    ],
  },
  {
    name: "a forced snapshot repeats the number",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["snapshot", 4n, "deliver"],
      ["diff", 5n, "deliver"],
    ],
  },
  {
    name: "a periodic snapshot takes the next number",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["snapshot", 5n, "deliver"],
      ["diff", 6n, "deliver"],
    ],
  },
  {
    name: "a snapshot may jump ahead",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["snapshot", 9n, "deliver"],
      ["diff", 10n, "deliver"],
    ],
  },
  {
    name: "an older snapshot is dropped",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["snapshot", 3n, "drop"],
      ["diff", 5n, "deliver"],
    ],
  },
  {
    name: "a gap asks once, then waits for the snapshot",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["diff", 6n, "gap"],
      ["diff", 7n, "drop"],
      ["diff", 9n, "drop"],
      ["snapshot", 9n, "deliver"],
      ["diff", 10n, "deliver"],
    ],
  },
  {
    name: "a repeated diff is out of step too",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["diff", 4n, "gap"],
      ["snapshot", 4n, "deliver"],
    ],
  },
  {
    name: "while resynchronising, a restarted count is believed",
    steps: [
      ["snapshot", 40n, "deliver"],
      ["diff", 2n, "gap"],
      ["snapshot", 2n, "deliver"],
      ["diff", 3n, "deliver"],
    ],
  },
  {
    name: "a heartbeat ahead proves a loss",
    steps: [
      ["snapshot", 4n, "deliver"],
      ["repeat", 4n, "deliver"],
      ["repeat", 5n, "gap"],
      ["repeat", 5n, "deliver"],
    ],
  },
  {
    name: "a frame of an unknown type may count or repeat, but not skip",
    steps: [
      ["unknown", 3n, "deliver"],
      ["snapshot", 4n, "deliver"],
      ["unknown", 5n, "deliver"],
      ["unknown", 5n, "deliver"],
      ["diff", 6n, "deliver"],
      ["unknown", 8n, "gap"],
    ],
  },
];

describe("trackSubscription", () => {
  it.each(cases)("$name", ({ steps }) => {
    const tracker = trackSubscription();
    tracker.subscribe(["M"]);
    expect(steps.map(([kind, counter]) => tracker.accept("M", kind, counter))).toEqual(
      steps.map(([, , want]) => want),
    );
  });

  it("drops frames of keys that are not subscribed", () => {
    const tracker = trackSubscription();
    tracker.subscribe(["A", "B"]);
    tracker.unsubscribe(["A"]);
    expect(tracker.accept("A", "snapshot", 1n)).toBe("drop");
    expect(tracker.accept("C", "diff", 1n)).toBe("drop");
    expect(tracker.keys()).toEqual(["B"]);
  });

  it("keeps keys apart, and their state when subscribed again", () => {
    const tracker = trackSubscription();
    tracker.subscribe(["A", "B"]);
    tracker.accept("A", "snapshot", 1n);
    tracker.subscribe(["A"]);
    expect(tracker.accept("A", "diff", 2n)).toBe("deliver");
    expect(tracker.accept("B", "diff", 2n)).toBe("drop");
  });

  it("awaits a snapshot of every key on a new connection", () => {
    const tracker = trackSubscription();
    tracker.subscribe(["A", "B"]);
    tracker.accept("A", "snapshot", 9n);
    expect(tracker.restart()).toEqual(["A", "B"]);
    expect(tracker.accept("A", "diff", 10n)).toBe("drop");
    expect(tracker.accept("A", "snapshot", 1n)).toBe("deliver");
  });

  // The model: the state of a key is the sum of its diffs, and frames get lost. A reader that
  // follows the verdicts has, after each delivered frame, exactly the server's state at that
  // number.
  it("has the server's state after every delivered frame, whatever is lost", () => {
    const event = fc.record({
      kind: fc.constantFrom("diff", "diff", "diff", "snapshot"),
      amount: fc.integer({ min: 1, max: 9 }),
      lost: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const tracker = trackSubscription();
        tracker.subscribe(["M"]);
        const totals = [0];
        let held = Number.NaN;
        let asked = 0;
        let gaps = 0;
        tracker.accept("M", "snapshot", 0n);
        held = 0;
        for (const { kind, amount, lost } of events) {
          const counter = BigInt(totals.length);
          const total = (totals.at(-1) ?? 0) + (kind === "diff" ? amount : 0);
          totals.push(total);
          if (!lost) {
            const verdict = tracker.accept("M", kind === "diff" ? "diff" : "snapshot", counter);
            if (verdict === "gap") gaps += 1;
            if (verdict === "deliver") held = kind === "diff" ? held + amount : total;
            if (verdict === "deliver") expect(held).toBe(total);
            // The snapshot sent on request repeats the current number.
            if (verdict === "gap") {
              asked += 1;
              expect(tracker.accept("M", "diff", counter + 1n)).toBe("drop");
              expect(tracker.accept("M", "snapshot", counter)).toBe("deliver");
              held = total;
            }
          }
        }
        expect(asked).toBe(gaps);
      }),
    );
  });
});

it("predicts the verdict of accept and changes nothing", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom<KeyedFrameKind>("snapshot", "diff", "repeat", "unknown"),
          fc.bigInt({ min: 0n, max: 6n }),
          fc.boolean(),
        ),
      ),
      (steps) => {
        const tracker = trackSubscription();
        tracker.subscribe(["M"]);
        for (const [kind, counter, lost] of steps) {
          if (lost) tracker.invalidate("M");
          const peeked = tracker.peek("M", kind, counter);
          expect(tracker.peek("M", kind, counter)).toBe(peeked);
          expect(tracker.accept("M", kind, counter)).toBe(peeked);
        }
      },
    ),
  );
});

it("waits for a snapshot again once the state of a key was marked as incomplete", () => {
  const tracker = trackSubscription();
  tracker.invalidate("M");
  expect(tracker.awaits("M")).toBe(false);
  tracker.subscribe(["M"]);
  expect(tracker.awaits("M")).toBe(true);
  tracker.accept("M", "snapshot", 4n);
  expect(tracker.awaits("M")).toBe(false);
  tracker.invalidate("M");
  expect(tracker.awaits("M")).toBe(true);
  expect(tracker.accept("M", "diff", 5n)).toBe("drop");
  expect(tracker.accept("M", "snapshot", 4n)).toBe("deliver");
});
