import type { ProblemIssue } from "./problem.ts";

/** A place where a request or an answer breaks the contract. */
export interface ContractIssue extends ProblemIssue {
  readonly of: "request" | "response";
}

/** An answer without a type in the contract, complete and as received. */
export interface ReceivedAnswer {
  readonly documented: false;
  readonly status: number;
  /** Names are in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type, or an empty string without one. */
  readonly contentType: string;
  /**
   * Parsed with all digits if it is JSON, a string if it is other text, and otherwise a
   * `Uint8Array`. Undefined if there was no body.
   */
  readonly body: unknown;
  readonly issues: readonly ContractIssue[];
}
