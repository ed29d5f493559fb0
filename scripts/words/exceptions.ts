/** A text that may stay, with the reason. */
export interface Exception {
  readonly path: string;
  /** A part of the text that is reported. */
  readonly text: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    path: "apps/streams/src/open-reference-store.ts",
    text: "told",
    reason: "The name of a table and its column, which stored databases have.",
  },
  {
    path: "test/release/release.test.ts",
    text: "What to do:",
    reason: "A heading in an error of the release command.",
  },
];
