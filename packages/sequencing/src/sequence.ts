// The rule a reader of a sequenced channel follows (streams source §4.5 rules 5-7, decision S8): a
// position and steps over it, so that a client, a proxy and a test all follow the same one.

/** Says what to do with a frame. */
export type SequenceVerdict = "deliver" | "duplicate" | "gap";

/** Is a reader's place in a sequence. */
export interface SequencePosition {
  /** Everything wanted up to this number has arrived; absent while nothing is known. */
  readonly covered?: bigint;
}

/** Is a verdict, and the position after it. */
export interface SequenceStep {
  readonly position: SequencePosition;
  readonly verdict: SequenceVerdict;
}

/** Says how strictly numbers must follow each other. */
export interface SequenceRule {
  /**
   * True on a connection that selects from the sequence: numbers then only have to rise. False:
   * each must be the last plus one.
   */
  readonly filtered: boolean;
}

/**
 * Starts a position. With `resumeFrom`, the first number wanted, everything before it counts as
 * taken; without, the first frame that comes sets the position.
 */
export function startSequence(resumeFrom?: bigint): SequencePosition {
  return resumeFrom === undefined ? {} : { covered: resumeFrom - 1n };
}

/** Judges a data frame, one that advances the sequence. Only `deliver` moves the position. */
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
 * Judges a frame that repeats the number of the last data frame, such as a heartbeat. On an
 * unfiltered connection one ahead of the position proves that a data frame was missed. It never
 * moves the position: an error frame carries 0 where nothing was delivered.
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
 * Judges a watermark: all that matches up to `seq` has been sent. It moves the position forward,
 * never back. On an unfiltered connection, where everything matches, one ahead is a gap.
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

/** Gives the first number still wanted; nothing while no position is known. */
export function resumePoint(position: SequencePosition): bigint | undefined {
  return position.covered === undefined ? undefined : position.covered + 1n;
}
