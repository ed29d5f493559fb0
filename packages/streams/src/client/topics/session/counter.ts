// Checks by the rules of `x-sequence` whether a frame follows the previous one.

import type { FeedCounter } from "@specwright/runtime/transport";
import { type Count, isEqual, nextCount } from "../reading/frame-values.ts";

/** The decision about a frame by its number. */
export type CounterVerdict = "deliver" | "duplicate" | "gap";

/** The position of one counter. */
export interface CounterState {
  /** The last number; undefined before the first frame. */
  last: Count | undefined;
  /** The number of the previous frame if that frame was dropped as a duplicate. */
  late?: Count | undefined;
  /** The number of the preceding frame, as stated by the last frame; only for linked frames. */
  previous?: Count | undefined;
  /**
   * Whether `last` is the number of a fetched snapshot. Frames from before the snapshot may still arrive.
   */
  isJoined?: boolean;
}

/** A lower number is a repeated frame only within this distance from the last number. */
const MAX_LATE = 1_000;

/**
 * Checks the number of a frame. Moves the counter to this number unless the frame is a duplicate. If the
 * frame has a range of numbers, `first` is its first and `number` its last number. If frames are linked,
 * `previous` is the number of the preceding frame.
 */
export function advanceCounter(
  counter: FeedCounter,
  state: CounterState,
  number: Count,
  first: Count | undefined,
  previous: Count | undefined,
): CounterVerdict {
  if (counter.step === "one" && typeof number === "number" && number - 1 === state.last) {
    // This is the most frequent case.
    state.last = number;
    state.late = undefined;
    state.isJoined = false;
    return "deliver";
  }
  const verdict = judgeNumber(counter, state, number, first ?? number, previous);
  if (verdict === "duplicate") {
    state.late = number;
    return verdict;
  }
  // After a gap, counting continues from this number, so that the next gap is detected too.
  state.last = number;
  state.late = undefined;
  state.previous = previous;
  state.isJoined = false;
  return verdict;
}

/** Checks a frame that must repeat the last number. A higher number means a gap. */
export function judgeRepeat(state: CounterState, number: Count): CounterVerdict {
  if (state.last === undefined || number <= state.last) return "deliver";
  state.last = number;
  return "gap";
}

/** The meaning of a number that is not higher than the last one, if the contract does not define it. */
const DEFAULT_LOWER = {
  one: "duplicate",
  range: "duplicate",
  rising: "duplicate",
  linked: "restart",
} as const;

/**
 * Reports whether a linked frame has the same number, and the same preceding number, as the last frame.
 */
function isRepeated({ last, previous }: CounterState, number: Count, link?: Count): boolean {
  return (
    last !== undefined &&
    previous !== undefined &&
    link !== undefined &&
    isEqual(number, last) &&
    isEqual(link, previous)
  );
}

function judgeNumber(
  counter: FeedCounter,
  state: CounterState,
  number: Count,
  begins: Count,
  previous: Count | undefined,
): CounterVerdict {
  const { step, first } = counter;
  const { last } = state;
  if (last === undefined) {
    return first === undefined || step === "rising" || step === "linked" || begins <= first
      ? "deliver"
      : "gap";
  }
  if (step === "linked") {
    if (previous !== undefined && isEqual(previous, last)) return "deliver";
    if (isRepeated(state, number, previous)) return "duplicate";
    const { late } = state;
    const follows = late !== undefined && previous !== undefined && isEqual(previous, late);
    return number <= last ? judgeLower(counter, state, last, number, follows) : "gap";
  }
  if (number <= last) {
    const follows = state.late !== undefined && isEqual(begins, nextCount(state.late));
    return judgeLower(counter, state, last, number, follows);
  }
  if (step === "rising") return "deliver";
  return begins <= nextCount(last) ? "deliver" : "gap";
}

/**
 * Decides about a number that is not higher than the last one. Usually the frame is a duplicate. But the
 * server has restarted its numbers, and its message about the restart was missed, if two such numbers
 * follow each other, or if the number is much lower. Linked frames are different: only a frame that equals
 * the last one is a duplicate, unless the contract says otherwise, because any other frame may follow a
 * missed restart.
 */
function judgeLower(
  { step, lower, starts = [] }: FeedCounter,
  { isJoined }: CounterState,
  last: Count,
  number: Count,
  follows: boolean,
): CounterVerdict {
  if (step === "linked" && isJoined === true) return "duplicate";
  if ((lower ?? DEFAULT_LOWER[step]) === "restart") {
    return step === "linked" || starts.length > 0 ? "gap" : "deliver";
  }
  if (step === "rising" || isJoined === true || isEqual(number, last)) return "duplicate";
  const isFarBack = step !== "linked" && Number(last) - Number(number) > MAX_LATE;
  return follows || isFarBack ? "gap" : "duplicate";
}
