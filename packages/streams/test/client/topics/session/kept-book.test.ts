import type { FeedBook, FeedBookMessage } from "@specwright/runtime/transport";
import { DecimalBook } from "@specwright/streams/books";
import { describe, expect, it } from "vitest";
import { createFrameSlots } from "../../../../src/client/topics/reading/frame-slots.ts";
import { FrameScanner } from "../../../../src/client/topics/reading/scan-frame.ts";
import {
  createLevelTargets,
  keptRule,
  planBookMessage,
} from "../../../../src/client/topics/session/book-plan.ts";
import {
  type BookFault,
  loadBook,
  updateBook,
} from "../../../../src/client/topics/session/kept-book.ts";

const pairs: FeedBook = { price: "/0", quantity: "/1", snapshots: {}, updates: {} };
const sides: FeedBookMessage = { bids: "/b", asks: "/a" };

/** Plays frames on one book, the first as a snapshot; returns the fault of the last and the levels. */
function play(rule: FeedBook, message: FeedBookMessage, ...frames: string[]) {
  const slots = createFrameSlots();
  const targets = createLevelTargets();
  const plan = planBookMessage(rule, message, slots, targets);
  const scanner = new FrameScanner(slots.pointers, targets.targets);
  const book = new DecimalBook();
  let fault: BookFault | undefined;
  for (const [at, frame] of frames.entries()) {
    expect(scanner.scan(new TextEncoder().encode(frame))).toBe(true);
    fault = (at === 0 ? loadBook : updateBook)(book, keptRule(rule), plan, scanner);
  }
  return { fault, bids: book.topTexts("bids"), asks: book.topTexts("asks") };
}

describe("the book of a topic", () => {
  it("is replaced by a snapshot of both sides, and then changed", () => {
    const snapshot = '{"b":[["9","1"],["8","2"]],"a":[["10","3"]]}';
    expect(play(pairs, sides, snapshot, '{"b":[["8","0"]],"a":[["11","4"],["10","0.5"]]}')).toEqual(
      {
        fault: undefined,
        bids: [["9", "1"]],
        asks: [
          ["10", "0.5"],
          ["11", "4"],
        ],
      },
    );
  });

  it("has no levels of a side that a snapshot may leave out, and does", () => {
    const optional: FeedBookMessage = {
      bids: "/m/b",
      asks: "/m/a",
      optional: ["bids", "asks"],
    };
    const snapshot = '{"m":{"b":[["9","1"]],"a":[["10","3"]]}}';
    const none = { fault: undefined, bids: [["9", "1"]], asks: [] };
    expect(play(pairs, optional, snapshot)).toMatchObject({ asks: [["10", "3"]] });
    expect(play(pairs, optional, '{"m":{"b":[["9","1"]]}}')).toEqual(none);
    expect(play(pairs, optional, '{"m":{"b":[["9","1"]],"a":null}}')).toEqual(none);
    expect(play(pairs, optional, '{"m":{"b":[["9","1"]],"a":{}}}').fault).toBe("levels");
    for (const frame of ['{"m":null}', '{"m":[]}', "{}"]) {
      expect(play(pairs, optional, frame).fault).toBe("levels");
      expect(play(pairs, optional, snapshot, frame).fault).toBe("levels");
    }
  });

  it.each([
    ["a list that is missing", '{"b":[["9","1"]]}'],
    ["null for a list", '{"b":[["9","1"]],"a":null}'],
    ["no lists", "{}"],
    ["levels that are not read", '{"b":[],"a":[],"more":[]}'],
  ])("has a fault for %s, and keeps its levels", (_what, frame) => {
    const whole: FeedBookMessage = { ...sides, beyond: ["/more"] };
    const snapshot = '{"b":[["9","1"]],"a":[["10","3"]]}';
    expect(play(pairs, whole, snapshot, frame)).toEqual({
      fault: "levels",
      bids: [["9", "1"]],
      asks: [["10", "3"]],
    });
    expect(play(pairs, whole, frame).fault).toBe("levels");
  });

  it("adds changes, but not the levels of a snapshot, and turns bids for one outcome into asks", () => {
    const rule: FeedBook = { ...pairs, quantityIs: "delta", asks: "one-minus" };
    const snapshot = '{"b":[["0.4","5"]],"a":[["0.3","7"]]}';
    expect(play(rule, sides, snapshot, '{"b":[["0.4","-2"]],"a":[["0.3","1"]]}')).toEqual({
      fault: undefined,
      bids: [["0.4", "3"]],
      asks: [["0.7", "8"]],
    });
    expect(play(rule, sides, snapshot, '{"b":[["0.4","-6"]],"a":[]}')).toMatchObject({
      fault: "negative",
    });
  });

  it("has a fault for levels that it refuses, or that a frame lacks", () => {
    const snapshot = '{"b":[["9","1"]],"a":[]}';
    expect(play(pairs, sides, '{"b":[["9","-1"]],"a":[]}').fault).toBe("levels");
    expect(play(pairs, sides, snapshot, '{"b":[["9","-1"]],"a":[]}')).toMatchObject({
      fault: "levels",
      bids: [["9", "1"]],
    });
    const side = { at: "/side", bids: "yes", asks: "no" };
    const one: FeedBookMessage = { levels: "/level", one: true, side };
    expect(play(pairs, one, '{"side":"yes","level":["9","1"]}').bids).toEqual([["9", "1"]]);
    expect(play(pairs, one, '{"side":"no","level":["9","1"]}').asks).toEqual([["9", "1"]]);
    expect(play(pairs, one, '{"side":"none","level":["9","1"]}').fault).toBe("levels");
    expect(play(pairs, one, '{"side":"yes","level":["9"]}').fault).toBe("levels");
    expect(play(pairs, one, '{"side":"yes"}').fault).toBe("levels");
  });
});
