/** One way to make a request, in code. */
export interface CodeSample {
  /** The key that a reader's choice is kept under. */
  readonly id: string;
  readonly title: string;
  /** A sentence about it. */
  readonly note?: string;
  readonly language: "bash" | "typescript" | "json" | "python" | "go";
  readonly code: string;
}
