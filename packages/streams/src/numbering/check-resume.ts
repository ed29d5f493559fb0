// How a returning reader finds out whether the server still has the history that it read: it
// requests the last frame that it took once more, and continues if that frame arrives unchanged.

/**
 * Evidence that the server has a different history from the one that was read. `behind`: its number
 * or statement is below what was requested. `missing`: the last frame taken does not arrive.
 * `differs`: a frame differs from the one taken under its number, or has a number under which none
 * was taken.
 */
export type Divergence = "behind" | "missing" | "differs";

/** The start of a connection. */
export interface ResumeStart {
  /** The first number requested; absent at the live tail. */
  readonly from?: bigint;
  /** All selected frames up to this number were received before; undefined while unknown. */
  readonly covered?: bigint;
  /** Whether `from` is the number of the last frame taken, which must arrive again. */
  readonly overlap: boolean;
}

/** The resume check of one connection. */
export interface ResumeCheck {
  /** Whether the last frame taken has still to arrive. */
  readonly awaiting: boolean;
  /**
   * Classifies a data frame by its number. `new`: the rules of the sequence apply. `known`: it was
   * taken before. `last`: it has the number of the last frame taken, and must be compared with it.
   */
  judge(seq: bigint): "new" | "known" | "last" | Divergence;
  /** Records that the frame reported as `last` equals the last frame taken. */
  prove(): void;
  /** Checks a statement that everything wanted up to `seq` was sent, or one without a number. */
  state(seq: bigint | undefined): Divergence | undefined;
}

/** Starts the resume check of a connection. */
export function checkResume({ from, covered, overlap }: ResumeStart): ResumeCheck {
  let awaiting = overlap && from !== undefined;
  /** The highest number received. */
  let reached: bigint | undefined;

  return {
    get awaiting() {
      return awaiting;
    },
    judge(seq) {
      if (from === undefined || (!awaiting && (covered === undefined || seq > covered))) {
        if (reached === undefined || seq > reached) reached = seq;
        return "new";
      }
      if (!awaiting) {
        if (reached !== undefined && seq <= reached) return "known";
        // A watermark had said that no more frames follow up to the position of this reader.
        return seq < from ? "behind" : "differs";
      }
      if (seq !== from) return seq < from ? "behind" : "missing";
      return "last";
    },
    prove() {
      awaiting = false;
      reached = from;
    },
    state(seq) {
      // A server that has the awaited frame sends it first, so one that states a lower number lacks
      // it.
      const least = reached ?? (from === undefined || awaiting ? from : from - 1n);
      if (seq !== undefined && least !== undefined && seq < least) return "behind";
      if (!awaiting || from === undefined) return undefined;
      // A server reports its position when it has nothing to send; but the awaited frame would be
      // due.
      return seq === undefined ? "behind" : "missing";
    },
  };
}
