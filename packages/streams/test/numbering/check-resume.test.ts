import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkResume, type Divergence } from "../../src/numbering/check-resume.ts";

describe("a resume", () => {
  it("T2 has nothing to compare at the live tail", () => {
    const check = checkResume({ overlap: false });
    expect(check.awaiting).toBe(false);
    expect(check.state(0n)).toBeUndefined();
    expect(check.judge(7n)).toBe("new");
    expect(check.state(7n)).toBeUndefined();
    expect(check.state(6n)).toBe("behind");
  });

  it("T2 continues from behind the last frame taken unless the server is below", () => {
    const at = { from: 5n, covered: 4n, overlap: false };
    expect(checkResume(at).judge(5n)).toBe("new");
    expect(checkResume(at).judge(4n)).toBe("behind");
    expect(checkResume(at).state(4n)).toBeUndefined();
    expect(checkResume(at).state(3n)).toBe("behind");
  });

  it("T2 detects a server that is one number behind by the last frame taken", () => {
    const check = checkResume({ from: 4n, covered: 4n, overlap: true });
    expect(check.state(3n)).toBe("behind");
    expect(check.state(4n)).toBe("missing");
    expect(check.state(undefined)).toBe("behind");
    check.prove();
    expect(check.state(4n)).toBeUndefined();
  });

  it("T2 repeats no frame after it has resumed", () => {
    const check = checkResume({ from: 4n, covered: 4n, overlap: true });
    expect(check.judge(4n)).toBe("last");
    check.prove();
    expect([check.judge(4n), check.judge(5n), check.judge(4n)]).toEqual(["known", "new", "known"]);
  });
});

/** A frame of a log as one filter sees it. */
interface Frame {
  readonly text: string;
  readonly matches: boolean;
}

const frames = (name: string): fc.Arbitrary<Frame[]> =>
  fc
    .array(fc.boolean(), { maxLength: 12 })
    .map((flags) => flags.map((matches, at) => ({ text: `${name}${at}`, matches })));

/** Returns what a reader takes from a server that follows the contract. */
function resume(
  log: readonly Frame[],
  later: readonly Frame[],
  start: { readonly from: bigint; readonly covered: bigint; readonly last: string },
): { readonly taken: readonly string[]; readonly divergence: Divergence | undefined } {
  const check = checkResume({ ...start, overlap: true });
  const taken: string[] = [];
  let divergence: Divergence | undefined;
  function send(list: readonly Frame[], first: number): void {
    for (const [at, { text, matches }] of list.entries()) {
      const seq = BigInt(first + at);
      if (!matches || seq < start.from || divergence !== undefined) continue;
      const verdict = check.judge(seq);
      if (verdict === "new") taken.push(text);
      else if (verdict === "last" && text === start.last) check.prove();
      else if (verdict !== "known") divergence = verdict === "last" ? "differs" : verdict;
    }
  }
  const replays = start.from <= BigInt(log.length);
  if (replays) send(log, 1);
  divergence ??= check.state(BigInt(log.length));
  send(later, log.length + 1);
  divergence ??= check.state(BigInt(log.length + later.length));
  return { taken, divergence };
}

const textsOf = (list: readonly Frame[]): readonly string[] =>
  list.filter(({ matches }) => matches).map(({ text }) => text);

describe("a returning reader", () => {
  it("T2 appends only the continuation of the received frames", () => {
    const worlds = fc.record({
      shared: frames("s"),
      read: frames("a"),
      instead: frames("b"),
      later: frames("l"),
    });
    fc.assert(
      fc.property(worlds, ({ shared, read, instead, later }) => {
        const mine = [...shared, ...read];
        const from = mine.findLastIndex(({ matches }) => matches);
        const last = mine[from]?.text;
        if (last === undefined) return;
        const start = { from: BigInt(from + 1), covered: BigInt(mine.length), last };

        // The same log: nothing is reported, and everything new arrives.
        expect(resume(mine, later, start)).toEqual({
          taken: textsOf(later),
          divergence: undefined,
        });

        // A log that diverged somewhere: it is detected, or everything taken belongs to that log.
        const other = [...shared, ...instead];
        const { taken, divergence } = resume(other, later, start);
        if (divergence !== undefined) expect(taken).toEqual([]);
        else if (taken.length > 0) {
          expect([...textsOf(mine), ...taken]).toEqual(textsOf([...other, ...later]));
        }
      }),
      { numRuns: 5000 },
    );
  });
});
