/** A code sample of a request. */
export interface CodeSample {
  /** The value that is stored as the reader's choice. */
  readonly id: string;
  readonly title: string;
  /** A sentence about it. */
  readonly note?: string;
  readonly language: "bash" | "typescript" | "json" | "python" | "go";
  readonly code: string;
}
