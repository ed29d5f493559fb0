import type { FeedDescriptor } from "@specwright/runtime/transport";
import { planFeed } from "@specwright/streams/client/protocol";
import { describe, expect, test } from "vitest";
import { addBookClauses } from "../../src/contract/book-clauses.ts";
import { BookJudge } from "../../src/contract/book-judge.ts";
import { ClauseLedger } from "../../src/contract/clause-ledger.ts";
import { createClauseList } from "../../src/contract/clause-list.ts";
import { ObservedTopic } from "../../src/contract/observed-topic.ts";

const feed: FeedDescriptor = {
  envelope: {
    match: ["full", "change"].map((message) => ({ message, where: { "/t": message } })),
  },
  subscription: {
    topics: { book: { parameters: {}, messages: ["full", "change"], subscribe: {}, where: {} } },
  },
  counters: [],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/1",
      quantityIs: "delta",
      snapshots: { full: { bids: "/b", asks: "/a" } },
      updates: { change: { bids: "/b", asks: "/a" } },
    },
  },
};

/** Judges frames, which have the bids and asks that are given, and returns what failed. */
function failuresOf(
  rules: Partial<FeedDescriptor>,
  ...frames: readonly (readonly [t: string, b: unknown, a: unknown])[]
): readonly string[] {
  const whole = { ...feed, ...rules };
  const plan = planFeed(whole, {});
  const list = createClauseList("c");
  addBookClauses(list, whole);
  const ledger = new ClauseLedger(list.clauses);
  const judge = new BookJudge(plan, ledger);
  const kind = plan.kinds.get("book");
  if (kind === undefined) throw new Error("the feed has no book");
  const observed = new ObservedTopic(kind, {});
  for (const [t, b, a] of frames) {
    plan.scanner.scan(new TextEncoder().encode(JSON.stringify({ t, b, a })));
    judge.take(observed, t, true);
  }
  return ledger
    .results()
    .flatMap(({ id, outcome, seen }) => (outcome === "fail" ? [`${id}: ${seen}`] : []));
}

const full = ["full", [["5", "1"]], [["6", "2"]]] as const;

describe("a book", () => {
  test.each<
    [string, Partial<FeedDescriptor>, Parameters<typeof failuresOf>[1][], readonly string[]]
  >([
    ["whose quantities are above 0", {}, [full, ["change", [["5", "-1"]], []]], []],
    [
      "that a change takes below 0",
      {},
      [full, ["change", [["5", "-2"]], []]],
      ["x-book.book.updates: book: a change leads to a quantity below 0"],
    ],
    [
      "that a change takes below 0, without a rule of snapshots",
      { snapshots: {} },
      [full, ["change", [["5", "-2"]], []]],
      ["x-book.book.levels: book: a change leads to a quantity below 0"],
    ],
    [
      "whose snapshot has a quantity below 0",
      {},
      [["full", [["5", "-1"]], [["6", "2"]]]],
      ["x-book.book.levels: a full of book has no levels, too many, or invalid ones"],
    ],
    [
      "whose bids are above its asks",
      {},
      [["full", [["7", "1"]], [["6", "2"]]]],
      ["x-book.book.sides: the best bid is 7, the best ask 6"],
    ],
  ])("%s", (_, rules, frames, want) => {
    expect(failuresOf(rules, ...frames)).toEqual(want);
  });
});
