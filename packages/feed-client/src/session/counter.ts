// The counters of a feed: whether a frame follows the one before it, as `x-sequence` says.

import type { FeedCounter } from "@specwright/runtime/codegen";
import { type Count, following, isEqual } from "../reading/frame-values.ts";

/** The numbers of a frame. */
export interface FrameNumbers {
  /** The number of the frame, or its last one. */
  readonly last: Count;
  /** The first number, if the frame has a range. */
  readonly first?: Count | undefined;
  /** The number of the frame before, if frames are linked. */
  readonly previous?: Count | undefined;
}

/** What a number says about its frame. */
export type CounterVerdict = "deliver" | "duplicate" | "gap";

/** The position of one counter; undefined before its first frame. */
export interface CounterState {
  last: Count | undefined;
}

/** Judges a frame that advances a counter, and moves the counter to it unless it is a duplicate. */
export function advance(
  counter: FeedCounter,
  state: CounterState,
  numbers: FrameNumbers,
): CounterVerdict {
  const verdict = judge(counter, state.last, numbers);
  // After a gap, the numbers that follow are judged against this one, so that the next gap counts.
  if (verdict !== "duplicate") state.last = numbers.last;
  return verdict;
}

/** Judges a frame that repeats the last number of a counter. */
export function repeat(state: CounterState, number: Count): CounterVerdict {
  if (state.last === undefined || number <= state.last) return "deliver";
  state.last = number;
  return "gap";
}

function judge(
  { step, first, lower }: FeedCounter,
  last: Count | undefined,
  numbers: FrameNumbers,
): CounterVerdict {
  const begins = numbers.first ?? numbers.last;
  if (last === undefined) {
    return first === undefined || step === "rising" || step === "linked" || begins <= first
      ? "deliver"
      : "gap";
  }
  if (step === "linked") {
    if (numbers.previous !== undefined && isEqual(numbers.previous, last)) return "deliver";
    return numbers.last <= last && lower !== "restart" ? "duplicate" : "gap";
  }
  if (numbers.last <= last) return lower === "restart" ? "deliver" : "duplicate";
  if (step === "rising") return "deliver";
  return begins <= following(last) ? "deliver" : "gap";
}
