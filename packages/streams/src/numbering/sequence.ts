// The rules for readers of a sequenced channel (streams source §4.5 rules 5-7): a position and pure
// steps, so that clients, proxies and tests apply the same rules.

/** The action for a frame. */
export type SequenceVerdict = "deliver" | "duplicate" | "gap";

/** The position of a reader in a sequence. */
export interface SequencePosition {
  /** All selected frames up to this number have arrived; undefined while unknown. */
  readonly covered?: bigint;
}

/** The decision about a frame, and the position after it. */
export interface SequenceStep {
  readonly position: SequencePosition;
  readonly verdict: SequenceVerdict;
}

/** How strictly numbers must follow each other. */
export interface SequenceRule {
  /**
   * Whether the connection receives a selection of the sequence. If true, numbers only have to
   * rise. If false, each number must be the previous number plus one.
   */
  readonly filtered: boolean;
}

/**
 * Creates a position. With `resumeFrom`, the first requested number, all earlier frames count as
 * received. Without it, the first frame sets the position.
 */
export function startSequence(resumeFrom?: bigint): SequencePosition {
  return resumeFrom === undefined ? {} : { covered: resumeFrom - 1n };
}

/** Decides about a data frame, which advances the sequence. Only `deliver` moves the position. */
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
 * Decides about a frame that repeats the number of the last data frame, such as a heartbeat. On an
 * unfiltered connection, a number ahead of the position proves that a data frame was missed. The position
 * never moves, because an error frame has the number 0 if nothing was delivered.
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
 * Decides about a watermark: a statement that all matching frames up to `seq` were sent. It moves the
 * position forward, never back. On an unfiltered connection, where all frames match, a watermark ahead of
 * the position is a gap.
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

/** Returns the first number that was not received yet; undefined while no position is known. */
export function resumePoint(position: SequencePosition): bigint | undefined {
  return position.covered === undefined ? undefined : position.covered + 1n;
}

/** Options for `trackSequence`. */
export interface TrackSequenceOptions extends SequenceRule {
  /** The first number to receive. Without it, the first frame sets the position. */
  readonly resumeFrom?: bigint;
}

/** The position of a reader over one or more connections. */
export interface SequenceTracker {
  /** Decides about a data frame; `deliver` moves the position. */
  accept(seq: bigint): SequenceVerdict;
  /** Returns what `accept` would return, without moving the position. */
  peek(seq: bigint): SequenceVerdict;
  /** Decides about a frame that repeats the last number. */
  repeat(seq: bigint): SequenceVerdict;
  /** Decides about a statement that all selected frames up to `seq` were sent. */
  watermark(seq: bigint): SequenceVerdict;
  /** Returns the first number that was not received yet; undefined while no position is known. */
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
