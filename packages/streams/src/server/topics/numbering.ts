// The numbers of frames, as `x-sequence` says.

import type { FeedCounter } from "@specwright/runtime/transport";

/** The numbers of a frame of one counter. */
export interface FrameNumbers {
  /** The number of the frame, or the last number of its range. */
  readonly at: number;
  readonly from: number;
  /** The last number before the frame. */
  readonly previous: number;
}

/** The name for "all messages" in a counter that every frame with a number advances. */
const EVERY = "*";

/** The positions of counters within one scope. */
export class CounterPositions {
  /** Created for the first number, because most connections and topics do not number their messages. */
  #last: Map<FeedCounter, number> | undefined;

  /** Whether no frame has taken a number yet. */
  get isEmpty(): boolean {
    return this.#last === undefined;
  }

  /** Returns the last number of a counter; before the first frame, the first number minus 1. */
  last(counter: FeedCounter): number {
    return this.#last?.get(counter) ?? (counter.first ?? 1) - 1;
  }

  /**
   * Returns the numbers of a frame, and advances the counter by them; undefined for a message
   * without a number.
   *
   * @param changes the number of changes in the frame; a counter with ranges gives each change a
   * number
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

/** Returns the pointers to the numbers of a message. */
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
