// The counters of a feed. They check whether a frame follows the previous one, by the rules of
// `x-sequence`.

import type { FeedCounter } from "@specwright/runtime/transport";
import { type Count, isEqual, nextCount } from "../reading/frame-values.ts";

/** The meaning of a number for its frame. */
export type CounterVerdict = "deliver" | "duplicate" | "gap";

/** The position of one counter. */
export interface CounterState {
  /** The last number; undefined before the first frame. */
  last: Count | undefined;
  /** The number of the previous frame, if it was lower than the last number. */
  late?: Count | undefined;
  /** The previous number that the last frame contained. */
  previous?: Count | undefined;
  /** Whether `last` comes from a fetched snapshot; older frames may still follow it. */
  isJoined?: boolean;
}

/** The greatest distance from the last number at which a lower number can be a repeated frame. */
const MAX_LATE = 1_000;

/**
 * Checks a frame that advances a counter, and moves the counter to the frame unless it is a duplicate.
 * `number` is the number of the frame, or the last number of its range. `first` is the first number of a
 * range. `previous` is the number of the previous frame, if frames are linked.
 */
export function advanceCounter(
  counter: FeedCounter,
  state: CounterState,
  number: Count,
  first: Count | undefined,
  previous: Count | undefined,
): CounterVerdict {
  if (counter.step === "one" && typeof number === "number" && number - 1 === state.last) {
    // The usual frame.
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
  // After a gap, later numbers are compared with this number, so that the next gap is detected too.
  state.last = number;
  state.late = undefined;
  state.previous = previous;
  state.isJoined = false;
  return verdict;
}

/** Decides about a frame that repeats the last number of a counter. */
export function judgeRepeat(state: CounterState, number: Count): CounterVerdict {
  if (state.last === undefined || number <= state.last) return "deliver";
  state.last = number;
  return "gap";
}

/** The meaning of a lower number if the contract does not define it. */
const DEFAULT_LOWER = {
  one: "duplicate",
  range: "duplicate",
  rising: "duplicate",
  linked: "restart",
} as const;

/** Reports whether a linked frame has both numbers of the last frame. */
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
 * Decides about a number that is not higher than the last one. The frame may be a duplicate. But if several
 * lower numbers follow each other, or one is far lower, the server has restarted its numbers, and the
 * message about the restart was missed. A frame that is linked to a frame other than the last one never
 * counts as a duplicate, unless the contract defines that, because the frame may follow a missed restart.
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
