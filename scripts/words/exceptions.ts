/** A text that may stay, with the reason. */
export interface Exception {
  readonly path: string;
  /** A part of the text that is reported. */
  readonly text: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [];
