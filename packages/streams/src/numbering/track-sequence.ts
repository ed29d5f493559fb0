import {
  acceptData,
  acceptRepeat,
  acceptWatermark,
  resumePoint,
  type SequencePosition,
  type SequenceRule,
  type SequenceStep,
  type SequenceVerdict,
  startSequence,
} from "./sequence.ts";

/** Options for `trackSequence`. */
export interface TrackSequenceOptions extends SequenceRule {
  /** The first number wanted. Without it, the first frame sets the position. */
  readonly resumeFrom?: bigint;
}

/** The position of a reader over one or more connections. */
export interface SequenceTracker {
  /** Judges a data frame; `deliver` moves the position. */
  accept(seq: bigint): SequenceVerdict;
  /** Returns what `accept` would return, without moving the position. */
  peek(seq: bigint): SequenceVerdict;
  /** Judges a frame that repeats the last number. */
  repeat(seq: bigint): SequenceVerdict;
  /** Judges a statement that everything wanted up to `seq` has been sent. */
  watermark(seq: bigint): SequenceVerdict;
  /** Returns the first number still wanted, or undefined while no position is known. */
  resumeFrom(): bigint | undefined;
  /** Forgets the position, to start again at the live tail. */
  forget(): void;
}

/**
 * Tracks the numbers of a sequenced channel (`x-sequence`).
 *
 * @example
 * ```ts
 * const orders = trackSequence({ filtered: false, resumeFrom: 41n });
 * orders.accept(41n); // "deliver"
 * orders.accept(43n); // "gap": reconnect from orders.resumeFrom()
 * ```
 */
export function trackSequence(options: TrackSequenceOptions): SequenceTracker {
  let position: SequencePosition = startSequence(options.resumeFrom);

  function take(step: SequenceStep): SequenceVerdict {
    position = step.position;
    return step.verdict;
  }

  return {
    accept: (seq) => take(acceptData(position, seq, options)),
    peek: (seq) => acceptData(position, seq, options).verdict,
    repeat: (seq) => take(acceptRepeat(position, seq, options)),
    watermark: (seq) => take(acceptWatermark(position, seq, options)),
    resumeFrom: () => resumePoint(position),
    forget: () => {
      position = {};
    },
  };
}
