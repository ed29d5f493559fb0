// Checks for a returning reader whether the server still has the history that the reader has received. The
// reader requests its last received frame again, and continues if that frame arrives unchanged.

/**
 * Evidence that the server has a different history from the one that the reader has received.
 * `behind`: a number that the server sends or states is below the requested number. `missing`: the
 * last received frame does not arrive. `differs`: a frame differs from the received frame with the
 * same number, or has a number without a received frame.
 */
export type Divergence = "behind" | "missing" | "differs";

/** The start of a connection. */
export interface ResumeStart {
  /** The first requested number; absent at the live tail. */
  readonly from?: bigint;
  /** All selected frames up to this number were received before; undefined while unknown. */
  readonly covered?: bigint;
  /** Whether `from` is the number of the last received frame, which must arrive again. */
  readonly overlap: boolean;
}

/** The resume check of one connection. */
export interface ResumeCheck {
  /** Whether the last received frame has not arrived again yet. */
  readonly awaiting: boolean;
  /**
   * Classifies a data frame by its number. `new`: the rules of the sequence apply. `known`: the frame was
   * already received. `last`: it has the number of the last received frame, and must be compared with that
   * frame.
   */
  judge(seq: bigint): "new" | "known" | "last" | Divergence;
  /** Records that the frame reported as `last` equals the last received frame. */
  prove(): void;
  /**
   * Checks a statement that all selected frames up to `seq` were sent, or a statement without a number.
   */
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
        // An earlier watermark stated that the server has no more frames up to the position of this
        // reader.
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
      // A server that has the expected frame sends it first. A server that states a lower number therefore
      // lacks the frame.
      const least = reached ?? (from === undefined || awaiting ? from : from - 1n);
      if (seq !== undefined && least !== undefined && seq < least) return "behind";
      if (!awaiting || from === undefined) return undefined;
      // A server states its position when it has no frame to send. A server with the expected frame
      // would have to send it.
      return seq === undefined ? "behind" : "missing";
    },
  };
}
