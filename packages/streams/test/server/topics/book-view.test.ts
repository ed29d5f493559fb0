import type { FeedBook } from "@specwright/runtime/transport";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BookView } from "../../../src/server/topics/books/book-view.ts";
import { writeExact } from "../../../src/server/topics/books/exact-decimal.ts";
import { type FeedLevelInput, ServedBook } from "../../../src/server/topics/books/served-book.ts";

const rule: FeedBook = {
  price: "/0",
  quantity: "/1",
  snapshots: {},
  updates: {},
  checksum: {
    at: {},
    algorithm: "crc32",
    levels: 10,
    layout: "asksThenBids",
    format: "digits",
    mismatch: "none",
  },
};

const level = fc.tuple(
  fc.integer({ min: 1, max: 12 }).map((price) => `${price}.0`),
  fc.constantFrom("0", "1", "1.0", "2.50"),
);
const levels = fc.record({
  bids: fc.array(level, { maxLength: 5 }),
  asks: fc.array(level, { maxLength: 5 }),
});

describe("the view of a book", () => {
  it.each([undefined, 1, 3])("has the best levels, with a depth of %s", (depth) => {
    fc.assert(
      fc.property(
        levels,
        fc.array(levels, { maxLength: 12 }),
        fc.boolean(),
        (first, all, single) => {
          let follow: (changed: Parameters<BookView["changesAfter"]>[0]) => void = () => {};
          const book = new ServedBook((changed) => follow(changed));
          book.set(first);
          const view = new BookView(book, rule, depth);
          follow = (changed) => {
            const changes = view.changesAfter(changed);
            // In one frame, or in one for each level.
            if (single) for (const change of changes) view.apply([change]);
            else view.apply(changes);
          };
          for (const each of all) {
            book.set(each);
            for (const side of ["bids", "asks"] as const) {
              const own = view
                .top(side)
                .map(({ price, quantity }) => [writeExact(price), writeExact(quantity)]);
              expect(own).toEqual(book.top(side, depth));
            }
            expect(view.checksum()).toBe(new BookView(book, rule, depth).checksum());
          }
        },
      ),
    );
  });

  it("reports only changes", () => {
    const told: unknown[] = [];
    const book = new ServedBook((changed) => {
      const changes = view.changesAfter(changed);
      told.push(
        changes.map(({ side, price, quantity }) => [side, writeExact(price), writeExact(quantity)]),
      );
      view.apply(changes);
    });
    const view = new BookView(book, rule, 2);
    const steps: readonly (readonly [FeedLevelInput, unknown])[] = [
      [["3", "1"], [["bids", "3", "1"]]],
      [["3", "1"], []],
      [["2", "1"], [["bids", "2", "1"]]],
      // Beyond the depth.
      [["1", "1"], []],
      // The level that falls out is cut by the owner of the book.
      [["4", "1"], [["bids", "4", "1"]]],
      [
        ["4", "0"],
        [
          ["bids", "4", "0"],
          ["bids", "2", "1"],
        ],
      ],
      [["9", "0"], []],
    ];
    for (const [given, want] of steps) {
      book.set({ bids: [given] });
      expect(told.at(-1)).toEqual(want);
    }
  });

  it("does not change for invalid levels", () => {
    const book = new ServedBook(() => {});
    book.set({ bids: [["1", "1"]] });
    expect(() =>
      book.set({
        bids: [
          ["1", "2"],
          ["2", "-1"],
        ],
      }),
    ).toThrow("invalid_level");
    expect(() => book.load({ asks: [["x", "2"]] })).toThrow("invalid_level");
    expect([book.top("bids"), book.top("asks")]).toEqual([[["1", "1"]], []]);
    book.load({
      asks: [
        ["2", "2"],
        ["2.0", "3"],
      ],
    });
    expect([book.top("bids"), book.top("asks")]).toEqual([[], [["2.0", "3"]]]);
  });
});
