// The numbers of frames, as `x-sequence` says.

import type { FeedCounter } from "@specwright/runtime/transport";

/** The numbers of a frame of one counter. */
export interface FrameNumbers {
  /** Its number, or its last one. */
  readonly at: number;
  readonly from: number;
  /** The number before it. */
  readonly previous: number;
}

/** The message names of a counter that every frame with a number advances. */
const EVERY = "*";

/** The positions of counters within one scope. */
export class CounterPositions {
  /** Created for the first number, because most connections and topics do not number their messages. */
  #last: Map<FeedCounter, number> | undefined;

  /** Whether no number was taken yet. */
  get isEmpty(): boolean {
    return this.#last === undefined;
  }

  /** Returns the last number of a counter; before the first one, the number before that. */
  last(counter: FeedCounter): number {
    return this.#last?.get(counter) ?? (counter.first ?? 1) - 1;
  }

  /**
   * Returns the numbers of a frame, and advances the counter by them; undefined if a message has no
   * number.
   *
   * @param changes how many changes the frame has, each with a number where a frame has a range
   */
  take(counter: FeedCounter, message: string, changes = 1): FrameNumbers | undefined {
    const previous = this.last(counter);
    if (isRepeat(counter, message)) return { at: previous, from: previous, previous };
    if (!isCounted(counter, message)) return undefined;
    const at = previous + (counter.step === "range" ? Math.max(1, changes) : 1);
    this.#last ??= new Map();
    this.#last.set(counter, at);
    return { at, from: previous + 1, previous };
  }
}

/** Reports whether a message advances a counter. */
export function isCounted({ messages, starts = [] }: FeedCounter, message: string): boolean {
  return !starts.includes(message) && (messages.includes(EVERY) || messages.includes(message));
}

function isRepeat({ messages, starts = [], repeats = [] }: FeedCounter, message: string): boolean {
  if (starts.includes(message)) return true;
  return repeats.includes(message) && !messages.includes(EVERY) && !messages.includes(message);
}

/** Returns where the numbers of a message stand. */
export function numberPointers(
  { at, from, previous, step }: FeedCounter,
  message: string,
): { readonly [Name in keyof FrameNumbers]?: string } {
  const last = typeof at === "string" ? at : (at[message] ?? at["*"]);
  return {
    ...(last !== undefined && { at: last }),
    ...(step === "range" && from !== undefined && { from }),
    ...(step === "linked" && previous !== undefined && { previous }),
  };
}
