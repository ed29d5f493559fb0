import type { Severity, Source } from "@specwright/spec-loader";

/** A problem in a document that its place describes; it becomes a diagnostic. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly source: Source;
}
