// The counters of a feed: whether a frame follows the one before it, as `x-sequence` says.

import type { FeedCounter } from "@specwright/runtime/codegen";
import { type Count, following, isEqual } from "../reading/frame-values.ts";

/** What a number says about its frame. */
export type CounterVerdict = "deliver" | "duplicate" | "gap";

/** The position of one counter; undefined before its first frame. */
export interface CounterState {
  last: Count | undefined;
}

/**
 * Judges a frame that advances a counter, and moves the counter to it unless it is a duplicate.
 * `number` is that of the frame or its last one, `first` its first one if it has a range, and
 * `previous` that of the frame before if frames are linked.
 */
export function advance(
  counter: FeedCounter,
  state: CounterState,
  number: Count,
  first: Count | undefined,
  previous: Count | undefined,
): CounterVerdict {
  const verdict = judge(counter, state.last, number, first ?? number, previous);
  // After a gap, the numbers that follow are judged against this one, so that the next gap counts.
  if (verdict !== "duplicate") state.last = number;
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
  number: Count,
  begins: Count,
  previous: Count | undefined,
): CounterVerdict {
  if (last === undefined) {
    return first === undefined || step === "rising" || step === "linked" || begins <= first
      ? "deliver"
      : "gap";
  }
  if (step === "linked") {
    if (previous !== undefined && isEqual(previous, last)) return "deliver";
    return number <= last && lower !== "restart" ? "duplicate" : "gap";
  }
  if (number <= last) return lower === "restart" ? "deliver" : "duplicate";
  if (step === "rising") return "deliver";
  return begins <= following(last) ? "deliver" : "gap";
}
