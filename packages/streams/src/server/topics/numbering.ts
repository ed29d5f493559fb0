// Numbers frames by the rules of `x-sequence`.

import type { FeedCounter } from "@specwright/runtime/transport";

/** The numbers that a counter gives a frame. */
export interface FrameNumbers {
  /** The number of the frame. If the counter uses ranges, the last number of the range. */
  readonly at: number;
  readonly from: number;
  /** The number that the counter had before the frame. */
  readonly previous: number;
}

/** Stands for all messages in the rule of a counter. */
const EVERY = "*";

/** The last numbers of several counters. */
export class CounterPositions {
  /**
   * Undefined until a frame is numbered, because most connections and topics have no numbered messages.
   */
  #last: Map<FeedCounter, number> | undefined;

  /** Whether no frame has been numbered yet. */
  get isEmpty(): boolean {
    return this.#last === undefined;
  }

  /** Returns the last number of a counter. Before the first frame, returns the first number minus 1. */
  last(counter: FeedCounter): number {
    return this.#last?.get(counter) ?? (counter.first ?? 1) - 1;
  }

  /**
   * Numbers a frame, and advances the counter. Returns undefined if the message has no number.
   *
   * @param changes the number of changes in the frame. If the counter uses ranges, each change gets a
   * number.
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

/** Reports whether a counter counts a message. */
export function isCounted({ messages, starts = [] }: FeedCounter, message: string): boolean {
  return !starts.includes(message) && (messages.includes(EVERY) || messages.includes(message));
}

function isRepeat({ messages, starts = [], repeats = [] }: FeedCounter, message: string): boolean {
  if (starts.includes(message)) return true;
  return repeats.includes(message) && !messages.includes(EVERY) && !messages.includes(message);
}

/** Returns the pointers at which a message contains the numbers of a counter. */
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
