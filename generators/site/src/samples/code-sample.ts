/** A code sample that sends a request. */
export interface CodeSample {
  /** The language. The page stores it as the reader's choice. */
  readonly id: string;
  readonly title: string;
  /** A sentence about the sample. */
  readonly note?: string;
  readonly language: "bash" | "typescript" | "json" | "python" | "go";
  readonly code: string;
}
