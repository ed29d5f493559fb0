// How a reader that comes back tells whether the server still has the history that it read: it asks
// for the last frame that it took once more, and goes on when that frame comes and is the same one.

/**
 * What shows that a server has another history than the one that was read. `behind`: what it states,
 * or sends, is below what was asked for. `missing`: the frame taken last does not come. `differs`: a
 * frame is another than the one taken under its number, or stands where there was none.
 */
export type Divergence = "behind" | "missing" | "differs";

/** Where a connection begins. */
export interface ResumeStart {
  /** The first number asked for; absent at the live tail. */
  readonly from?: bigint;
  /** Everything wanted up to this number was taken before; absent while nothing is known. */
  readonly covered?: bigint;
  /** Whether `from` is the number of the frame taken last, which has to come again. */
  readonly overlap: boolean;
}

/** The check of one connection. */
export interface ResumeCheck {
  /** Whether the frame taken last has still to come. */
  readonly awaiting: boolean;
  /**
   * Judges the number of a data frame. `new`: it is for the rules of the sequence. `known`: it was
   * taken before. `last`: it has the number of the frame taken last, and is to be compared with it.
   */
  judge(seq: bigint): "new" | "known" | "last" | Divergence;
  /** Notes that the frame which came as `last` is the one taken last. */
  prove(): void;
  /** Judges a statement that everything wanted up to `seq` was sent, or one that names no number. */
  state(seq: bigint | undefined): Divergence | undefined;
}

/** Starts the check of a connection. */
export function checkResume({ from, covered, overlap }: ResumeStart): ResumeCheck {
  let awaiting = overlap && from !== undefined;
  /** The highest number that came. */
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
        // A watermark had said that nothing more comes up to where this reader is.
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
      // A server that has the frame awaited sends it first: one that states less is without it.
      const least = reached ?? (from === undefined || awaiting ? from : from - 1n);
      if (seq !== undefined && least !== undefined && seq < least) return "behind";
      if (!awaiting || from === undefined) return undefined;
      // A server says that it is there when it has nothing to send; the frame would be something.
      return seq === undefined ? "behind" : "missing";
    },
  };
}
