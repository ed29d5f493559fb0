// Checks for a returning reader whether the server still has the history that the reader knows. The reader
// requests its last received frame again. If the same frame arrives, the reader continues.

/**
 * Shows that the server has a different history from the reader.
 * - `behind`: the server sends or states a number below the requested one
 * - `missing`: the last received frame does not arrive
 * - `differs`: a frame differs from the received frame with the same number, or the reader has not received
 *   a frame with its number
 */
export type Divergence = "behind" | "missing" | "differs";

/** Where a connection starts. */
export interface ResumeStart {
  /** The first requested number. Undefined at the live tail. */
  readonly from?: bigint;
  /** All selected frames up to this number were received before. Undefined if no number is known. */
  readonly covered?: bigint;
  /** Whether `from` is the number of the last received frame. That frame must then arrive again. */
  readonly overlap: boolean;
}

/** The resume check of one connection. */
export interface ResumeCheck {
  /** Whether the check still waits for the last received frame. */
  readonly awaiting: boolean;
  /**
   * Classifies a data frame by its number.
   * - `new`: not received before; the rules of the sequence apply
   * - `known`: received before
   * - `last`: has the number of the last received frame; compare the two
   */
  judge(seq: bigint): "new" | "known" | "last" | Divergence;
  /** Records that the frame classified as `last` is the same as the last received frame. */
  prove(): void;
  /**
   * Checks a statement of the server that it has sent all selected frames up to `seq`. If the statement has
   * no number, `seq` is undefined.
   */
  state(seq: bigint | undefined): Divergence | undefined;
}

/** Starts the resume check of a connection. */
export function checkResume({ from, covered, overlap }: ResumeStart): ResumeCheck {
  let awaiting = overlap && from !== undefined;
  /** The highest number that was received on this connection. */
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
        // A watermark had stated that the server has no more frames up to this number, but the server sends
        // one.
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
      // If the server had the expected frame, it would have sent it first. If it states a lower number, it
      // lacks the frame.
      const least = reached ?? (from === undefined || awaiting ? from : from - 1n);
      if (seq !== undefined && least !== undefined && seq < least) return "behind";
      if (!awaiting || from === undefined) return undefined;
      // The server states its position when it has no frame to send. It therefore lacks the expected frame.
      return seq === undefined ? "behind" : "missing";
    },
  };
}
