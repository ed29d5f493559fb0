// The rules for readers of a sequenced channel (streams source §4.5 rules 5-7). They are functions without
// side effects, so that clients, proxies and tests can share them.

/** The action for a frame. */
export type SequenceVerdict = "deliver" | "duplicate" | "gap";

/** The position of a reader in a sequence. */
export interface SequencePosition {
  /** All selected frames up to this number have arrived. Undefined if no number is known. */
  readonly covered?: bigint;
}

/** The decision about a frame, and the position after it. */
export interface SequenceStep {
  readonly position: SequencePosition;
  readonly verdict: SequenceVerdict;
}

/** Whether numbers may be skipped. */
export interface SequenceRule {
  /**
   * Whether the connection has filters. With filters, each number must be higher than the previous one.
   * Without filters, it must be the previous number plus one.
   */
  readonly filtered: boolean;
}

/**
 * Creates a position. `resumeFrom` is the first requested number; all earlier frames count as received. If
 * it is undefined, the first frame sets the position.
 */
export function startSequence(resumeFrom?: bigint): SequencePosition {
  return resumeFrom === undefined ? {} : { covered: resumeFrom - 1n };
}

/** Decides about a data frame. The position changes only if the decision is `deliver`. */
export function acceptData(
  position: SequencePosition,
  seq: bigint,
  rule: SequenceRule,
): SequenceStep {
  const { covered } = position;
  if (covered !== undefined) {
    if (seq <= covered) return { position, verdict: "duplicate" };
    if (!rule.filtered && seq !== covered + 1n) return { position, verdict: "gap" };
  }
  return { position: { covered: seq }, verdict: "deliver" };
}

/**
 * Decides about a frame that repeats the number of the last data frame, such as a heartbeat. Without
 * filters, a number above the position shows that a data frame is missing. The position never changes,
 * because an error frame has the number 0 if nothing was delivered.
 */
export function acceptRepeat(
  position: SequencePosition,
  seq: bigint,
  rule: SequenceRule,
): SequenceStep {
  const { covered } = position;
  const ahead = covered !== undefined && seq > covered;
  return { position, verdict: ahead && !rule.filtered ? "gap" : "deliver" };
}

/**
 * Decides about a watermark, which states that all selected frames up to `seq` were sent. It can only
 * increase the position. Without filters, a watermark above the position is a gap.
 */
export function acceptWatermark(
  position: SequencePosition,
  seq: bigint,
  rule: SequenceRule,
): SequenceStep {
  const { covered } = position;
  if (covered !== undefined) {
    if (seq <= covered) return { position, verdict: "deliver" };
    if (!rule.filtered) return { position, verdict: "gap" };
  }
  return { position: { covered: seq }, verdict: "deliver" };
}

/** Returns the first number that was not received yet. Undefined if no number is known. */
export function resumePoint(position: SequencePosition): bigint | undefined {
  return position.covered === undefined ? undefined : position.covered + 1n;
}

/** Options for `trackSequence`. */
export interface TrackSequenceOptions extends SequenceRule {
  /** The first number to receive. If it is undefined, the first frame sets the position. */
  readonly resumeFrom?: bigint;
}

/** The position of a reader, across connections. */
export interface SequenceTracker {
  /** Decides about a data frame. The position changes only if the decision is `deliver`. */
  accept(seq: bigint): SequenceVerdict;
  /** Returns the decision of `accept` without changing the position. */
  peek(seq: bigint): SequenceVerdict;
  /** Decides about a frame that repeats the last number. */
  repeat(seq: bigint): SequenceVerdict;
  /** Decides about a statement that all selected frames up to `seq` were sent. */
  watermark(seq: bigint): SequenceVerdict;
  /** Returns the first number that was not received yet. Undefined if no number is known. */
  resumeFrom(): bigint | undefined;
  /** Drops the position, to start again at the live tail. */
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
