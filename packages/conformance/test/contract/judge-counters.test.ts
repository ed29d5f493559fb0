import type { FeedCounter } from "@specwright/runtime/transport";
import { planFeed } from "@specwright/streams/client/protocol";
import { describe, expect, test } from "vitest";
import { ClauseLedger } from "../../src/contract/clause-ledger.ts";
import { createClauseList } from "../../src/contract/clause-list.ts";
import { CounterJudge } from "../../src/contract/judge-counters.ts";
import { addSequenceClauses } from "../../src/contract/sequence-clauses.ts";

const base = { messages: ["data"], scope: "connection", at: "/n", gap: "none" } as const;

/** Judges frames of the messages `data`, `start` and `again`, and returns what failed. */
function failuresOf(counter: Partial<FeedCounter>, frames: readonly object[]): readonly string[] {
  const counters: FeedCounter[] = [{ ...base, step: "one", ...counter }];
  const match = ["data", "start", "again"].map((message) => ({
    message,
    where: { "/t": message },
  }));
  const plan = planFeed({ envelope: { match }, subscription: { topics: {} }, counters }, {});
  const list = createClauseList("c");
  addSequenceClauses(list, counters);
  const ledger = new ClauseLedger(list.clauses);
  const judge = new CounterJudge(plan, ledger, (key) => key === "shared");
  for (const frame of frames) {
    plan.scanner.scan(new TextEncoder().encode(JSON.stringify({ t: "data", ...frame })));
    judge.judge(plan.recognise(), undefined);
  }
  return ledger
    .results()
    .flatMap(({ id, outcome, seen }) =>
      outcome === "fail" ? [`${id.replace("x-sequence.1.", "")}: ${seen}`] : [],
    );
}

const numbers = (...all: readonly number[]) => all.map((n) => ({ n }));
const range = { step: "range", from: "/a" } as const;
const linked = { step: "linked", previous: "/p" } as const;

describe("a counter", () => {
  test.each<[string, Partial<FeedCounter>, readonly object[], readonly string[]]>([
    ["one: follows", {}, numbers(5, 6, 7), []],
    ["one: leaves out", {}, numbers(5, 7, 8), ["step: 7 after 5"]],
    ["one: repeats", {}, numbers(5, 5, 6), ["step: 5 after 5"]],
    ["one: exchanges", {}, numbers(5, 7, 6, 8), ["step: 7 after 5 (2 times)"]],
    [
      "one: goes beyond what doubles hold",
      {},
      [{ n: "9007199254740992" }, { n: "9007199254740993" }],
      [],
    ],
    [
      "one: has no number",
      {},
      [{ n: 1 }, {}, { n: 3 }, { n: 5 }],
      ["step: 5 after 3", "at: a data without a number"],
    ],
    ["every frame: may have none", { messages: ["*"] }, [{ n: 1 }, {}, { n: 2 }], []],
    ["first: is it", { first: 1 }, numbers(1, 2), []],
    ["first: is not", { first: 1 }, numbers(0, 1), ["first: it is 0"]],
    ["lower: restarts", { lower: "restart" }, numbers(5, 1, 2), []],
    [
      "range: follows",
      range,
      [
        { a: 1, n: 3 },
        { a: 4, n: 4 },
      ],
      [],
    ],
    [
      "range: overlaps",
      range,
      [
        { a: 1, n: 3 },
        { a: 3, n: 4 },
      ],
      ["step: 3 to 4 after 3"],
    ],
    [
      "range: leaves out",
      range,
      [
        { a: 1, n: 3 },
        { a: 5, n: 6 },
      ],
      ["step: 5 to 6 after 3"],
    ],
    [
      "range: runs backwards",
      range,
      [
        { a: 1, n: 3 },
        { a: 4, n: 2 },
      ],
      ["step: 4 to 2 after 3"],
    ],
    ["linked: follows", linked, [{ n: 10 }, { p: 10, n: 30 }, { p: 30, n: 31 }], []],
    [
      "linked: to another",
      linked,
      [{ n: 10 }, { p: 11, n: 30 }],
      ["step: 30 has 11 as its previous number, expected 10"],
    ],
    ["rising: leaves out", { step: "rising" }, numbers(1, 5, 9), []],
    ["rising: falls", { step: "rising" }, numbers(1, 5, 4), ["step: 4 after 5"]],
    ["starts: anywhere", { starts: ["start"] }, [{ n: 5 }, { t: "start", n: 90 }, { n: 91 }], []],
    ["repeats: the last", { repeats: ["again"] }, [{ n: 5 }, { t: "again", n: 5 }, { n: 6 }], []],
    [
      "repeats: another",
      { repeats: ["again"] },
      [{ n: 5 }, { t: "again", n: 6 }, { n: 6 }, { t: "again", n: 5 }],
      ["repeats: 6 after 5 (2 times)"],
    ],
    [
      "repeats: one that was left out",
      { repeats: ["again"] },
      [{ n: 5 }, { t: "again", n: 6 }, { n: 7 }],
      ["step: 7 after 5"],
    ],
    [
      "key: each its own",
      { scope: "key", key: "/k" },
      [{ k: "a", n: 1 }, { k: "b", n: 7 }, { k: "a", n: 2 }, { k: "b", n: 8 }, { n: 50 }],
      [],
    ],
    [
      "key: gap",
      { scope: "key", key: "/k" },
      [
        { k: "a", n: 1 },
        { k: "a", n: 3 },
      ],
      ["step: 3 after 1"],
    ],
    [
      "key: of several subscriptions",
      { scope: "key", key: "/k" },
      [
        { k: "shared", n: 1 },
        { k: "shared", n: 9 },
      ],
      [],
    ],
  ])("%s", (_, counter, frames, want) => {
    expect(failuresOf(counter, frames)).toEqual(want);
  });
});
